import { activity, workflow } from 'hopline';

export class FunctionTable {
  @activity() async kind(): Promise<'card' | 'cash'> {
    return 'cash';
  }

  @workflow()
  async run(amount: number): Promise<number> {
    const fee = { card: (n: number) => n * 2, cash: () => amount };
    const kind = await this.kind();
    return fee[kind](amount);
  }

  ["hopline:run"]($frame, $resume) {
    let amount, fee, kind;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "kind":
        amount = $frame.locals.amount;
        fee = { card: (n: number) => n * 2, cash: () => amount };
        $next = 1;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [amount] = $frame.locals.args;
          fee = { card: (n: number) => n * 2, cash: () => amount };
          return { kind: "suspend", state: "kind", args: [], locals: { amount }, repeatable: true };
        case 1: // after kind
          kind = $hop.resumed($resume);
          return { kind: "return", value: (fee[kind](amount)) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "FunctionTable", $hop.machine({
      name: "FunctionTable.run", method: "run", file: "function-table/input.ts", hash: "33dc60d2137c5860",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "kind": { operation: "activity", hash: "263793646049f5ee", line: 11, repeatableAfter: false, inlineAfter: false, activity: { name: "kind", key: "kind", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [7] }];

import * as $hop from 'hopline/machine';

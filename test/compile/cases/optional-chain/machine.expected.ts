import { activity, workflow } from 'hopline';

export class OptionalChain {
  @activity() async name(): Promise<string> {
    return 'late';
  }

  @workflow()
  async run(order: { list?: string[]; byName?: Map<string, { amount: number }> }): Promise<unknown> {
    const length = order.list?.concat(await this.name()).length;
    const amount = order.byName?.get(await this.name())?.amount;
    return [length, amount];
  }

  ["hopline:run"]($frame, $resume) {
    let order, length, amount, $chain, $link, $base, $name, $base$1, $chain$1, $link$1, $base$2, $name$1, $link$2, $base$3;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "name-2":
        length = $frame.locals.length;
        $base$2 = $frame.locals["base@2"];
        $next = 6;
        break;
      case "name":
        order = $frame.locals.order;
        $base = $frame.locals.base;
        $next = 9;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [order] = $frame.locals.args;
          $link = order.list;
          $next = (($link) == null) ? 1 : 8; continue $run;
        case 1: // chain is missing
          $chain = undefined;
          $pc = 2;
        case 2: // end of chain
          length = $chain;
          $link$1 = order.byName;
          $next = (($link$1) == null) ? 3 : 5; continue $run;
        case 3: // chain is missing
          $chain$1 = undefined;
          $pc = 4;
        case 4: // end of chain
          amount = $chain$1;
          return { kind: "return", value: ([length, amount]) };
        case 5: // chain goes on
          $base$2 = $link$1;
          return { kind: "suspend", state: "name-2", args: [], locals: { length, ["base@2"]: $base$2 }, repeatable: true };
        case 6: // after name
          $name$1 = $hop.resumed($resume);
          $link$2 = $base$2.get($name$1);
          $next = (($link$2) == null) ? 3 : 7; continue $run;
        case 7: // chain goes on
          $base$3 = $link$2;
          $chain$1 = $base$3.amount;
          $next = 4; continue $run;
        case 8: // chain goes on
          $base = $link;
          return { kind: "suspend", state: "name", args: [], locals: { order, base: $base }, repeatable: true };
        case 9: // after name
          $name = $hop.resumed($resume);
          $base$1 = $base.concat($name);
          $chain = $base$1.length;
          $next = 2; continue $run;
      }
    }
  }
  static {
    $hop.defineMachine(this, "OptionalChain", $hop.machine({
      name: "OptionalChain.run", method: "run", file: "optional-chain/input.ts", hash: "7e55672bf9fb9df3",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "name": { operation: "activity", hash: "d15507a42a9e4b8f", line: 10, repeatableAfter: true, inlineAfter: false, activity: { name: "name", key: "name", of() { return this; } } },
        "name-2": { operation: "activity", hash: "59f4b0d3f1096a69", line: 11, repeatableAfter: true, inlineAfter: false, activity: { name: "name", key: "name", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{}, { list: ['x'], byName: new Map([['late', { amount: 2 }]]) }].map((order) => ({
  method: 'run',
  args: [order],
}));

import * as $hop from 'hopline/machine';

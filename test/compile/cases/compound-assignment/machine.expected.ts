import { activity, workflow } from 'hopline';

export class CompoundAssignment {
  @activity() async price(sku: string): Promise<number> {
    return sku.length;
  }

  @workflow()
  async run(): Promise<unknown> {
    let total = 1;
    const add = () => (total += 100);
    total += (await this.price('abc')) + add();
    const bill = { lines: [0, 10] };
    let at = 0;
    bill.lines[(at += 1)]! *= await this.price('ab');
    return { total, at, bill };
  }

  ["hopline:run"]($frame, $resume) {
    let total, add, bill, at, $old, $price, $base, $key, $old$1, $price$1;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "price":
        total = $frame.locals.total;
        $old = $frame.locals.old;
        add = () => (total += 100);
        $next = 1;
        break;
      case "price-2":
        total = $frame.locals.total;
        bill = $frame.locals.bill;
        at = $frame.locals.at;
        $base = $frame.locals.base;
        $key = $frame.locals.key;
        $old$1 = $frame.locals["old@1"];
        $next = 2;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          total = 1;
          add = () => (total += 100);
          $old = total;
          return { kind: "suspend", state: "price", args: ['abc'], locals: { total, old: $old }, repeatable: true };
        case 1: // after price
          $price = $hop.resumed($resume);
          (total = $old + (($price) + add()));
          bill = { lines: [0, 10] };
          at = 0;
          $base = bill.lines;
          $key = (at += 1);
          $old$1 = $base[$key];
          return { kind: "suspend", state: "price-2", args: ['ab'], locals: { total, bill, at, base: $base, key: $key, ["old@1"]: $old$1 }, repeatable: true };
        case 2: // after price
          $price$1 = $hop.resumed($resume);
          ($base[$key] = $old$1 * ($price$1));
          return { kind: "return", value: ({ total: total, at: at, bill: bill }) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "CompoundAssignment", $hop.machine({
      name: "CompoundAssignment.run", method: "run", file: "compound-assignment/input.ts", hash: "62f40d17ddb86ed0",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "price": { operation: "activity", hash: "c280aa51f80cd240", line: 12, repeatableAfter: true, inlineAfter: false, activity: { name: "price", key: "price", of() { return this; } } },
        "price-2": { operation: "activity", hash: "ffb7dfef81be6585", line: 15, repeatableAfter: true, inlineAfter: false, activity: { name: "price", key: "price", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [] }];

import * as $hop from 'hopline/machine';

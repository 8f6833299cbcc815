import { activity, workflow } from 'hopline';

export class ForOfArray {
  @activity() async ship(sku: string, amount: number): Promise<string> {
    return `${sku}x${amount}`;
  }

  @workflow()
  async run(lines: { sku: string; amount?: number }[]): Promise<string[]> {
    const shipped: string[] = [];
    for (const { sku, amount = 1 } of lines) {
      if (amount === 0) continue;
      shipped.push(await this.ship(sku, amount));
    }
    return shipped;
  }

  ["hopline:run"]($frame, $resume) {
    let lines, shipped, sku, amount, $items, $ship;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "ship":
        shipped = $frame.locals.shipped;
        $items = $hop.cursorFrom($frame.locals.items);
        $next = 3;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [lines] = $frame.locals.args;
          shipped = [];
          $items = $hop.cursor(lines);
          $pc = 1;
        case 1: // for of
          $next = ($items.next()) ? 2 : 4; continue $run;
        case 2: // for of body
          ({ sku: sku, amount: amount = 1 } = $items.value);
          if (amount === 0) { $next = 1; continue $run; }
          void shipped.push;
          return { kind: "suspend", state: "ship", args: [sku, amount], locals: { shipped, items: $items.save() }, repeatable: true };
        case 3: // after ship
          $ship = $hop.resumed($resume);
          shipped.push($ship);
          $next = 1; continue $run;
        case 4: // end for of
          return { kind: "return", value: (shipped) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "ForOfArray", $hop.machine({
      name: "ForOfArray.run", method: "run", file: "for-of-array/input.ts", hash: "347b0cd7375f4d60",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "ship": { operation: "activity", hash: "dcffcdfc7933a8e9", line: 13, repeatableAfter: true, inlineAfter: false, activity: { name: "ship", key: "ship", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [[{ sku: 'a' }, { sku: 'b', amount: 0 }, { sku: 'c', amount: 3 }]] }];

import * as $hop from 'hopline/machine';

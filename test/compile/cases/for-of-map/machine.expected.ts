import { activity, workflow } from 'hopline';

export class ForOfMap {
  @activity() async count(name: string): Promise<number> {
    return name.length;
  }

  @workflow()
  async run(): Promise<[string, number][]> {
    const stock = new Map([
      ['nuts', 0],
      ['bolts', 0],
    ]);
    for (const [name] of stock) {
      stock.set(name, await this.count(name));
      if (name === 'nuts') stock.set('washers', 1);
    }
    return [...stock];
  }

  ["hopline:run"]($frame, $resume) {
    let stock, name, $items, $count;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "count":
        stock = $frame.locals.stock;
        name = $frame.locals.name;
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
          stock = new Map([
      ['nuts', 0],
      ['bolts', 0],
    ]);
          $items = $hop.cursor(stock);
          $pc = 1;
        case 1: // for of
          $next = ($items.next()) ? 2 : 4; continue $run;
        case 2: // for of body
          [name] = $items.value;
          void stock.set;
          return { kind: "suspend", state: "count", args: [name], locals: { stock, name, items: $items.save() }, repeatable: true };
        case 3: // after count
          $count = $hop.resumed($resume);
          stock.set(name, $count);
          if (name === 'nuts') stock.set('washers', 1);
          $next = 1; continue $run;
        case 4: // end for of
          return { kind: "return", value: ([...stock]) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "ForOfMap", $hop.machine({
      name: "ForOfMap.run", method: "run", file: "for-of-map/input.ts", hash: "9819f8de5b5ac3fd",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "count": { operation: "activity", hash: "acb907588d5f0fc2", line: 15, repeatableAfter: true, inlineAfter: false, activity: { name: "count", key: "count", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [] }];

import * as $hop from 'hopline/machine';

import { activity, workflow } from 'hopline';

export class ForOfEntries {
  @activity() async name(index: number, item: string): Promise<string> {
    return `${index}:${item}`;
  }

  @workflow()
  async run(items: string[]): Promise<string[]> {
    const named: string[] = [];
    for (const [index, item] of items.entries()) named.push(await this.name(index, item));
    return named;
  }

  ["hopline:run"]($frame, $resume) {
    let items, named, index, item, $items, $name;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "name":
        named = $frame.locals.named;
        $items = $hop.cursorFrom($frame.locals["items@1"]);
        $next = 3;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [items] = $frame.locals.args;
          named = [];
          $items = $hop.cursor(items, 'entries');
          $pc = 1;
        case 1: // for of
          $next = ($items.next()) ? 2 : 4; continue $run;
        case 2: // for of body
          [index, item] = $items.value;
          void named.push;
          return { kind: "suspend", state: "name", args: [index, item], locals: { named, ["items@1"]: $items.save() }, repeatable: true };
        case 3: // after name
          $name = $hop.resumed($resume);
          named.push($name);
          $next = 1; continue $run;
        case 4: // end for of
          return { kind: "return", value: (named) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "ForOfEntries", $hop.machine({
      name: "ForOfEntries.run", method: "run", file: "for-of-entries/input.ts", hash: "a1ebe75ff0df4197",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "name": { operation: "activity", hash: "2c6c2c9cc85da863", line: 11, repeatableAfter: true, inlineAfter: false, activity: { name: "name", key: "name", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [['a', 'b']] }];

import * as $hop from 'hopline/machine';

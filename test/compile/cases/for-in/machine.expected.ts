import { activity, workflow } from 'hopline';

export class ForIn {
  @activity() async drop(key: string): Promise<string> {
    return key.toUpperCase();
  }

  @workflow()
  async run(): Promise<string[]> {
    const flags: Record<string, boolean> = { a: true, b: false, c: true };
    const dropped: string[] = [];
    for (const key in flags) {
      dropped.push(await this.drop(key));
      delete flags['b'];
    }
    return dropped;
  }

  ["hopline:run"]($frame, $resume) {
    let flags, dropped, key, $keys, $drop;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "drop":
        flags = $frame.locals.flags;
        dropped = $frame.locals.dropped;
        $keys = $hop.cursorFrom($frame.locals.keys);
        $next = 3;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          flags = { a: true, b: false, c: true };
          dropped = [];
          $keys = $hop.keyCursor(flags);
          $pc = 1;
        case 1: // for in
          $next = ($keys.next()) ? 2 : 4; continue $run;
        case 2: // for in body
          key = $keys.value;
          void dropped.push;
          return { kind: "suspend", state: "drop", args: [key], locals: { flags, dropped, keys: $keys.save() }, repeatable: true };
        case 3: // after drop
          $drop = $hop.resumed($resume);
          dropped.push($drop);
          delete flags['b'];
          $next = 1; continue $run;
        case 4: // end for in
          return { kind: "return", value: (dropped) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "ForIn", $hop.machine({
      name: "ForIn.run", method: "run", file: "for-in/input.ts", hash: "29992018a471e156",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "drop": { operation: "activity", hash: "b1f351dc4d81c793", line: 13, repeatableAfter: true, inlineAfter: false, activity: { name: "drop", key: "drop", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [] }];

import * as $hop from 'hopline/machine';

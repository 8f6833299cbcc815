import { activity, workflow } from 'hopline';

export class TemporalDeadZone {
  @activity() async touch(): Promise<void> {}

  @workflow()
  async run(early: boolean): Promise<string> {
    const read = () => later;
    try {
      await this.touch();
      if (early) return read();
    } catch (error) {
      return (error as Error).name;
    }
    const later = 'now';
    await this.touch();
    return read();
  }

  ["hopline:run"]($frame, $resume) {
    let early, read, error, later, $result;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "touch":
        early = $frame.locals.early;
        later = $hop.restored($frame.locals, "later");
        read = () => $hop.checked(later, "later");
        $next = 2;
        break;
      case "touch-2":
        later = $hop.restored($frame.locals, "later");
        read = () => $hop.checked(later, "later");
        $next = 4;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      try {
        switch ($pc) {
          case 0: // start
            [early] = $frame.locals.args;
            later = $hop.unset;
            read = () => $hop.checked(later, "later");
            $pc = 1;
          case 1: // try
            return { kind: "suspend", state: "touch", args: [], locals: { early, ...$hop.saved("later", later) }, repeatable: true };
          case 2: // after touch
            $hop.resumed($resume);
            if (early) { $result = read(); $next = 5; continue $run; }
            $pc = 3;
          case 3: // end try
            later = 'now';
            return { kind: "suspend", state: "touch-2", args: [], locals: { ...$hop.saved("later", later) }, repeatable: true };
          case 4: // after touch
            $hop.resumed($resume);
            return { kind: "return", value: (read()) };
          case 5: // return
            return { kind: "return", value: ($result) };
          case 6: // catch
            error = $caught;
            {
      { $result = (error as Error).name; $next = 7; continue $run; }
    }
            $next = 3; continue $run;
          case 7: // return
            return { kind: "return", value: ($result) };
        }
      } catch ($thrown) {
        switch ($pc) {
          case 1: case 2: case 5:
            $caught = $thrown; $next = 6; continue $run;
          default:
            throw $thrown;
        }
      }
    }
  }
  static {
    $hop.defineMachine(this, "TemporalDeadZone", $hop.machine({
      name: "TemporalDeadZone.run", method: "run", file: "temporal-dead-zone/input.ts", hash: "71b07d9e3f1711c9",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "touch": { operation: "activity", hash: "cc9c2ea3fb75d829", line: 10, repeatableAfter: true, inlineAfter: false, activity: { name: "touch", key: "touch", of() { return this; } } },
        "touch-2": { operation: "activity", hash: "9697a1263b1c28a4", line: 16, repeatableAfter: true, inlineAfter: false, activity: { name: "touch", key: "touch", of() { return this; } } },
      },
    }));
  }
}

export const runs = [true, false].map((early) => ({ method: 'run', args: [early] }));

import * as $hop from 'hopline/machine';

import { activity, sleep, workflow } from 'hopline';

export class LiveLocalsOnly {
  @activity() async measure(text: string): Promise<number> {
    return text.length;
  }

  @workflow()
  async run(text: string, unused: string): Promise<number> {
    const prefix = text.slice(0, 2);
    const length = await this.measure(prefix + text);
    const doubled = length * 2;
    await sleep('1h');
    return doubled;
  }

  ["hopline:run"]($frame, $resume) {
    let text, unused, prefix, length, doubled;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "measure":
        $next = 1;
        break;
      case "sleep":
        doubled = $frame.locals.doubled;
        $next = 2;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [text, unused] = $frame.locals.args;
          prefix = text.slice(0, 2);
          return { kind: "suspend", state: "measure", args: [prefix + text], locals: {}, repeatable: true };
        case 1: // after measure
          length = $hop.resumed($resume);
          doubled = length * 2;
          return { kind: "suspend", state: "sleep", args: ['1h'], locals: { doubled }, repeatable: true };
        case 2: // after sleep
          $hop.resumed($resume);
          return { kind: "return", value: (doubled) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "LiveLocalsOnly", $hop.machine({
      name: "LiveLocalsOnly.run", method: "run", file: "live-locals-only/input.ts", hash: "86866ec76b3bee33",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "measure": { operation: "activity", hash: "f701cb67fbc4ce71", line: 11, repeatableAfter: true, inlineAfter: false, activity: { name: "measure", key: "measure", of() { return this; } } },
        "sleep": { operation: "sleep", hash: "16d71921c28bd412", line: 13, repeatableAfter: true, inlineAfter: false },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: ['text', 'not live'] }];

import * as $hop from 'hopline/machine';

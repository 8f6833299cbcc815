import { activity, FatalError, workflow } from 'hopline';

export class ThrowAndRethrow {
  @activity({ retry: { attempts: 1 } }) async reason(): Promise<string> {
    return 'no stock';
  }

  @workflow()
  async run(fatal: boolean): Promise<never> {
    try {
      throw new Error(await this.reason());
    } catch (cause) {
      if (fatal) throw new FatalError('gave up', { cause });
      throw cause;
    }
  }

  ["hopline:run"]($frame, $resume) {
    let fatal, cause, $reason;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "reason":
        fatal = $frame.locals.fatal;
        $next = 2;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      try {
        switch ($pc) {
          case 0: // start
            [fatal] = $frame.locals.args;
            $pc = 1;
          case 1: // try
            return { kind: "suspend", state: "reason", args: [], locals: { fatal }, repeatable: true };
          case 2: // after reason
            $reason = $hop.resumed($resume);
            throw new Error($reason);
          case 3: // catch
            cause = $caught;
            {
      if (fatal) throw new FatalError('gave up', { cause: cause });
      throw cause;
    }
            return { kind: "return", value: undefined };
        }
      } catch ($thrown) {
        switch ($pc) {
          case 1: case 2:
            $caught = $thrown; $next = 3; continue $run;
          default:
            throw $thrown;
        }
      }
    }
  }
  static {
    $hop.defineMachine(this, "ThrowAndRethrow", $hop.machine({
      name: "ThrowAndRethrow.run", method: "run", file: "throw-and-rethrow/input.ts", hash: "4fb36317491b654a",
      workflow: true, repeatableAfterStart: false, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "reason": { operation: "activity", hash: "c6b79b601f1a9ab0", line: 11, repeatableAfter: false, inlineAfter: false, activity: { name: "reason", key: "reason", of() { return this; } } },
      },
    }));
  }
}

export const runs = [true, false].map((fatal) => ({ method: 'run', args: [fatal] }));

import * as $hop from 'hopline/machine';

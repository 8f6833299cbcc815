import { activity, workflow } from 'hopline';

export class FinallyCrossedByContinueAndBreak {
  @activity({ retry: { attempts: 1 } }) async work(n: number): Promise<number> {
    if (n === 2) throw new Error('two');
    return n;
  }
  @activity() async tidy(n: number): Promise<void> {
    void n;
  }

  @workflow()
  async run(): Promise<string[]> {
    const seen: string[] = [];
    for (let n = 0; n < 9; n += 1) {
      try {
        if (n === 1) continue;
        if (n === 3) break;
        seen.push(`did ${await this.work(n)}`);
      } catch (error) {
        seen.push((error as Error).message);
        continue;
      } finally {
        await this.tidy(n);
      }
      seen.push(`after ${n}`);
    }
    return seen;
  }

  ["hopline:run"]($frame, $resume) {
    let seen, n, error, $completion, $pending, $work;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "work":
        seen = $frame.locals.seen;
        n = $frame.locals.n;
        $next = 3;
        break;
      case "tidy":
        seen = $frame.locals.seen;
        n = $frame.locals.n;
        $completion = $frame.locals.completion;
        $pending = $frame.locals.pending;
        $next = 5;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      try {
        switch ($pc) {
          case 0: // start
            seen = [];
            n = 0;
            $pc = 1;
          case 1: // for
            $next = (n < 9) ? 2 : 9; continue $run;
          case 2: // try
            if (n === 1) { $next = 13; continue $run; }
            if (n === 3) { $next = 14; continue $run; }
            void seen.push;
            return { kind: "suspend", state: "work", args: [n], locals: { seen, n }, repeatable: true };
          case 3: // after work
            $work = $hop.resumed($resume);
            seen.push(`did ${$work}`);
            $pending = undefined;
            $completion = 0;
            $pc = 4;
          case 4: // finally
            return { kind: "suspend", state: "tidy", args: [n], locals: { seen, n, completion: $completion, pending: $pending }, repeatable: true };
          case 5: // after tidy
            $hop.resumed($resume);
            switch ($completion) {
              case 0: $next = 6; continue $run;
              case 1: $next = 8; continue $run;
              case 3: $next = 7; continue $run;
              case 4: $next = 9; continue $run;
            }
          case 6: // end try
            seen.push(`after ${n}`);
            $pc = 7;
          case 7: // for step
            n += 1;
            $next = 1; continue $run;
          case 8: // throw on
            throw $pending;
          case 9: // end for
            return { kind: "return", value: (seen) };
          case 10: // catch
            error = $caught;
            {
        seen.push((error as Error).message);
        { $next = 11; continue $run; }
      }
            $pending = undefined;
            $completion = 0;
            $next = 4; continue $run;
          case 11: // leave try
            $pending = undefined;
            $completion = 3;
            $next = 4; continue $run;
          case 12: // finally after throw
            $pending = $caught;
            $completion = 1;
            $next = 4; continue $run;
          case 13: // leave try
            $pending = undefined;
            $completion = 3;
            $next = 4; continue $run;
          case 14: // leave try
            $pending = undefined;
            $completion = 4;
            $next = 4; continue $run;
        }
      } catch ($thrown) {
        switch ($pc) {
          case 2: case 3: case 13: case 14:
            $caught = $thrown; $next = 10; continue $run;
          case 10: case 11:
            $caught = $thrown; $next = 12; continue $run;
          default:
            throw $thrown;
        }
      }
    }
  }
  static {
    $hop.defineMachine(this, "FinallyCrossedByContinueAndBreak", $hop.machine({
      name: "FinallyCrossedByContinueAndBreak.run", method: "run", file: "finally-crossed-by-continue-and-break/input.ts", hash: "5a6efc8dd36012c3",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "work": { operation: "activity", hash: "1d6cde5e5ee23a52", line: 19, repeatableAfter: true, inlineAfter: false, activity: { name: "work", key: "work", of() { return this; } } },
        "tidy": { operation: "activity", hash: "1c1fe25232f1d16a", line: 24, repeatableAfter: true, inlineAfter: false, activity: { name: "tidy", key: "tidy", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [] }];

import * as $hop from 'hopline/machine';

import { activity, workflow } from 'hopline';

export class FinallyNested {
  @activity() async step(name: string): Promise<void> {
    void name;
  }

  @workflow()
  async run(fail: boolean): Promise<string> {
    try {
      try {
        if (fail) throw new Error('inner');
        return 'returned';
      } finally {
        await this.step('inner finally');
        try {
          if (fail) throw new Error('while pending');
        } catch {
          await this.step('caught while pending');
        }
      }
    } catch (error) {
      return (error as Error).message;
    } finally {
      await this.step('outer finally');
    }
  }

  ["hopline:run"]($frame, $resume) {
    let fail, error, $completion, $pending, $completion$1, $pending$1, $result;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "step":
        fail = $frame.locals.fail;
        $completion$1 = $frame.locals["completion@1"];
        $pending$1 = $frame.locals["pending@1"];
        $next = 3;
        break;
      case "step-3":
        $completion = $frame.locals.completion;
        $pending = $frame.locals.pending;
        $next = 8;
        break;
      case "step-2":
        $completion$1 = $frame.locals["completion@1"];
        $pending$1 = $frame.locals["pending@1"];
        $next = 18;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      try {
        switch ($pc) {
          case 0: // start
            [fail] = $frame.locals.args;
            $pc = 1;
          case 1: // try
            {
        if (fail) throw new Error('inner');
        { $result = 'returned'; $next = 19; continue $run; }
      }
            $pending$1 = undefined;
            $completion$1 = 0;
            $pc = 2;
          case 2: // finally
            return { kind: "suspend", state: "step", args: ['inner finally'], locals: { fail, ["completion@1"]: $completion$1, ["pending@1"]: $pending$1 }, repeatable: true };
          case 3: // after step
            $hop.resumed($resume);
            $pc = 4;
          case 4: // try
            {
          if (fail) throw new Error('while pending');
        }
            $pc = 5;
          case 5: // end try
            switch ($completion$1) {
              case 0: $next = 6; continue $run;
              case 1: $next = 12; continue $run;
              case 2: $next = 16; continue $run;
            }
          case 6: // end try
            $pending = undefined;
            $completion = 0;
            $pc = 7;
          case 7: // finally
            return { kind: "suspend", state: "step-3", args: ['outer finally'], locals: { completion: $completion, pending: $pending }, repeatable: true };
          case 8: // after step
            $hop.resumed($resume);
            switch ($completion) {
              case 0: $next = 9; continue $run;
              case 1: $next = 10; continue $run;
              case 2: $next = 11; continue $run;
            }
          case 9: // end try
            return { kind: "return", value: undefined };
          case 10: // throw on
            throw $pending;
          case 11: // return on
            return { kind: "return", value: ($pending) };
          case 12: // throw on
            throw $pending$1;
          case 13: // catch
            error = $caught;
            {
      { $result = (error as Error).message; $next = 14; continue $run; }
    }
            $pending = undefined;
            $completion = 0;
            $next = 7; continue $run;
          case 14: // return through finally
            $pending = $result;
            $completion = 2;
            $next = 7; continue $run;
          case 15: // finally after throw
            $pending = $caught;
            $completion = 1;
            $next = 7; continue $run;
          case 16: // return on
            $pending = $pending$1;
            $completion = 2;
            $next = 7; continue $run;
          case 17: // catch
            return { kind: "suspend", state: "step-2", args: ['caught while pending'], locals: { ["completion@1"]: $completion$1, ["pending@1"]: $pending$1 }, repeatable: true };
          case 18: // after step
            $hop.resumed($resume);
            $next = 5; continue $run;
          case 19: // return through finally
            $pending$1 = $result;
            $completion$1 = 2;
            $next = 2; continue $run;
          case 20: // finally after throw
            $pending$1 = $caught;
            $completion$1 = 1;
            $next = 2; continue $run;
        }
      } catch ($thrown) {
        switch ($pc) {
          case 1: case 19:
            $caught = $thrown; $next = 20; continue $run;
          case 2: case 3: case 5: case 6: case 12: case 16: case 17: case 18: case 20:
            $caught = $thrown; $next = 13; continue $run;
          case 4:
            $caught = $thrown; $next = 17; continue $run;
          case 13: case 14:
            $caught = $thrown; $next = 15; continue $run;
          default:
            throw $thrown;
        }
      }
    }
  }
  static {
    $hop.defineMachine(this, "FinallyNested", $hop.machine({
      name: "FinallyNested.run", method: "run", file: "finally-nested/input.ts", hash: "9b0e2df2e0182f35",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "step": { operation: "activity", hash: "fe7271bbaf4eca45", line: 15, repeatableAfter: true, inlineAfter: false, activity: { name: "step", key: "step", of() { return this; } } },
        "step-2": { operation: "activity", hash: "c01e425dc4726f46", line: 19, repeatableAfter: true, inlineAfter: false, activity: { name: "step", key: "step", of() { return this; } } },
        "step-3": { operation: "activity", hash: "1518498923761e5e", line: 25, repeatableAfter: true, inlineAfter: false, activity: { name: "step", key: "step", of() { return this; } } },
      },
    }));
  }
}

export const runs = [true, false].map((fail) => ({ method: 'run', args: [fail] }));

import * as $hop from 'hopline/machine';

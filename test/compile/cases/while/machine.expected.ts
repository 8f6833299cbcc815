import { activity, workflow } from 'hopline';

export class While {
  @activity() async isPaid(attempt: number): Promise<boolean> {
    return attempt > 2;
  }

  @workflow()
  async run(): Promise<number> {
    let attempt = 0;
    while (!(await this.isPaid(attempt))) {
      attempt += 1;
      if (attempt > 5) break;
    }
    return attempt;
  }

  ["hopline:run"]($frame, $resume) {
    let attempt, $isPaid;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "isPaid":
        attempt = $frame.locals.attempt;
        $next = 2;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          attempt = 0;
          $pc = 1;
        case 1: // while
          return { kind: "suspend", state: "isPaid", args: [attempt], locals: { attempt }, repeatable: true };
        case 2: // after isPaid
          $isPaid = $hop.resumed($resume);
          $next = (! ($isPaid)) ? 3 : 4; continue $run;
        case 3: // while body
          {
      attempt += 1;
      if (attempt > 5) { $next = 4; continue $run; }
    }
          $next = 1; continue $run;
        case 4: // end while
          return { kind: "return", value: (attempt) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "While", $hop.machine({
      name: "While.run", method: "run", file: "while/input.ts", hash: "2c915e94ed534b69",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "isPaid": { operation: "activity", hash: "b51f01aefc64ab83", line: 11, repeatableAfter: true, inlineAfter: false, activity: { name: "isPaid", key: "isPaid", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [] }];

import * as $hop from 'hopline/machine';

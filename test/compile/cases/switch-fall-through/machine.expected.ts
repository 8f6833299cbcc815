import { activity, workflow } from 'hopline';

export class SwitchFallThrough {
  @activity() async act(what: string): Promise<string> {
    return what;
  }

  @workflow()
  async run(level: number): Promise<string[]> {
    const done: string[] = [];
    switch (level) {
      case 3:
        done.push(await this.act('call'));
      case 2:
        done.push('mail');
        break;
      default:
        done.push(await this.act('ignore'));
      case 1:
        done.push(await this.act('note'));
    }
    return done;
  }

  ["hopline:run"]($frame, $resume) {
    let level, done, $switched, $act, $act$1, $act$2;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "act":
        done = $frame.locals.done;
        $next = 2;
        break;
      case "act-3":
        done = $frame.locals.done;
        $next = 8;
        break;
      case "act-2":
        done = $frame.locals.done;
        $next = 10;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [level] = $frame.locals.args;
          done = [];
          $switched = level;
          $next = ($switched === (3)) ? 1 : 5; continue $run;
        case 1: // case
          void done.push;
          return { kind: "suspend", state: "act", args: ['call'], locals: { done }, repeatable: true };
        case 2: // after act
          $act = $hop.resumed($resume);
          done.push($act);
          $pc = 3;
        case 3: // case
          done.push('mail');
          $pc = 4;
        case 4: // end switch
          return { kind: "return", value: (done) };
        case 5: // next case
          $next = ($switched === (2)) ? 3 : 6; continue $run;
        case 6: // next case
          $next = ($switched === (1)) ? 7 : 9; continue $run;
        case 7: // case
          void done.push;
          return { kind: "suspend", state: "act-3", args: ['note'], locals: { done }, repeatable: true };
        case 8: // after act
          $act$2 = $hop.resumed($resume);
          done.push($act$2);
          $next = 4; continue $run;
        case 9: // default
          void done.push;
          return { kind: "suspend", state: "act-2", args: ['ignore'], locals: { done }, repeatable: true };
        case 10: // after act
          $act$1 = $hop.resumed($resume);
          done.push($act$1);
          $next = 7; continue $run;
      }
    }
  }
  static {
    $hop.defineMachine(this, "SwitchFallThrough", $hop.machine({
      name: "SwitchFallThrough.run", method: "run", file: "switch-fall-through/input.ts", hash: "4260db445f2fa65c",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "act": { operation: "activity", hash: "5cda7a52970b73c5", line: 13, repeatableAfter: true, inlineAfter: false, activity: { name: "act", key: "act", of() { return this; } } },
        "act-2": { operation: "activity", hash: "0567f9dd8a596acc", line: 18, repeatableAfter: true, inlineAfter: false, activity: { name: "act", key: "act", of() { return this; } } },
        "act-3": { operation: "activity", hash: "cbf67749754104cf", line: 20, repeatableAfter: true, inlineAfter: false, activity: { name: "act", key: "act", of() { return this; } } },
      },
    }));
  }
}

export const runs = [0, 1, 2, 3].map((level) => ({ method: 'run', args: [level] }));

import * as $hop from 'hopline/machine';

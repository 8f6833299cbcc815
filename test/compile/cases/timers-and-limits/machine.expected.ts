import { activity, defineRateLimit, rateLimit, sleep, sleepUntil, workflow } from 'hopline';

const mails = defineRateLimit('mails', { limit: 5, per: '1m' });

export class TimersAndLimits {
  @activity() async mail(to: string): Promise<string> {
    return to;
  }

  @workflow()
  async run(to: string, day: string): Promise<string> {
    await sleepUntil(`${day}T09:00:00Z`);
    await rateLimit(mails, to);
    const sent = await this.mail(to);
    await sleep({ minutes: 5 });
    return sent;
  }

  ["hopline:run"]($frame, $resume) {
    let to, day, sent;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "sleepUntil":
        to = $frame.locals.to;
        $next = 1;
        break;
      case "rateLimit":
        to = $frame.locals.to;
        $next = 2;
        break;
      case "mail":
        $next = 3;
        break;
      case "sleep":
        sent = $frame.locals.sent;
        $next = 4;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [to, day] = $frame.locals.args;
          return { kind: "suspend", state: "sleepUntil", args: [`${day}T09:00:00Z`], locals: { to }, repeatable: true };
        case 1: // after sleepUntil
          $hop.resumed($resume);
          return { kind: "suspend", state: "rateLimit", args: [mails, to], locals: { to }, repeatable: true };
        case 2: // after rateLimit
          $hop.resumed($resume);
          return { kind: "suspend", state: "mail", args: [to], locals: {}, repeatable: true };
        case 3: // after mail
          sent = $hop.resumed($resume);
          return { kind: "suspend", state: "sleep", args: [{ minutes: 5 }], locals: { sent }, repeatable: true };
        case 4: // after sleep
          $hop.resumed($resume);
          return { kind: "return", value: (sent) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "TimersAndLimits", $hop.machine({
      name: "TimersAndLimits.run", method: "run", file: "timers-and-limits/input.ts", hash: "d85fb5c7c61c0170",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "sleepUntil": { operation: "sleepUntil", hash: "812311126b56c6e8", line: 12, repeatableAfter: true, inlineAfter: false },
        "rateLimit": { operation: "rateLimit", hash: "63c80f1df7e02a4a", line: 13, repeatableAfter: true, inlineAfter: false },
        "mail": { operation: "activity", hash: "8228c0ca22e3308c", line: 14, repeatableAfter: true, inlineAfter: false, activity: { name: "mail", key: "mail", of() { return this; } } },
        "sleep": { operation: "sleep", hash: "852f7c04cd65c1d0", line: 15, repeatableAfter: true, inlineAfter: false },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: ['a@b.example', '2030-01-01'] }];

import * as $hop from 'hopline/machine';

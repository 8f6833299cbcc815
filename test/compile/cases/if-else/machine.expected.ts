import { activity, workflow } from 'hopline';

export class IfElse {
  @activity() async charge(amount: number): Promise<string> {
    return `charged ${amount}`;
  }
  @activity() async remind(times: number): Promise<string> {
    return `reminded ${times}`;
  }

  @workflow()
  async run(amount: number): Promise<string> {
    let said = 'nothing';
    if (amount > 100) said = await this.charge(amount);
    else if (amount > 10) {
      const times = amount / 10;
      said = await this.remind(times);
    } else said = 'too small';
    return said;
  }

  ["hopline:run"]($frame, $resume) {
    let amount, said, times;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "charge":
        $next = 2;
        break;
      case "remind":
        $next = 6;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [amount] = $frame.locals.args;
          said = 'nothing';
          $next = (amount > 100) ? 1 : 4; continue $run;
        case 1: // then
          return { kind: "suspend", state: "charge", args: [amount], locals: {}, repeatable: true };
        case 2: // after charge
          said = $hop.resumed($resume);
          $pc = 3;
        case 3: // end if
          return { kind: "return", value: (said) };
        case 4: // else
          $next = (amount > 10) ? 5 : 7; continue $run;
        case 5: // then
          times = amount / 10;
          return { kind: "suspend", state: "remind", args: [times], locals: {}, repeatable: true };
        case 6: // after remind
          said = $hop.resumed($resume);
          $next = 3; continue $run;
        case 7: // else
          said = 'too small';
          $next = 3; continue $run;
      }
    }
  }
  static {
    $hop.defineMachine(this, "IfElse", $hop.machine({
      name: "IfElse.run", method: "run", file: "if-else/input.ts", hash: "212aebb95d1fba9c",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "charge": { operation: "activity", hash: "e34b84579b84f0ea", line: 14, repeatableAfter: true, inlineAfter: false, activity: { name: "charge", key: "charge", of() { return this; } } },
        "remind": { operation: "activity", hash: "de19eb24b1b3aeca", line: 17, repeatableAfter: true, inlineAfter: false, activity: { name: "remind", key: "remind", of() { return this; } } },
      },
    }));
  }
}

export const runs = [200, 20, 2].map((amount) => ({ method: 'run', args: [amount] }));

import * as $hop from 'hopline/machine';

import { activity, workflow } from 'hopline';

export class TryCatch {
  @activity({ retry: { attempts: 1 } }) async charge(amount: number): Promise<string> {
    if (amount < 0) throw new RangeError(`refused ${amount}`);
    return `charged ${amount}`;
  }

  @workflow()
  async run(amount: number): Promise<string> {
    try {
      return await this.charge(amount);
    } catch (error) {
      const { message } = error as Error;
      return `${message}, then ${await this.charge(1)}`;
    }
  }

  ["hopline:run"]($frame, $resume) {
    let amount, error, message, $charge, $held, $charge$1;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "charge":
        $next = 2;
        break;
      case "charge-2":
        $held = $frame.locals.held;
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
            [amount] = $frame.locals.args;
            $pc = 1;
          case 1: // try
            return { kind: "suspend", state: "charge", args: [amount], locals: {}, repeatable: true };
          case 2: // after charge
            $charge = $hop.resumed($resume);
            return { kind: "return", value: ($charge) };
          case 3: // catch
            error = $caught;
            ({ message: message } = error as Error);
            $held = `${message}`;
            return { kind: "suspend", state: "charge-2", args: [1], locals: { held: $held }, repeatable: true };
          case 4: // after charge
            $charge$1 = $hop.resumed($resume);
            return { kind: "return", value: (`${$held}, then ${$charge$1}`) };
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
    $hop.defineMachine(this, "TryCatch", $hop.machine({
      name: "TryCatch.run", method: "run", file: "try-catch/input.ts", hash: "e42ecaf976b08d5b",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "charge": { operation: "activity", hash: "8b301f425196e1fe", line: 12, repeatableAfter: true, inlineAfter: false, activity: { name: "charge", key: "charge", of() { return this; } } },
        "charge-2": { operation: "activity", hash: "059d1b62023dd568", line: 15, repeatableAfter: true, inlineAfter: false, activity: { name: "charge", key: "charge", of() { return this; } } },
      },
    }));
  }
}

export const runs = [5, -5].map((amount) => ({ method: 'run', args: [amount] }));

import * as $hop from 'hopline/machine';

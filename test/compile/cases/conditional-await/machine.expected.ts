import { activity, workflow } from 'hopline';

export class ConditionalAwait {
  @activity() async ship(id: number): Promise<string> {
    return `shipped ${id}`;
  }
  @activity() async refund(id: number): Promise<string> {
    return `refunded ${id}`;
  }

  @workflow()
  async run(paid: boolean, id: number): Promise<string> {
    const outcome = paid ? await this.ship(id) : 'nothing';
    const note = paid && (await this.refund(id));
    const last = await (paid ? this.ship(id + 1) : this.refund(id + 1));
    return `${outcome}, ${note}, ${last}`;
  }

  ["hopline:run"]($frame, $resume) {
    let paid, id, outcome, note, last, $chosen, $either, $refund, $chosen$1;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "ship":
        paid = $frame.locals.paid;
        id = $frame.locals.id;
        $next = 2;
        break;
      case "refund":
        paid = $frame.locals.paid;
        id = $frame.locals.id;
        outcome = $frame.locals.outcome;
        $next = 5;
        break;
      case "ship-2":
        outcome = $frame.locals.outcome;
        note = $frame.locals.note;
        $next = 8;
        break;
      case "refund-2":
        outcome = $frame.locals.outcome;
        note = $frame.locals.note;
        $next = 11;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [paid, id] = $frame.locals.args;
          $next = (paid) ? 1 : 12; continue $run;
        case 1: // when true
          return { kind: "suspend", state: "ship", args: [id], locals: { paid, id }, repeatable: true };
        case 2: // after ship
          $chosen = $hop.resumed($resume);
          $pc = 3;
        case 3: // end of choice
          outcome = $chosen;
          $either = paid;
          $next = ($either) ? 4 : 6; continue $run;
        case 4: // right operand
          return { kind: "suspend", state: "refund", args: [id], locals: { paid, id, outcome }, repeatable: true };
        case 5: // after refund
          $refund = $hop.resumed($resume);
          $either = ($refund);
          $pc = 6;
        case 6: // end of operator
          note = $either;
          $next = (paid) ? 7 : 10; continue $run;
        case 7: // when true
          return { kind: "suspend", state: "ship-2", args: [id + 1], locals: { outcome, note }, repeatable: true };
        case 8: // after ship
          $chosen$1 = $hop.resumed($resume);
          $pc = 9;
        case 9: // end of choice
          last = (($chosen$1));
          return { kind: "return", value: (`${outcome}, ${note}, ${last}`) };
        case 10: // when false
          return { kind: "suspend", state: "refund-2", args: [id + 1], locals: { outcome, note }, repeatable: true };
        case 11: // after refund
          $chosen$1 = $hop.resumed($resume);
          $next = 9; continue $run;
        case 12: // when false
          $chosen = 'nothing';
          $next = 3; continue $run;
      }
    }
  }
  static {
    $hop.defineMachine(this, "ConditionalAwait", $hop.machine({
      name: "ConditionalAwait.run", method: "run", file: "conditional-await/input.ts", hash: "31169e3013ba8410",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "ship": { operation: "activity", hash: "6d8afa6ebe889a2e", line: 13, repeatableAfter: true, inlineAfter: false, activity: { name: "ship", key: "ship", of() { return this; } } },
        "refund": { operation: "activity", hash: "d03b76b369a7ee1e", line: 14, repeatableAfter: true, inlineAfter: false, activity: { name: "refund", key: "refund", of() { return this; } } },
        "ship-2": { operation: "activity", hash: "e3e8b46223f73ba8", line: 15, repeatableAfter: true, inlineAfter: false, activity: { name: "ship", key: "ship", of() { return this; } } },
        "refund-2": { operation: "activity", hash: "130af0103e9fbb52", line: 15, repeatableAfter: true, inlineAfter: false, activity: { name: "refund", key: "refund", of() { return this; } } },
      },
    }));
  }
}

export const runs = [true, false].map((paid) => ({ method: 'run', args: [paid, 1] }));

import * as $hop from 'hopline/machine';

import { activity, workflow } from 'hopline';

export class LogicalAssignment {
  @activity() async load(name: string): Promise<string> {
    return `loaded ${name}`;
  }

  @workflow()
  async run(known: { name?: string; zip?: string | null }): Promise<unknown> {
    known.name ??= await this.load('name');
    let label = '';
    label ||= await this.load('label');
    label &&= `${label}!`;
    return [known, label];
  }

  ["hopline:run"]($frame, $resume) {
    let known, label, $either, $either$1;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "load":
        known = $frame.locals.known;
        $next = 2;
        break;
      case "load-2":
        known = $frame.locals.known;
        $next = 5;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [known] = $frame.locals.args;
          $either = known.name;
          $next = ($either === null || $either === undefined) ? 1 : 3; continue $run;
        case 1: // assign
          return { kind: "suspend", state: "load", args: ['name'], locals: { known }, repeatable: true };
        case 2: // after load
          $either = $hop.resumed($resume);
          known.name = $either;
          $pc = 3;
        case 3: // end of operator
          $either;
          label = '';
          $either$1 = label;
          $next = (!$either$1) ? 4 : 6; continue $run;
        case 4: // assign
          return { kind: "suspend", state: "load-2", args: ['label'], locals: { known }, repeatable: true };
        case 5: // after load
          $either$1 = $hop.resumed($resume);
          label = $either$1;
          $pc = 6;
        case 6: // end of operator
          $either$1;
          label &&= `${label}!`;
          return { kind: "return", value: ([known, label]) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "LogicalAssignment", $hop.machine({
      name: "LogicalAssignment.run", method: "run", file: "logical-assignment/input.ts", hash: "ceb152bad94697d1",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "load": { operation: "activity", hash: "729d39f0c93f62dc", line: 10, repeatableAfter: true, inlineAfter: false, activity: { name: "load", key: "load", of() { return this; } } },
        "load-2": { operation: "activity", hash: "3c76ff5988e14d40", line: 12, repeatableAfter: true, inlineAfter: false, activity: { name: "load", key: "load", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{}, { name: 'given' }].map((known) => ({ method: 'run', args: [known] }));

import * as $hop from 'hopline/machine';

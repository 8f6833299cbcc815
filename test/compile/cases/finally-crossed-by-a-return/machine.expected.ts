import { activity, workflow } from 'hopline';

export class FinallyCrossedByAReturn {
  @activity() async lock(name: string): Promise<string> {
    return name;
  }
  @activity() async unlock(name: string): Promise<void> {
    void name;
  }

  @workflow()
  async run(empty: boolean): Promise<string> {
    const name = await this.lock('stock');
    try {
      if (empty) return `${name} is empty`;
    } finally {
      await this.unlock(name);
    }
    return `${name} is full`;
  }

  ["hopline:run"]($frame, $resume) {
    let empty, name, $completion, $pending, $result;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "lock":
        empty = $frame.locals.empty;
        $next = 1;
        break;
      case "unlock":
        name = $frame.locals.name;
        $completion = $frame.locals.completion;
        $pending = $frame.locals.pending;
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
            [empty] = $frame.locals.args;
            return { kind: "suspend", state: "lock", args: ['stock'], locals: { empty }, repeatable: true };
          case 1: // after lock
            name = $hop.resumed($resume);
            $pc = 2;
          case 2: // try
            {
      if (empty) { $result = `${name} is empty`; $next = 8; continue $run; }
    }
            $pending = undefined;
            $completion = 0;
            $pc = 3;
          case 3: // finally
            return { kind: "suspend", state: "unlock", args: [name], locals: { name, completion: $completion, pending: $pending }, repeatable: true };
          case 4: // after unlock
            $hop.resumed($resume);
            switch ($completion) {
              case 0: $next = 5; continue $run;
              case 1: $next = 6; continue $run;
              case 2: $next = 7; continue $run;
            }
          case 5: // end try
            return { kind: "return", value: (`${name} is full`) };
          case 6: // throw on
            throw $pending;
          case 7: // return on
            return { kind: "return", value: ($pending) };
          case 8: // return through finally
            $pending = $result;
            $completion = 2;
            $next = 3; continue $run;
          case 9: // finally after throw
            $pending = $caught;
            $completion = 1;
            $next = 3; continue $run;
        }
      } catch ($thrown) {
        switch ($pc) {
          case 2: case 8:
            $caught = $thrown; $next = 9; continue $run;
          default:
            throw $thrown;
        }
      }
    }
  }
  static {
    $hop.defineMachine(this, "FinallyCrossedByAReturn", $hop.machine({
      name: "FinallyCrossedByAReturn.run", method: "run", file: "finally-crossed-by-a-return/input.ts", hash: "a00f82add693cd55",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "lock": { operation: "activity", hash: "782d9c3f06215d0f", line: 13, repeatableAfter: true, inlineAfter: false, activity: { name: "lock", key: "lock", of() { return this; } } },
        "unlock": { operation: "activity", hash: "b7638b7faa2304f1", line: 17, repeatableAfter: true, inlineAfter: false, activity: { name: "unlock", key: "unlock", of() { return this; } } },
      },
    }));
  }
}

export const runs = [true, false].map((empty) => ({ method: 'run', args: [empty] }));

import * as $hop from 'hopline/machine';

import { sleep, workflow } from 'hopline';

export class ClosureMadeAgain {
  @workflow()
  async run(rate: number): Promise<number[]> {
    const tax = (net: number) => (net * rate) / 100;
    function twice(n: number): number {
      return tax(n) * 2;
    }
    const before = twice(50);
    await sleep('1 day');
    return [before, twice(50), tax(10)];
  }

  ["hopline:run"]($frame, $resume) {
    let rate, tax, twice, before;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "sleep":
        rate = $frame.locals.rate;
        before = $frame.locals.before;
        tax = (net: number) => (net * rate) / 100;
        twice = function twice(n: number): number {
      return tax(n) * 2;
    };
        $next = 1;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [rate] = $frame.locals.args;
          twice = function twice(n: number): number {
      return tax(n) * 2;
    };
          tax = (net: number) => (net * rate) / 100;
          before = twice(50);
          return { kind: "suspend", state: "sleep", args: ['1 day'], locals: { rate, before }, repeatable: true };
        case 1: // after sleep
          $hop.resumed($resume);
          return { kind: "return", value: ([before, twice(50), tax(10)]) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "ClosureMadeAgain", $hop.machine({
      name: "ClosureMadeAgain.run", method: "run", file: "closure-made-again/input.ts", hash: "beeb4d0c29b4ebe4",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "sleep": { operation: "sleep", hash: "ea21f6ecf5d36f3c", line: 11, repeatableAfter: true, inlineAfter: false },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [20] }];

import * as $hop from 'hopline/machine';

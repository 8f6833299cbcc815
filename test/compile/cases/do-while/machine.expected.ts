import { activity, sleep, workflow } from 'hopline';

export class DoWhile {
  @activity() async page(cursor: number): Promise<number | undefined> {
    return cursor < 3 ? cursor + 1 : undefined;
  }

  @workflow()
  async run(): Promise<number[]> {
    const seen: number[] = [];
    let cursor: number | undefined = 0;
    do {
      cursor = await this.page(cursor);
      if (cursor === 2) continue;
      seen.push(cursor ?? -1);
      await sleep('1s');
    } while (cursor !== undefined);
    return seen;
  }

  ["hopline:run"]($frame, $resume) {
    let seen, cursor;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "page":
        seen = $frame.locals.seen;
        $next = 2;
        break;
      case "sleep":
        seen = $frame.locals.seen;
        cursor = $frame.locals.cursor;
        $next = 3;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          seen = [];
          cursor = 0;
          $pc = 1;
        case 1: // do
          return { kind: "suspend", state: "page", args: [cursor], locals: { seen }, repeatable: true };
        case 2: // after page
          cursor = $hop.resumed($resume);
          if (cursor === 2) { $next = 4; continue $run; }
          seen.push(cursor ?? -1);
          return { kind: "suspend", state: "sleep", args: ['1s'], locals: { seen, cursor }, repeatable: true };
        case 3: // after sleep
          $hop.resumed($resume);
          $pc = 4;
        case 4: // do test
          $next = (cursor !== undefined) ? 1 : 5; continue $run;
        case 5: // end do
          return { kind: "return", value: (seen) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "DoWhile", $hop.machine({
      name: "DoWhile.run", method: "run", file: "do-while/input.ts", hash: "22c7e150682906a7",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "page": { operation: "activity", hash: "b9b0a5b732e3dd4d", line: 13, repeatableAfter: true, inlineAfter: false, activity: { name: "page", key: "page", of() { return this; } } },
        "sleep": { operation: "sleep", hash: "614b9cb8d2b55bc7", line: 16, repeatableAfter: true, inlineAfter: false },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [] }];

import * as $hop from 'hopline/machine';

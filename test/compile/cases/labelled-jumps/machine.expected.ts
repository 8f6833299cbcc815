import { activity, workflow } from 'hopline';

export class LabelledJumps {
  @activity() async look(row: number, column: number): Promise<string> {
    return row === 1 && column === 1 ? 'wall' : row === 2 && column === 0 ? 'exit' : 'floor';
  }

  @workflow()
  async run(): Promise<string[]> {
    const path: string[] = [];
    maze: {
      rows: for (let row = 0; row < 4; row += 1) {
        for (let column = 0; column < 3; column += 1) {
          const found = await this.look(row, column);
          if (found === 'wall') continue rows;
          if (found === 'exit') break maze;
          path.push(`${row}/${column}`);
        }
      }
      path.push('lost');
    }
    return path;
  }

  ["hopline:run"]($frame, $resume) {
    let path, row, column, found;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "look":
        path = $frame.locals.path;
        row = $frame.locals.row;
        column = $frame.locals.column;
        $next = 5;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          path = [];
          row = 0;
          $pc = 1;
        case 1: // for
          $next = (row < 4) ? 2 : 8; continue $run;
        case 2: // for body
          column = 0;
          $pc = 3;
        case 3: // for
          $next = (column < 3) ? 4 : 6; continue $run;
        case 4: // for body
          return { kind: "suspend", state: "look", args: [row, column], locals: { path, row, column }, repeatable: true };
        case 5: // after look
          found = $hop.resumed($resume);
          if (found === 'wall') { $next = 6; continue $run; }
          if (found === 'exit') { $next = 7; continue $run; }
          path.push(`${row}/${column}`);
          column += 1;
          $next = 3; continue $run;
        case 6: // for step
          row += 1;
          $next = 1; continue $run;
        case 7: // end of label
          return { kind: "return", value: (path) };
        case 8: // end for
          path.push('lost');
          $next = 7; continue $run;
      }
    }
  }
  static {
    $hop.defineMachine(this, "LabelledJumps", $hop.machine({
      name: "LabelledJumps.run", method: "run", file: "labelled-jumps/input.ts", hash: "2d9305a0464c0592",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "look": { operation: "activity", hash: "2b2ac8c98909aa29", line: 14, repeatableAfter: true, inlineAfter: false, activity: { name: "look", key: "look", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [] }];

import * as $hop from 'hopline/machine';

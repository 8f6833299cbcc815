import { sleep, workflow } from 'hopline';

export class Hl3002InlineAwait {
  @workflow()
  async run(): Promise<number> {
    const reply = await fetch('http://127.0.0.1/rates');
    const { status } = reply;
    await sleep('1h');
    return status;
  }

  async ["hopline:run"]($frame, $resume) {
    let reply, status;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "sleep":
        status = $frame.locals.status;
        $next = 1;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          reply = await fetch('http://127.0.0.1/rates');
          ({ status: status } = reply);
          return { kind: "suspend", state: "sleep", args: ['1h'], locals: { status }, repeatable: false };
        case 1: // after sleep
          $hop.resumed($resume);
          return { kind: "return", value: (status) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "Hl3002InlineAwait", $hop.machine({
      name: "Hl3002InlineAwait.run", method: "run", file: "refused-hl3002-inline-await/input.ts", hash: "5c8a0b9a1bd96e05",
      workflow: true, repeatableAfterStart: false, inlineAfterStart: true,
      run: this.prototype["hopline:run"],
      states: {
        "sleep": { operation: "sleep", hash: "8d70be15f263f7c4", line: 8, repeatableAfter: true, inlineAfter: false },
      },
    }));
  }
}

import * as $hop from 'hopline/machine';

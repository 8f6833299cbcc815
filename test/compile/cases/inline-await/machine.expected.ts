import { activity, inline, workflow } from 'hopline';

export class InlineAwait {
  @activity() async save(text: string): Promise<string> {
    return text;
  }

  @workflow()
  async run(): Promise<string[]> {
    const meant = await inline(async () => 'meant');
    const saved = await this.save(meant);
    const text = await Promise.resolve('warned of');
    return [saved, text];
  }

  async ["hopline:run"]($frame, $resume) {
    let meant, saved, text;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "save":
        $next = 1;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          meant = await inline(async () => 'meant');
          return { kind: "suspend", state: "save", args: [meant], locals: {}, repeatable: false };
        case 1: // after save
          saved = $hop.resumed($resume);
          text = await Promise.resolve('warned of');
          return { kind: "return", value: ([saved, text]) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "InlineAwait", $hop.machine({
      name: "InlineAwait.run", method: "run", file: "inline-await/input.ts", hash: "fc3894a1e250df4b",
      workflow: true, repeatableAfterStart: false, inlineAfterStart: true,
      run: this.prototype["hopline:run"],
      states: {
        "save": { operation: "activity", hash: "d61acb16579597f8", line: 11, repeatableAfter: false, inlineAfter: true, activity: { name: "save", key: "save", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [] }];

import * as $hop from 'hopline/machine';

import { activity, workflow } from 'hopline';

export class DestructuringWithAwaitedDefaults {
  @activity() async fallback(name: string): Promise<string> {
    return `default ${name}`;
  }

  @workflow()
  async run(given: { name?: string; parts?: string[]; extra?: number }): Promise<unknown> {
    const { name = await this.fallback('name'), parts: [first = await this.fallback('first')] = [], ...rest } = given;
    return [name, first, rest];
  }

  ["hopline:run"]($frame, $resume) {
    let given, name, first, rest, $pattern, $element, $fallback, $element$1, $pattern$1, $items, $element$2, $fallback$1;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "fallback":
        $pattern = $frame.locals.pattern;
        $next = 2;
        break;
      case "fallback-2":
        name = $frame.locals.name;
        $pattern = $frame.locals.pattern;
        $next = 7;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [given] = $frame.locals.args;
          $pattern = given;
          $hop.destructurable($pattern);
          $element = $pattern["name"];
          $next = ($element === undefined) ? 1 : 3; continue $run;
        case 1: // default
          return { kind: "suspend", state: "fallback", args: ['name'], locals: { pattern: $pattern }, repeatable: true };
        case 2: // after fallback
          $fallback = $hop.resumed($resume);
          $element = $fallback;
          $pc = 3;
        case 3: // after default
          name = $element;
          $element$1 = $pattern["parts"];
          $next = ($element$1 === undefined) ? 4 : 5; continue $run;
        case 4: // default
          $element$1 = [];
          $pc = 5;
        case 5: // after default
          $pattern$1 = $element$1;
          $items = $hop.indexed($pattern$1);
          $element$2 = $items[0];
          $next = ($element$2 === undefined) ? 6 : 8; continue $run;
        case 6: // default
          return { kind: "suspend", state: "fallback-2", args: ['first'], locals: { name, pattern: $pattern }, repeatable: true };
        case 7: // after fallback
          $fallback$1 = $hop.resumed($resume);
          $element$2 = $fallback$1;
          $pc = 8;
        case 8: // after default
          first = $element$2;
          rest = $hop.rest($pattern, ["name", "parts"]);
          return { kind: "return", value: ([name, first, rest]) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "DestructuringWithAwaitedDefaults", $hop.machine({
      name: "DestructuringWithAwaitedDefaults.run", method: "run", file: "destructuring-with-awaited-defaults/input.ts", hash: "2032d01dd4edfd4d",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "fallback": { operation: "activity", hash: "beebbc1f3da1fc6c", line: 10, repeatableAfter: true, inlineAfter: false, activity: { name: "fallback", key: "fallback", of() { return this; } } },
        "fallback-2": { operation: "activity", hash: "31196966d9664a2b", line: 10, repeatableAfter: true, inlineAfter: false, activity: { name: "fallback", key: "fallback", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{}, { name: 'n', parts: ['p'], extra: 1 }].map((given) => ({ method: 'run', args: [given] }));

import * as $hop from 'hopline/machine';

import { activity, workflow } from 'hopline';

export class ObjectLiteral {
  @activity() async find(what: string): Promise<string> {
    return `found ${what}`;
  }

  @workflow()
  async run(given: object): Promise<object> {
    let n = 0;
    const order = {
      first: (n += 1),
      [await this.find('key')]: await this.find('value'),
      ...given,
      n,
      nested: { last: await this.find('last'), after: (n += 1) },
    };
    return order;
  }

  ["hopline:run"]($frame, $resume) {
    let given, n, order, $held, $find, $held$1, $find$1, $held$2, $held$3, $find$2;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "find":
        given = $frame.locals.given;
        n = $frame.locals.n;
        $held = $frame.locals.held;
        $next = 1;
        break;
      case "find-2":
        given = $frame.locals.given;
        n = $frame.locals.n;
        $held = $frame.locals.held;
        $held$1 = $frame.locals["held@1"];
        $next = 2;
        break;
      case "find-3":
        n = $frame.locals.n;
        $held = $frame.locals.held;
        $held$1 = $frame.locals["held@1"];
        $find$1 = $frame.locals["find@1"];
        $held$2 = $frame.locals["held@2"];
        $held$3 = $frame.locals["held@3"];
        $next = 3;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [given] = $frame.locals.args;
          n = 0;
          $held = (n += 1);
          return { kind: "suspend", state: "find", args: ['key'], locals: { given, n, held: $held }, repeatable: true };
        case 1: // after find
          $find = $hop.resumed($resume);
          $held$1 = $hop.key($find);
          return { kind: "suspend", state: "find-2", args: ['value'], locals: { given, n, held: $held, ["held@1"]: $held$1 }, repeatable: true };
        case 2: // after find
          $find$1 = $hop.resumed($resume);
          $held$2 = { ...given };
          $held$3 = n;
          return { kind: "suspend", state: "find-3", args: ['last'], locals: { n, held: $held, ["held@1"]: $held$1, ["find@1"]: $find$1, ["held@2"]: $held$2, ["held@3"]: $held$3 }, repeatable: true };
        case 3: // after find
          $find$2 = $hop.resumed($resume);
          order = { first: $held, [$held$1]: $find$1, ...$held$2, n: $held$3, nested: { last: $find$2, after: (n += 1) } };
          return { kind: "return", value: (order) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "ObjectLiteral", $hop.machine({
      name: "ObjectLiteral.run", method: "run", file: "object-literal/input.ts", hash: "ee5e7623e166e043",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "find": { operation: "activity", hash: "9fdc09575fe07444", line: 13, repeatableAfter: true, inlineAfter: false, activity: { name: "find", key: "find", of() { return this; } } },
        "find-2": { operation: "activity", hash: "5d48059585c72d2e", line: 13, repeatableAfter: true, inlineAfter: false, activity: { name: "find", key: "find", of() { return this; } } },
        "find-3": { operation: "activity", hash: "daabc058fc8324c3", line: 16, repeatableAfter: true, inlineAfter: false, activity: { name: "find", key: "find", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [{ given: true }] }];

import * as $hop from 'hopline/machine';

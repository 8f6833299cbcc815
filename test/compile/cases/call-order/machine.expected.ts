import { activity, workflow } from 'hopline';

export class CallOrder {
  @activity() async get(name: string): Promise<number> {
    return name.length;
  }

  @workflow()
  async run(): Promise<unknown[]> {
    const log: string[] = [];
    const table = { add: (...numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) };
    const key = (name: 'add') => (log.push(name), name);
    const n = (value: number) => (log.push(String(value)), value);
    const sum = table[key('add')](n(1), await this.get('two'), n(4), ...[await this.get('seven'), n(8)]);
    return [sum, log];
  }

  ["hopline:run"]($frame, $resume) {
    let log, table, key, n, sum, $held, $held$1, $get, $held$2, $get$1;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "get":
        log = $frame.locals.log;
        $held = $frame.locals.held;
        $held$1 = $frame.locals["held@1"];
        table = { add: (...numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) };
        n = (value: number) => (log.push(String(value)), value);
        $next = 1;
        break;
      case "get-2":
        log = $frame.locals.log;
        $held = $frame.locals.held;
        $held$1 = $frame.locals["held@1"];
        $get = $frame.locals.get;
        $held$2 = $frame.locals["held@2"];
        table = { add: (...numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) };
        n = (value: number) => (log.push(String(value)), value);
        $next = 2;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          log = [];
          table = { add: (...numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0) };
          key = (name: 'add') => (log.push(name), name);
          n = (value: number) => (log.push(String(value)), value);
          $held = key('add');
          void table[$held];
          $held$1 = n(1);
          return { kind: "suspend", state: "get", args: ['two'], locals: { log, held: $held, ["held@1"]: $held$1 }, repeatable: true };
        case 1: // after get
          $get = $hop.resumed($resume);
          $held$2 = n(4);
          return { kind: "suspend", state: "get-2", args: ['seven'], locals: { log, held: $held, ["held@1"]: $held$1, get: $get, ["held@2"]: $held$2 }, repeatable: true };
        case 2: // after get
          $get$1 = $hop.resumed($resume);
          sum = table[$held]($held$1, $get, $held$2, ...[$get$1, n(8)]);
          return { kind: "return", value: ([sum, log]) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "CallOrder", $hop.machine({
      name: "CallOrder.run", method: "run", file: "call-order/input.ts", hash: "55e086b50d5d9cb7",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "get": { operation: "activity", hash: "106b0b34793a57f2", line: 14, repeatableAfter: true, inlineAfter: false, activity: { name: "get", key: "get", of() { return this; } } },
        "get-2": { operation: "activity", hash: "b8c0ee74f83aa239", line: 14, repeatableAfter: false, inlineAfter: false, activity: { name: "get", key: "get", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [] }];

import * as $hop from 'hopline/machine';

import { activity, sleep, workflow } from 'hopline';

export class Local {
  @activity()
  async ship(parcel: string, count: number): Promise<string> {
    return `${parcel} ${count}`;
  }

  @workflow()
  async run(parcels: string[], prefix: string): Promise<unknown> {
    let count = 0;
    const step = async (parcel: string) => {
      count += 1;
      await sleep('1 hour');
      return this.ship(prefix + parcel, count);
    };
    const first = await step('first');
    return [first, await Promise.all(parcels.map(async (parcel) => `${await step(parcel)}!`)), count];
  }

  ["hopline:run"]($frame, $resume) {
    let parcels, prefix, count, first, $all;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "step":
        parcels = $frame.locals.parcels;
        prefix = $frame.locals.prefix;
        count = $frame.locals.count;
        $next = 1;
        break;
      case "all":
        count = $frame.locals.count;
        first = $frame.locals.first;
        $next = 2;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [parcels, prefix] = $frame.locals.args;
          count = { v: undefined };
          count.v = 0;
          return { kind: "call", state: "step", machine: "Local.run/step", args: [[prefix, count], 'first'], locals: { parcels, prefix, count }, repeatable: true };
        case 1: // after step
          first = $hop.resumed($resume);
          return { kind: "group", state: "all", list: parcels.map(($item) => $hop.branch("async", [[prefix, count], $item])), locals: { count, first }, repeatable: true };
        case 2: // after all
          $all = $hop.resumed($resume);
          return { kind: "return", value: ([first, $all, count.v]) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "Local", $hop.machine({
      name: "Local.run", method: "run", file: "local-function-that-suspends/input.ts", hash: "8311ecd30aa3062d",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "step": { operation: "call", hash: "514d3cb6bada4b44", line: 17, repeatableAfter: true, inlineAfter: false, callee: "Local.run/step" },
        "all": { operation: "group", hash: "e8d8a4a7ad741ec0", policy: "all", line: 18, repeatableAfter: true, inlineAfter: false },
        "async": { operation: "call", hash: "0a4056a397ca34a1", branch: true, line: 18, repeatableAfter: false, inlineAfter: false, callee: "Local.run/async" },
      },
    }));
  }

  ["hopline:run/step"]($frame, $resume) {
    let prefix, count, parcel, $ship;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "sleep":
        prefix = $frame.locals.prefix;
        count = $frame.locals.count;
        parcel = $frame.locals.parcel;
        $next = 1;
        break;
      case "ship":
        $next = 2;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [[prefix, count], parcel] = $frame.locals.args;
          count.v += 1;
          return { kind: "suspend", state: "sleep", args: ['1 hour'], locals: { prefix, count, parcel }, repeatable: false };
        case 1: // after sleep
          $hop.resumed($resume);
          return { kind: "suspend", state: "ship", args: [prefix + parcel, count.v], locals: {}, repeatable: false };
        case 2: // after ship
          $ship = $hop.resumed($resume);
          return { kind: "return", value: ($ship) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "Local", $hop.machine({
      name: "Local.run/step", method: "run/step", file: "local-function-that-suspends/input.ts", hash: "236de9e443311b45",
      workflow: false, local: true, repeatableAfterStart: false, inlineAfterStart: false,
      run: this.prototype["hopline:run/step"],
      states: {
        "sleep": { operation: "sleep", hash: "1bfa7fc7f1c2d368", line: 14, repeatableAfter: false, inlineAfter: false },
        "ship": { operation: "activity", hash: "02577487bc09c71c", line: 15, repeatableAfter: true, inlineAfter: false, activity: { name: "ship", key: "ship", of() { return this; } } },
      },
    }));
  }

  ["hopline:run/async"]($frame, $resume) {
    let prefix, count, parcel, $step;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "step":
        $next = 1;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [[prefix, count], parcel] = $frame.locals.args;
          return { kind: "call", state: "step", machine: "Local.run/step", args: [[prefix, count], parcel], locals: {}, repeatable: true };
        case 1: // after step
          $step = $hop.resumed($resume);
          return { kind: "return", value: (`${$step}!`) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "Local", $hop.machine({
      name: "Local.run/async", method: "run/async", file: "local-function-that-suspends/input.ts", hash: "bd3e9f0474b8e2ca",
      workflow: false, local: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run/async"],
      states: {
        "step": { operation: "call", hash: "62f226bd9466723c", line: 18, repeatableAfter: true, inlineAfter: false, callee: "Local.run/step" },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [['a', 'b'], '#'] }];

import * as $hop from 'hopline/machine';

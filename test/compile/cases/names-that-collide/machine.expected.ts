import { activity, workflow } from 'hopline';

export class NamesThatCollide {
  @activity() async next(value: number): Promise<number> {
    return value + 1;
  }

  @workflow()
  async run(state: number): Promise<number[]> {
    const $frame = state;
    const $hop = 1;
    let Map = await this.next($frame);
    {
      const state = await this.next(Map + $hop);
      const $state = [state];
      Map += state + (await this.next($state[0]!));
    }
    const undefined$1 = await this.next(state);
    return [state, $frame, $hop, Map, undefined$1];
  }

  ["hopline:run"]($frame$1, $resume) {
    let state, $frame, $hop, Map, state$1, $state, undefined$1, $old, $next$1;
    let $pc = 0, $next = 0, $caught;
    switch ($frame$1.state) {
      case "start":
        break;
      case "next":
        state = $frame$1.locals.state;
        $frame = $frame$1.locals.$frame;
        $hop = $frame$1.locals.$hop;
        $next = 1;
        break;
      case "next-2":
        state = $frame$1.locals.state;
        $frame = $frame$1.locals.$frame;
        $hop = $frame$1.locals.$hop;
        Map = $frame$1.locals.Map;
        $next = 2;
        break;
      case "next-3":
        state = $frame$1.locals.state;
        $frame = $frame$1.locals.$frame;
        $hop = $frame$1.locals.$hop;
        state$1 = $frame$1.locals["state@1"];
        $old = $frame$1.locals.old;
        $next = 3;
        break;
      case "next-4":
        state = $frame$1.locals.state;
        $frame = $frame$1.locals.$frame;
        $hop = $frame$1.locals.$hop;
        Map = $frame$1.locals.Map;
        $next = 4;
        break;
      default:
        throw $hop$1.unknownState($frame$1.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [state] = $frame$1.locals.args;
          $frame = state;
          $hop = 1;
          return { kind: "suspend", state: "next", args: [$frame], locals: { state, $frame, $hop }, repeatable: true };
        case 1: // after next
          Map = $hop$1.resumed($resume);
          return { kind: "suspend", state: "next-2", args: [Map + $hop], locals: { state, $frame, $hop, Map }, repeatable: true };
        case 2: // after next
          state$1 = $hop$1.resumed($resume);
          $state = [state$1];
          $old = Map;
          return { kind: "suspend", state: "next-3", args: [$state[0]!], locals: { state, $frame, $hop, ["state@1"]: state$1, old: $old }, repeatable: true };
        case 3: // after next
          $next$1 = $hop$1.resumed($resume);
          (Map = $old + (state$1 + ($next$1)));
          return { kind: "suspend", state: "next-4", args: [state], locals: { state, $frame, $hop, Map }, repeatable: true };
        case 4: // after next
          undefined$1 = $hop$1.resumed($resume);
          return { kind: "return", value: ([state, $frame, $hop, Map, undefined$1]) };
      }
    }
  }
  static {
    $hop$1.defineMachine(this, "NamesThatCollide", $hop$1.machine({
      name: "NamesThatCollide.run", method: "run", file: "names-that-collide/input.ts", hash: "cf5d6a743bea5238",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "next": { operation: "activity", hash: "806343d3ca4826cb", line: 12, repeatableAfter: true, inlineAfter: false, activity: { name: "next", key: "next", of() { return this; } } },
        "next-2": { operation: "activity", hash: "4041bde0f47f16a9", line: 14, repeatableAfter: true, inlineAfter: false, activity: { name: "next", key: "next", of() { return this; } } },
        "next-3": { operation: "activity", hash: "0cd69b76b5f4e0c1", line: 16, repeatableAfter: true, inlineAfter: false, activity: { name: "next", key: "next", of() { return this; } } },
        "next-4": { operation: "activity", hash: "63b59b9187ca37cb", line: 18, repeatableAfter: true, inlineAfter: false, activity: { name: "next", key: "next", of() { return this; } } },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [1] }];

import * as $hop$1 from 'hopline/machine';

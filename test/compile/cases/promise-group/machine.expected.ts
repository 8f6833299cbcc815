import { activity, sleep, workflow } from 'hopline';

export class Fan {
  @activity()
  async ship(parcel: string, place: number): Promise<string> {
    return `${parcel} at ${place}`;
  }

  private async later(parcel: string): Promise<string> {
    await sleep('1 hour');
    return this.ship(parcel, 0);
  }

  @workflow()
  async run(parcels: string[], place: number): Promise<unknown> {
    const [first, ...others] = await Promise.all([
      this.later('first'),
      ...parcels.map((parcel, index) => this.ship(parcel, place + index)),
      this.ship(await this.ship('inner', 1), 2),
      place,
    ]);
    return [first, others];
  }

  /** Not among the runs: in plain code the loser goes on. */
  @workflow()
  async race(): Promise<unknown> {
    return Promise.race([this.later('slow'), sleep('10 minutes')]);
  }

  ["hopline:later"]($frame, $resume) {
    let parcel, $ship;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "sleep":
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
          [parcel] = $frame.locals.args;
          return { kind: "suspend", state: "sleep", args: ['1 hour'], locals: { parcel }, repeatable: true };
        case 1: // after sleep
          $hop.resumed($resume);
          return { kind: "suspend", state: "ship", args: [parcel, 0], locals: {}, repeatable: true };
        case 2: // after ship
          $ship = $hop.resumed($resume);
          return { kind: "return", value: ($ship) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "Fan", $hop.machine({
      name: "Fan.later", method: "later", file: "promise-group/input.ts", hash: "873379acfce53929",
      workflow: false, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:later"],
      states: {
        "sleep": { operation: "sleep", hash: "e04080de80a74c64", line: 10, repeatableAfter: true, inlineAfter: false },
        "ship": { operation: "activity", hash: "02577487bc09c71c", line: 11, repeatableAfter: true, inlineAfter: false, activity: { name: "ship", key: "ship", of() { return this; } } },
      },
    }));
  }

  ["hopline:run"]($frame, $resume) {
    let parcels, place, first, others, $held, $held$1, $ship, $all;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "ship-3":
        place = $frame.locals.place;
        $held = $frame.locals.held;
        $held$1 = $frame.locals["held@1"];
        $next = 1;
        break;
      case "all":
        $next = 2;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [parcels, place] = $frame.locals.args;
          $held = ['first'];
          $held$1 = $hop.holdItems([...parcels.map((parcel, index) => $hop.branch("ship", [parcel, place + index]))]);
          return { kind: "suspend", state: "ship-3", args: ['inner', 1], locals: { place, held: $held, ["held@1"]: $held$1 }, repeatable: true };
        case 1: // after ship
          $ship = $hop.resumed($resume);
          return { kind: "group", state: "all", list: [$hop.branch("later", $held), ...$hop.heldItems($held$1), $hop.branch("ship-2", [$ship, 2]), place], locals: {}, repeatable: true };
        case 2: // after all
          $all = $hop.resumed($resume);
          [first, ...others] = $all;
          return { kind: "return", value: ([first, others]) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "Fan", $hop.machine({
      name: "Fan.run", method: "run", file: "promise-group/input.ts", hash: "b923ee8663399fb6",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "all": { operation: "group", hash: "db96e7faeae0f95f", policy: "all", line: 16, repeatableAfter: true, inlineAfter: false },
        "later": { operation: "call", hash: "4c2db28517db1585", branch: true, line: 17, repeatableAfter: false, inlineAfter: false, callee: "Fan.later" },
        "ship": { operation: "activity", hash: "2098abbcceafe7ac", branch: true, line: 18, repeatableAfter: false, inlineAfter: false, activity: { name: "ship", key: "ship", of() { return this; } } },
        "ship-2": { operation: "activity", hash: "2098abbcceafe7ac", branch: true, line: 19, repeatableAfter: false, inlineAfter: false, activity: { name: "ship", key: "ship", of() { return this; } } },
        "ship-3": { operation: "activity", hash: "761d8c3ca5353416", line: 19, repeatableAfter: true, inlineAfter: false, activity: { name: "ship", key: "ship", of() { return this; } } },
      },
    }));
  }

  ["hopline:race"]($frame, $resume) {
    let $race;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "race":
        $next = 1;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          return { kind: "group", state: "race", list: [$hop.branch("later", ['slow']), $hop.branch("sleep", ['10 minutes'])], locals: {}, repeatable: true };
        case 1: // after race
          $race = $hop.resumed($resume);
          return { kind: "return", value: ($race) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "Fan", $hop.machine({
      name: "Fan.race", method: "race", file: "promise-group/input.ts", hash: "13535f59c1c3da85",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:race"],
      states: {
        "race": { operation: "group", hash: "171b7a868fdfe543", policy: "race", line: 28, repeatableAfter: true, inlineAfter: false },
        "later": { operation: "call", hash: "4c2db28517db1585", branch: true, line: 28, repeatableAfter: false, inlineAfter: false, callee: "Fan.later" },
        "sleep": { operation: "sleep", hash: "c2e4faabf7d417e9", branch: true, line: 28, repeatableAfter: false, inlineAfter: false },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [['a', 'b'], 7] }];

import * as $hop from 'hopline/machine';

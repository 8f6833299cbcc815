import { activity, sleep, workflow } from 'hopline';

export class HelperThatSuspends {
  @activity() async send(to: string): Promise<string> {
    return `sent to ${to}`;
  }

  private async sendLater(to: string, days: number): Promise<string> {
    if (days > 0) {
      await sleep('1 day');
      return this.sendLater(to, days - 1);
    }
    return this.send(to);
  }

  private label(text: string): string {
    return `[${text}]`;
  }

  @workflow()
  async run(people: string[]): Promise<string[]> {
    const said: string[] = [];
    for (const person of people) said.push(this.label(await this.sendLater(person, person.length)));
    return said;
  }

  ["hopline:sendLater"]($frame, $resume) {
    let to, days, $sendLater, $send;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "sleep":
        to = $frame.locals.to;
        days = $frame.locals.days;
        $next = 2;
        break;
      case "sendLater":
        $next = 3;
        break;
      case "send":
        $next = 5;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [to, days] = $frame.locals.args;
          $next = (days > 0) ? 1 : 4; continue $run;
        case 1: // then
          return { kind: "suspend", state: "sleep", args: ['1 day'], locals: { to, days }, repeatable: true };
        case 2: // after sleep
          $hop.resumed($resume);
          return { kind: "call", state: "sendLater", machine: "HelperThatSuspends.sendLater", args: [to, days - 1], locals: {}, repeatable: true };
        case 3: // after sendLater
          $sendLater = $hop.resumed($resume);
          return { kind: "return", value: ($sendLater) };
        case 4: // end if
          return { kind: "suspend", state: "send", args: [to], locals: {}, repeatable: true };
        case 5: // after send
          $send = $hop.resumed($resume);
          return { kind: "return", value: ($send) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "HelperThatSuspends", $hop.machine({
      name: "HelperThatSuspends.sendLater", method: "sendLater", file: "helper-that-suspends/input.ts", hash: "5e06ea30114594f6",
      workflow: false, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:sendLater"],
      states: {
        "sleep": { operation: "sleep", hash: "396d9da6f8003d31", line: 10, repeatableAfter: true, inlineAfter: false },
        "sendLater": { operation: "call", hash: "15884c23c0c4eecd", line: 11, repeatableAfter: true, inlineAfter: false, callee: "HelperThatSuspends.sendLater" },
        "send": { operation: "activity", hash: "78dd9899cca47635", line: 13, repeatableAfter: true, inlineAfter: false, activity: { name: "send", key: "send", of() { return this; } } },
      },
    }));
  }

  ["hopline:run"]($frame, $resume) {
    let people, said, person, $items, $sendLater;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "sendLater":
        said = $frame.locals.said;
        $items = $hop.cursorFrom($frame.locals.items);
        $next = 3;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [people] = $frame.locals.args;
          said = [];
          $items = $hop.cursor(people);
          $pc = 1;
        case 1: // for of
          $next = ($items.next()) ? 2 : 4; continue $run;
        case 2: // for of body
          person = $items.value;
          void said.push;
          return { kind: "call", state: "sendLater", machine: "HelperThatSuspends.sendLater", args: [person, person.length], locals: { said, items: $items.save() }, repeatable: false };
        case 3: // after sendLater
          $sendLater = $hop.resumed($resume);
          said.push(this.label($sendLater));
          $next = 1; continue $run;
        case 4: // end for of
          return { kind: "return", value: (said) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "HelperThatSuspends", $hop.machine({
      name: "HelperThatSuspends.run", method: "run", file: "helper-that-suspends/input.ts", hash: "1c1302178ce5124b",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "sendLater": { operation: "call", hash: "3b5ea875fe7cd8fe", line: 23, repeatableAfter: false, inlineAfter: false, callee: "HelperThatSuspends.sendLater" },
      },
    }));
  }
}

export const runs = [{ method: 'run', args: [['al', 'b']] }];

import * as $hop from 'hopline/machine';

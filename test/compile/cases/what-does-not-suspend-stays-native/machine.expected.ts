import { activity, workflow } from 'hopline';

export class WhatDoesNotSuspendStaysNative {
  @activity() async send(text: string): Promise<string> {
    return text;
  }

  @workflow()
  async run(words: string[]): Promise<string[]> {
    const sent: string[] = [];
    for (const word of words) {
      let vowels = 0;
      for (const letter of word) {
        if (letter === '!') break;
        try {
          if ('aeiou'.includes(letter)) vowels += 1;
        } finally {
          if (letter === '?') continue;
        }
      }
      while (vowels === 0) {
        if (word === 'stop') return sent;
        break;
      }
      sent.push(await this.send(`${word}: ${vowels}`));
    }
    return sent;
  }

  ["hopline:run"]($frame, $resume) {
    let words, sent, word, vowels, $items, $result, $send;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "send":
        sent = $frame.locals.sent;
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
          [words] = $frame.locals.args;
          sent = [];
          $items = $hop.cursor(words);
          $pc = 1;
        case 1: // for of
          $next = ($items.next()) ? 2 : 5; continue $run;
        case 2: // for of body
          word = $items.value;
          vowels = 0;
          for (const letter of word) {
        if (letter === '!') break;
        try {
          if ('aeiou'.includes(letter)) vowels += 1;
        } finally {
          if (letter === '?') continue;
        }
      }
          while (vowels === 0) {
        if (word === 'stop') { $result = sent; $next = 4; continue $run; }
        break;
      }
          void sent.push;
          return { kind: "suspend", state: "send", args: [`${word}: ${vowels}`], locals: { sent, items: $items.save() }, repeatable: true };
        case 3: // after send
          $send = $hop.resumed($resume);
          sent.push($send);
          $next = 1; continue $run;
        case 4: // return
          return { kind: "return", value: ($result) };
        case 5: // end for of
          return { kind: "return", value: (sent) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "WhatDoesNotSuspendStaysNative", $hop.machine({
      name: "WhatDoesNotSuspendStaysNative.run", method: "run", file: "what-does-not-suspend-stays-native/input.ts", hash: "0cfebaa4580e0399",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "send": { operation: "activity", hash: "9d7fc379cb6b3cad", line: 25, repeatableAfter: true, inlineAfter: false, activity: { name: "send", key: "send", of() { return this; } } },
      },
    }));
  }
}

export const runs = [['tree', 'x!a'], ['stop'], ['gym?e', 'stp', 'stop', 'never']].map((words) => ({
  method: 'run',
  args: [words],
}));

import * as $hop from 'hopline/machine';

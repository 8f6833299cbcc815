import { sleep, workflow } from 'hopline';
import odds, { grouped, table } from './lib/errors-by-other-ways.ts';

namespace Errors {
  export class InNamespace extends Error {}
  export namespace Deep {
    export class InDeep extends InNamespace {}
  }
}
class Shop {
  static Closed = class extends Error {};
  static readonly errors = { Full: class extends Shop.Closed {} };
}
const own = { Gone: class extends Error {}, 'not-here': class extends Error {} };
const { Gone } = own;
const [First] = [class extends Error {}];
let Changing = class extends Error {};
var Old = class extends Error {};
let Never: typeof Changing | undefined;
function makeError(name: string) {
  return class extends Error {
    override name = name;
  };
}
const made = { Made: makeError('Made') };
const frozen = Object.freeze({ Cold: class extends Error {} });

const classes: (new (message?: string) => Error)[] = [
  Errors.InNamespace,
  Errors.Deep.InDeep,
  Shop.Closed,
  Shop.errors.Full,
  own.Gone,
  own['not-here'],
  Gone,
  First!,
  Changing,
  Old,
  made.Made,
  frozen.Cold,
  grouped.ShopError as new (message?: string) => Error,
  table.Late,
  table.Early,
  odds.Odd,
];

export class ErrorsAsMembers {
  @workflow()
  async run(n: number): Promise<unknown> {
    let caught: unknown;
    try {
      throw new classes[n]!('x');
    } catch (error) {
      caught = error;
    }
    await sleep(1);
    return [...classes.map((each) => caught instanceof each), Never !== undefined && caught instanceof Never];
  }
}

export const runs = classes.map((_, n) => ({ method: 'run', args: [n] }));

import { FatalError, activity, sleep, workflow } from 'hopline';

export class CatchInstanceofAfterAHop {
  @activity()
  async fail(kind: string): Promise<void> {
    switch (kind) {
      case 'type':
        throw new TypeError('t');
      case 'range':
        throw new RangeError('r');
      case 'fatal':
        throw new FatalError('f', { cause: 'because' });
      case 'aggregate':
        throw new AggregateError([new Error('one'), 'two'], 'several');
      case 'text':
        throw 'just text';
      case 'nothing':
        throw undefined;
    }
  }

  @workflow()
  async run(kind: string): Promise<string> {
    let caught: unknown = 'none';
    try {
      await this.fail(kind);
    } catch (error) {
      caught = error;
    }
    await sleep(1); // live: caught
    if (caught instanceof TypeError) return `type ${caught.message}`;
    if (caught instanceof RangeError) return `range ${caught.message}`;
    if (caught instanceof FatalError) return `fatal ${caught.message} ${String(caught.cause)}`;
    if (caught instanceof AggregateError)
      return `aggregate ${caught.errors.length} ${(caught.errors[0] as Error).message}`;
    return String(caught);
  }
}

export const runs = ['type', 'range', 'fatal', 'aggregate', 'text', 'nothing', 'ok'].map((kind) => ({
  method: 'run',
  args: [kind],
}));

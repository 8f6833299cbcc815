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
}

export const runs = [{ method: 'run', args: [1] }];

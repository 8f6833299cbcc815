import { activity, workflow } from 'hopline';

export class Maze {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(way: string): Promise<string> {
    let path = '';
    outer: for (const a of [1, 2]) {
      try {
        middle: do {
          switch (a) {
            case 1:
              try {
                path += 'x';
                if (way === 'outer') continue outer;
                if (way === 'middle') break middle;
                if (way === 'switch') break;
                if (way === 'loop') continue;
                if (way === 'done') break outer;
              } finally {
                path += await this.give('f');
                if (way === 'override') break middle;
              }
              path += 'y';
            default:
              path += 'd';
          }
          path += 's';
        } while (await this.give(false));
        path += 'm';
      } finally {
        path += await this.give('g');
      }
      path += 'o';
    }
    return path;
  }
}

export const runs = ['', 'outer', 'middle', 'switch', 'loop', 'done', 'override'].map((way) => ({
  method: 'run',
  args: [way],
}));

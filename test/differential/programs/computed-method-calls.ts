import { activity, sleep, workflow } from 'hopline';

export class Computed {
  upper(text: string): string {
    return text.toUpperCase();
  }
  lower(text: string): string {
    return text.toLowerCase();
  }
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(name: 'upper' | 'lower'): Promise<unknown[]> {
    const first = this[name](await this.give('Ab'));
    const second = this[await this.give(name)]('Cd');
    await sleep(1);
    const methods = { twice: (n: number) => n * 2, base: 10 };
    return [
      first,
      second,
      this[name](first),
      methods['twice'](methods.base),
      'x'.concat(this[name]('Y'), await this.give('z')),
    ];
  }
}

export const runs = [
  { method: 'run', args: ['upper'] },
  { method: 'run', args: ['lower'] },
];

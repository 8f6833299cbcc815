import { activity, sleep, workflow } from 'hopline';

export class SwitchUninitialisedLexicalDeclaration {
  @activity()
  async give<T>(value: T): Promise<T> {
    return value;
  }

  @workflow()
  async run(n: number): Promise<string> {
    const log: string[] = [];
    try {
      switch (n) {
        case 0:
          let text: string = await this.give('set');
        case 1:
          log.push('reached');
          await sleep(1);
          // @ts-expect-error Not initialised where the first case was jumped over.
          log.push(text);
      }
    } catch (error) {
      log.push((error as Error).name);
    }
    return log.join();
  }
}

export const runs = [0, 1, 2].map((n) => ({ method: 'run', args: [n] }));

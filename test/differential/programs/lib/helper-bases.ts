import { sleep } from 'hopline';
import { host } from '../../harness/host.ts';

/** Holds helpers alone: whatever extends it may await them. */
export abstract class Patient {
  protected readonly unit: string = 'min';
  #times = 3;

  protected async rest(minutes: number): Promise<string> {
    await sleep({ minutes });
    return `${minutes} ${this.unit}${await this.#secret(minutes)}`;
  }

  async #secret(n: number): Promise<string> {
    await sleep({ seconds: n });
    return '#'.repeat(this.#times);
  }

  protected async template(n: number): Promise<string> {
    const before = await this.step(n);
    return `<${before}>`;
  }

  protected async step(n: number): Promise<string> {
    await sleep('1m');
    return host.note('base step', `base ${n}`);
  }

  static async idle(hours: number): Promise<string> {
    await sleep({ hours });
    return `${hours} h`;
  }
}

import { activity, workflow } from 'hopline';

export class Hl1202PrivateActivity {
  @activity() async #charge(): Promise<string> {
    return 'charged';
  }

  @workflow()
  async run(): Promise<string> {
    return await this.#charge();
  }
}

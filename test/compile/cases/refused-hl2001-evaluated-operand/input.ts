import { activity, workflow } from 'hopline';

const match = (text: string) => /\d+/.exec(text)!;

export class Hl2001EvaluatedOperand {
  @activity() async length(): Promise<number> {
    return 1;
  }

  @workflow()
  async run(text: string): Promise<unknown[]> {
    return [match(text), await this.length()];
  }
}

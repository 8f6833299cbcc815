import { activity, workflow } from 'hopline';

export class TemporalDeadZone {
  @activity() async touch(): Promise<void> {}

  @workflow()
  async run(early: boolean): Promise<string> {
    const read = () => later;
    try {
      await this.touch();
      if (early) return read();
    } catch (error) {
      return (error as Error).name;
    }
    const later = 'now';
    await this.touch();
    return read();
  }
}

export const runs = [true, false].map((early) => ({ method: 'run', args: [early] }));

import { activity, sleep } from 'hopline';

/** What the activities saw; state is "done" the third time. */
export class World {
  readonly calls: string[] = [];
  seen(what: string): number {
    this.calls.push(what);
    return this.calls.filter((call) => call === what).length;
  }
}

export class Api {
  protected readonly world: World;
  constructor(world: World) {
    this.world = world;
  }
  @activity({ retry: { attempts: 2 } })
  async check(id: string): Promise<boolean> {
    return this.world.seen(`check ${id}`) > 2;
  }
  @activity({ retry: { attempts: 2 } })
  async fail(): Promise<never> {
    this.world.seen('fail');
    throw new Error('never works');
  }
}

/** The same with other policies. */
export class PatientApi extends Api {
  @activity({ retry: { attempts: 4 } })
  override async fail(): Promise<never> {
    this.world.seen('fail patiently');
    throw new Error('never works either');
  }
}

export class Poller {
  protected readonly api: Api;
  constructor(api: Api) {
    this.api = api;
  }
  async poll(id: string): Promise<string> {
    for (;;) {
      if (await this.api.check(id)) return `${id} done`;
      await this.rest();
    }
  }
  protected async rest(): Promise<void> {
    await sleep('1m');
  }
}

/** What a factory may give; no code that the workflow's module names. */
export class SlowPoller extends Poller {
  protected override async rest(): Promise<void> {
    await sleep('10 days');
    await super.rest();
  }
}

/** One place in the code, several objects. */
export async function failOn(api: Api): Promise<string> {
  try {
    return await api.fail();
  } catch (error) {
    return (error as Error).message;
  }
}

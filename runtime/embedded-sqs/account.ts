import type { Clock } from '../ports/clock.ts';
import { invalidParameter, modelled } from './errors.ts';
import type { FaultDice } from './faults.ts';
import type { MoveTask } from './move-task.ts';
import { Queue, queueDoesNotExist } from './queue.ts';
import { createSettings } from './queue-attributes.ts';
import type { SeededRandom } from './seeded-random.ts';

/** The account and region that all embedded queues live in. */
export const accountId = '000000000000';
export const region = 'us-east-1';

const recreatePauseMs = 60_000;
const rememberedUrlsMax = 1_000;
const standardName = /^[A-Za-z0-9_-]{1,80}$/;
const fifoName = /^[A-Za-z0-9_-]{1,75}\.fifo$/;

/**
 * The queues of one embedded service, by name. Queue URLs are matched by their path only: a queue made in process is
 * reached under the HTTP server's address and the other way round.
 */
export class Account {
  readonly clock: Clock;
  readonly random: SeededRandom;
  readonly faults: FaultDice;
  readonly moveTasks: MoveTask[] = [];
  readonly #queues = new Map<string, Queue>();
  readonly #deletedAtMs = new Map<string, number>();
  /** Queues by the URLs under which they were asked for lately: taking a URL apart costs more than sending a message. */
  readonly #byUrl = new Map<string, Queue>();
  readonly #secret: number;
  #queueNumber = 0;
  #messageOrder = 0;
  #sequenceNumber = 18_849_496_460_467_696_128n;

  constructor(clock: Clock, random: SeededRandom, faults: FaultDice) {
    this.clock = clock;
    this.random = random;
    this.faults = faults;
    this.#secret = random.integer(0x1_0000_0000);
  }

  /** Sorted by name. */
  get queues(): Queue[] {
    return [...this.#queues.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The queue of this name with these attributes, made where there is none. Throws the refusal. */
  createQueue(name: string, attributes: ReadonlyMap<string, string>): Queue {
    const existing = this.#queues.get(name);
    if (existing !== undefined) return requireSame(existing, attributes);
    const isFifo = attributes.get('FifoQueue') === 'true';
    checkName(name, isFifo);
    const settings = createSettings(isFifo, attributes);
    this.#refuseRecentlyDeleted(name);
    const arn = `arn:aws:sqs:${region}:${accountId}:${name}`;
    const queue = new Queue({ name, arn, number: this.#queueNumber++ }, settings, {
      clock: this.clock,
      faults: this.faults,
      secret: this.#secret,
      nextOrder: () => this.#messageOrder++,
      findByArn: (target) => this.findByArn(target),
    });
    this.#queues.set(name, queue);
    return queue;
  }

  deleteQueue(queue: Queue): void {
    this.#queues.delete(queue.name);
    this.#byUrl.clear();
    this.#deletedAtMs.set(queue.name, this.clock.now());
    queue.close();
  }

  findByName(name: string): Queue | undefined {
    return this.#queues.get(name);
  }

  findByArn(arn: string): Queue | undefined {
    const queue = this.#queues.get(arn.slice(arn.lastIndexOf(':') + 1));
    return queue?.arn === arn ? queue : undefined;
  }

  /** Throws `QueueDoesNotExist`, or `InvalidAddress` for what is no queue URL at all. */
  requireByUrl(url: string): Queue {
    const known = this.#byUrl.get(url);
    if (known !== undefined) return known;
    const queue = this.#findByUrl(url);
    if (this.#byUrl.size >= rememberedUrlsMax) this.#byUrl.clear();
    this.#byUrl.set(url, queue);
    return queue;
  }

  #findByUrl(url: string): Queue {
    const [account, name, ...rest] = pathOf(url);
    if (account === undefined || name === undefined || rest.length > 0) {
      throw modelled('InvalidAddress', `The address ${url} is not valid for this endpoint.`);
    }
    const queue = account === accountId ? this.#queues.get(name) : undefined;
    if (queue === undefined) throw queueDoesNotExist();
    return queue;
  }

  /** 20 digits, rising over all queues, as AWS's do. */
  nextSequenceNumber(): string {
    this.#sequenceNumber += 256n;
    return this.#sequenceNumber.toString();
  }

  #refuseRecentlyDeleted(name: string): void {
    const deletedAtMs = this.#deletedAtMs.get(name);
    if (deletedAtMs === undefined) return;
    if (deletedAtMs + recreatePauseMs > this.clock.now()) {
      throw modelled(
        'QueueDeletedRecently',
        'You must wait 60 seconds after deleting a queue before you can create another with the same name.',
      );
    }
    this.#deletedAtMs.delete(name);
  }
}

function pathOf(url: string): string[] {
  const path = /^https?:\/\/[^/?#]+([^?#]*)$/i.exec(url)?.[1] ?? url;
  return path.split('/').filter((part) => part !== '');
}

function requireSame(queue: Queue, attributes: ReadonlyMap<string, string>): Queue {
  for (const [name, value] of attributes) {
    if (queue.settings.texts.get(name) !== value) {
      throw modelled(
        'QueueNameExists',
        `A queue already exists with the same name and a different value for attribute ${name}`,
      );
    }
  }
  return queue;
}

function checkName(name: string, isFifo: boolean): void {
  if (isFifo && !fifoName.test(name)) {
    throw invalidParameter(
      'The name of a FIFO queue can only include alphanumeric characters, hyphens, or underscores, must end with .fifo suffix and be 1 to 80 in length',
    );
  }
  if (!isFifo && !standardName.test(name)) {
    throw invalidParameter('Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length');
  }
}

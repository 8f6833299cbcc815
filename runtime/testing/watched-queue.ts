import type { OutgoingMessage, QueuePort } from '../ports/queue.ts';

/** Is told what passes between a worker and a queue. */
export interface QueueWatcher {
  /** Before messages reach the worker. */
  received(): void;
  sending(queueUrl: string, messages: readonly OutgoingMessage[]): void;
}

/** The same queue, with somebody watching. */
export function watchedQueue(queue: QueuePort, watcher: QueueWatcher): QueuePort {
  return {
    url: queue.url,
    isFifo: queue.isFifo,
    async receive(request) {
      const messages = await queue.receive(request);
      if (messages.length > 0) watcher.received();
      return messages;
    },
    send(messages) {
      watcher.sending(queue.url, messages);
      return queue.send(messages);
    },
    delete: (receiptHandles) => queue.delete(receiptHandles),
    changeVisibility: (changes) => queue.changeVisibility(changes),
    attributes: () => queue.attributes(),
    brokerNow: () => queue.brokerNow(),
  };
}

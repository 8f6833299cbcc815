import { defineConfig } from 'hopline';
import { createPracticeFetch, PrintedEndpoints, PrintedTries } from './practice-receivers.ts';
import { FetchSender } from './sender.ts';
import { WebhookDelivery } from './workflow.ts';

export default defineConfig({
  files: ['workflow.ts'],
  workflows: () => {
    // Leave the second argument out, and it sends for real.
    const sender = new FetchSender(new PrintedTries(), createPracticeFetch());
    return [new WebhookDelivery(sender, new PrintedEndpoints())];
  },
});

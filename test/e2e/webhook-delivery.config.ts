/** Webhooks to receivers that all want to be asked again after a second, for queues whose time cannot be moved. */
import { defineConfig } from 'hopline';
import {
  createPracticeFetch,
  PrintedEndpoints,
  PrintedTries,
} from '../../examples/webhook-delivery/practice-receivers.ts';
import { FetchSender } from '../../examples/webhook-delivery/sender.ts';
import { WebhookDelivery } from '../../examples/webhook-delivery/workflow.ts';

const practice = createPracticeFetch();
const impatient: typeof fetch = async (url, init) => {
  const response = await practice(url, init);
  if (response.status < 500) return response;
  return new Response(undefined, { status: response.status, headers: { 'retry-after': '1' } });
};

export default defineConfig({
  files: ['../../examples/webhook-delivery/workflow.ts'],
  workflows: () => [new WebhookDelivery(new FetchSender(new PrintedTries(), impatient), new PrintedEndpoints())],
});

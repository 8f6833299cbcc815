import { defineRateLimit, FatalError, rateLimit, workflow, type Activities } from 'hopline';
import type { Delivery, Endpoints, Sender } from './sender.ts';

/** No endpoint gets more than five requests in any second, however many deliveries wait for it. */
const perEndpoint = defineRateLimit('webhook-endpoint', { limit: 5, per: '1s' });

/** About 28 tries over three days: after 30 s, 1 min, 2 min … 8 h, each wait drawn from the whole range down to nothing. */
type PatientSender = Activities<
  Sender,
  {
    post: {
      timeout: '15s';
      retry: { attempts: 200; initial: '30s'; factor: 2; max: '8h'; jitter: 'full'; maxDuration: '3 days' };
    };
  }
>;

export interface DeliveryResult {
  outcome: 'delivered' | 'endpointGone' | 'givenUp';
  detail: string;
}

export class WebhookDelivery {
  constructor(
    private readonly sender: PatientSender,
    private readonly endpoints: Activities<Endpoints>,
  ) {}

  @workflow()
  async deliver(delivery: Delivery): Promise<DeliveryResult> {
    try {
      // It stands directly before the activity, so every try of it waits for its turn.
      await rateLimit(perEndpoint, delivery.endpoint);
      const status = await this.sender.post(delivery);
      return { outcome: 'delivered', detail: `status ${status}` };
    } catch (error) {
      const detail = error instanceof Error ? error.message : String(error);
      if (error instanceof FatalError) {
        await this.endpoints.unsubscribe(delivery.endpoint);
        return { outcome: 'endpointGone', detail };
      }
      await this.endpoints.reportFailing(delivery.endpoint, detail);
      return { outcome: 'givenUp', detail };
    }
  }
}

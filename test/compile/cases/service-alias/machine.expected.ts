import { workflow, type Activities } from 'hopline';

interface Billing {
  charge(amount: number): Promise<string>;
  readonly currency: string;
}

export class ServiceAlias {
  readonly billing: Activities<Billing, { charge: { retry: { attempts: 2 } } }>;

  constructor(billing: Activities<Billing, { charge: { retry: { attempts: 2 } } }>) {
    this.billing = billing;
  }

  @workflow()
  async run(amount: number): Promise<string[]> {
    const billing = this.billing;
    const first = await billing.charge(amount);
    return [first, await billing.charge(amount * 2), billing.currency];
  }

  ["hopline:run"]($frame, $resume) {
    let amount, billing, first, $charge;
    let $pc = 0, $next = 0, $caught;
    switch ($frame.state) {
      case "start":
        break;
      case "billing.charge":
        amount = $frame.locals.amount;
        billing = this.billing;
        $next = 1;
        break;
      case "billing.charge-2":
        first = $frame.locals.first;
        billing = this.billing;
        $next = 2;
        break;
      default:
        throw $hop.unknownState($frame.state);
    }
    $run: for (;;) {
      $pc = $next;
      switch ($pc) {
        case 0: // start
          [amount] = $frame.locals.args;
          billing = this.billing;
          return { kind: "suspend", state: "billing.charge", args: [amount], locals: { amount }, repeatable: true };
        case 1: // after billing.charge
          first = $hop.resumed($resume);
          return { kind: "suspend", state: "billing.charge-2", args: [amount * 2], locals: { first }, repeatable: true };
        case 2: // after billing.charge
          $charge = $hop.resumed($resume);
          return { kind: "return", value: ([first, $charge, billing.currency]) };
      }
    }
  }
  static {
    $hop.defineMachine(this, "ServiceAlias", $hop.machine({
      name: "ServiceAlias.run", method: "run", file: "service-alias/input.ts", hash: "81aa6b7f41e11f2e",
      workflow: true, repeatableAfterStart: true, inlineAfterStart: false,
      run: this.prototype["hopline:run"],
      states: {
        "billing.charge": { operation: "activity", hash: "1640fa6e676a95cc", line: 18, repeatableAfter: true, inlineAfter: false, activity: { name: "billing.charge", key: "charge", of() { return this.billing; }, policy: { "retry": { "attempts": 2 } } } },
        "billing.charge-2": { operation: "activity", hash: "d9a977ca2558da67", line: 19, repeatableAfter: true, inlineAfter: false, activity: { name: "billing.charge", key: "charge", of() { return this.billing; }, policy: { "retry": { "attempts": 2 } } } },
      },
    }));
  }
}

export const services = ['billing'];
export const create = (): ServiceAlias =>
  new ServiceAlias({ charge: async (amount: number) => `charged ${amount}`, currency: 'EUR' });
export const runs = [{ method: 'run', args: [1] }];

import * as $hop from 'hopline/machine';

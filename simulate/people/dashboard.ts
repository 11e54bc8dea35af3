import { PAYMENT_KEYS, PAYMENT_URL } from '../settings.ts';
import type { Person } from './people.ts';

// The provider refuses less in some currency, and in others what isn't round.
const ROUND = 100;

/** Somebody at the store who captures holds in the dashboard of the payment provider, all of them or a part. */
export const dashboard = (turns: number): Person => ({
  name: 'dashboard',
  async live({ scheduler, twins }, life) {
    const { chance } = scheduler;
    const held = () => twins.payments.intents.filter(({ status }) => status === 'requires_capture');
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'looks at holds', [], () => held().length > 0);
      const { id, amount_capturable: all } = chance.pick(held());
      // Most look again later.
      if (chance.under(0.2)) continue;
      const isPart = all > 2 * ROUND && chance.under(0.4);
      await scheduler.step(life, isPart ? 'captures a part of a hold' : 'captures a hold');
      const body = isPart
        ? new URLSearchParams({ amount_to_capture: String(chance.between(1, Math.floor(all / ROUND) - 1) * ROUND) })
        : '';
      const { ok } = await scheduler.inside(() =>
        twins.answer(new URL(`${PAYMENT_URL}/v1/payment_intents/${id}/capture`), {
          method: 'POST',
          headers: { authorization: `Bearer ${PAYMENT_KEYS.secretKey}` },
          body: body.toString(),
        }),
      );
      if (ok) twins.capturedByHand.add(id);
      scheduler.note(`dashboard: captures ${isPart ? 'a part of ' : ''}a hold is ${ok ? 'done' : 'refused'}`);
    }
  },
});

import { z } from 'zod';
import { emailEffect, GiftCardPayload } from '#core/claims/effects.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { formatMoney } from '#core/money.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import type { EffectKind } from '#server/effects/worker.ts';

const Issued = z.object({ code: z.string() });

/** Issues a gift card at the platform. */
export const giftCard: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { amount, customerIdFromPlatform, note } = GiftCardPayload.parse(effect.payload);
    const storefront = await deps.storefrontOf(effect.store_id);
    const issued = await storefront.issueGiftCard(
      { purposeKey: effect.purpose_key, amount, customerIdFromPlatform, note },
      context,
    );
    return { label: `${formatMoney(issued.amount)} · ends in ${issued.code.slice(-4)}`, url: null, ...issued };
  },
  async record(db, effect, result) {
    const { amount, customerIdFromPlatform } = GiftCardPayload.parse(effect.payload);
    const { code } = Issued.parse(result);
    await changeClaimOfEffect(db, effect, (claim, now) => {
      const message = `The card ends in ${code.slice(-4)}.`;
      const noted = withEntry(
        claim,
        { type: 'money', subject: `Gift card of ${formatMoney(amount)} issued`, message },
        now,
      );
      // The platform writes to customers it knows; a guest gets the code from us.
      const mails =
        customerIdFromPlatform !== null
          ? []
          : emailEffect('finalized', noted, `email:giftCard:claim:${claim.id}`, {
              subject: `Your gift card of ${formatMoney(amount)}`,
              body: `Here is your gift card of ${formatMoney(amount)} for return ${claim.externalId}.\n\nYour code: ${code}\n\nEnter it when you pay.`,
            });
      return { claim: noted, effects: mails };
    });
  },
};

import { z } from 'zod';
import { emailEffect } from '#core/claims/decision.ts';
import { GiftCardPayload } from '#core/effects/gift-card.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { formatMoney } from '#core/money.ts';
import { ordinalOf } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { recipientAccount } from '#server/effects/recipient-account.ts';
import type { EffectKind } from '#server/effects/worker.ts';

const Issued = z.object({ code: z.string(), orderNo: z.string().nullable().default(null) });

/** Hands out value at the platform: a gift card, store credit, or an order for a gift card (C3.03). */
export const giftCard: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { type, claimExternalId, amount, customerIdFromPlatform, recipient, customerEmail, namePrefix, note } =
      GiftCardPayload.parse(effect.payload);
    const ordinal =
      type === 'Gift_Card_Order' ? await deps.database.inStore(effect.store_id, (db) => ordinalOf(db, effect)) : '';
    const account = recipient && (await recipientAccount(deps, effect, recipient, context));
    const storefront = await deps.storefrontOf(effect.store_id);
    const issued = await storefront.issueGiftCard(
      {
        purposeKey: partnerKey(effect.purpose_key, claimExternalId),
        type,
        amount,
        customerIdFromPlatform: account ?? customerIdFromPlatform,
        customerEmail,
        claimExternalId: `${claimExternalId}${ordinal}`,
        namePrefix,
        note,
      },
      context,
    );
    const where = issued.orderNo ?? (issued.code === '' ? 'store credit' : `ends in ${issued.code.slice(-4)}`);
    return {
      label: `${formatMoney(issued.amount)} · ${where}`,
      url: issued.platformAdminUrl,
      ...issued,
      ...(account === null ? {} : { recipientIdFromPlatform: account }),
    };
  },
  async record(db, effect, result) {
    const { amount, type, customerIdFromPlatform, recipient } = GiftCardPayload.parse(effect.payload);
    const { code, orderNo } = Issued.parse(result);
    const text = formatMoney(amount);
    const entry = {
      Gift_Card: { subject: `${text} gift card issued`, message: `The card ends in ${code.slice(-4)}.` },
      Store_Credit: {
        subject: `${text} store credit added`,
        message: recipient === null ? '' : `To the account of ${recipient.email}.`,
      },
      Gift_Card_Order: { subject: `${text} gift card ordered`, message: `Order ${orderNo ?? ''}` },
    }[type];
    return changeClaimOfEffect(db, effect, (claim, now) => {
      const noted = withEntry(claim, { type: 'money', ...entry }, now);
      // The platform writes to customers it knows; a guest gets the code from us.
      const mails =
        customerIdFromPlatform !== null || recipient !== null || code === ''
          ? []
          : emailEffect('finalized', noted, `email:${effect.purpose_key}`, {
              subject: `Your ${text} gift card`,
              body: `Here's your ${text} gift card for return ${claim.externalId}.\n\nYour code: ${code}\n\nEnter it when you pay.`,
            });
      return { claim: noted, effects: mails };
    });
  },
};

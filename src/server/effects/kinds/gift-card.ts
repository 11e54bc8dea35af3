import { z } from 'zod';
import { GiftCardPayload } from '#core/effects/gift-card.ts';
import { formatMoney } from '#core/money.ts';
import { ordinalOf } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { tellFinalizeFailed } from '#server/effects/finalize-failed.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { aboutCode } from '#server/effects/about-code.ts';
import { recipientAccount } from '#server/effects/recipient-account.ts';
import type { EffectKind } from '#server/effects/worker.ts';
import { seal } from '#server/stores/seal.ts';

const Issued = z.object({
  /** Null where there is no code. Nobody but the recipient's email ever reads it in clear. */
  code: z.object({ end: z.string(), sealed: z.string() }).nullable(),
  orderNo: z.string().nullable().default(null),
});

/** Hands out value at the platform: a gift card, store credit, or an order for a gift card (C3.03). */
export const giftCard: EffectKind<EffectDeps> = {
  failed: tellFinalizeFailed,
  async run(effect, deps, context) {
    const { type, claimExternalId, amount, customerIdFromPlatform, recipient, customerEmail, namePrefix, note, ...as } =
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
        templateSuffix: as.templateSuffix,
        productIdFromPlatform: as.productIdFromPlatform,
      },
      context,
    );
    const where = issued.orderNo ?? (issued.code === '' ? 'store credit' : `ends in ${issued.code.slice(-4)}`);
    const { code, ...made } = issued;
    return {
      label: `${formatMoney(issued.amount)} · ${where}`,
      url: issued.platformAdminUrl,
      ...made,
      code:
        code === ''
          ? null
          : { end: code.slice(-4), sealed: seal(deps.secret, aboutCode(effect.store_id, claimExternalId), code) },
      ...(account === null ? {} : { recipientIdFromPlatform: account }),
    };
  },
  kept: ({ code: _code, ...rest }) => rest,
  async record(db, effect, result) {
    const payload = GiftCardPayload.parse(effect.payload);
    const issued = Issued.parse(result);
    return changeClaimOfEffect(db, effect, {
      kind: 'giftCardIssued',
      input: { purposeKey: effect.purpose_key, payload, ...issued },
    });
  },
};

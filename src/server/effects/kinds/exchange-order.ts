import { z } from 'zod';
import { ExchangeOrderPayload } from '#core/effects/exchange-order.ts';
import { isStillWanted } from '#core/claims/instant-exchange.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { claimIdOf, ordinalOf, type EffectRow } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { tellFinalizeFailed } from '#server/effects/finalize-failed.ts';
import { releaseReservedStock, freeStockNotSent } from '#server/effects/reserved-stock.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { recipientAccount } from '#server/effects/recipient-account.ts';
import { refuseWhatIsOut } from '#server/effects/sent-ahead.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';

const Made = z.object({ orderNo: z.string() });

/** Orders the new items at the platform, for no more than the shopper paid for them elsewhere. */
export const exchangeOrder: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { claimExternalId, originalOrder, recipient, lines, currencyCode, note, tags, ...payload } =
      ExchangeOrderPayload.parse(effect.payload);
    const { store_id: storeId } = effect;
    const claimId = claimIdOf(effect);
    const [loaded, ordinal] = await deps.database.inStore(storeId, (db) =>
      Promise.all([claimId === null ? null : claimById(db, storeId, claimId), ordinalOf(db, effect)]),
    );
    const storefront = await deps.storefrontOf(storeId);
    const purposeKey = partnerKey(effect.purpose_key, claimExternalId);
    if (loaded && !isStillWanted(loaded.claim, lineIdsOf(lines))) {
      // The answer to an earlier attempt may have been lost: what was sent stays sent, and is paid for.
      const sent = await storefront.findExchangeOrder(purposeKey, context);
      if (sent) return shown(sent);
      throw new CalledOff('The claim was canceled, so nothing is sent.');
    }
    if (payload.isAhead !== true && loaded?.claim.instantExchange)
      await refuseWhatIsOut(deps, effect, { lineIds: lineIdsOf(lines), claimExternalId }, context);
    const account = recipient && (await recipientAccount(deps, effect, recipient, context));
    // The claim's own reservation would count against the order that sends the items.
    const { reservedBy } = payload;
    if (reservedBy !== null) await releaseReservedStock(deps, effect, { reservedBy, claimExternalId }, context);
    const made = await storefront.createExchangeOrder(
      {
        purposeKey,
        originalOrder: account === null ? originalOrder : { ...originalOrder, customerIdFromPlatform: account },
        currencyCode,
        note,
        tags,
        lines: lines.map(({ variantIdFromPlatform, quantity }) => ({ variantIdFromPlatform, quantity })),
        inventory: payload.inventory,
        name: payload.namePrefix && `${payload.namePrefix}${claimExternalId}${ordinal}`,
        paid: payload.paid,
        shippingTitle: payload.shippingTitle,
      },
      context,
    );
    return shown(made);
  },
  async record(db, effect, result) {
    const { orderNo } = Made.parse(result);
    const payload = ExchangeOrderPayload.parse(effect.payload);
    return changeClaimOfEffect(db, effect, { kind: 'goodsOrdered', input: { payload, orderNo } });
  },
  async wantedAgain(db, effect) {
    const input = ExchangeOrderPayload.parse(effect.payload);
    await changeClaimOfEffect(db, effect, { kind: 'goodsWantedAgain', input });
  },
  async failed(db, effect, reason) {
    await noteNotSent(db, effect, 'refused');
    await freeStockNotSent(db, effect, ExchangeOrderPayload.parse(effect.payload));
    await tellFinalizeFailed(db, effect, reason);
  },
  doneElsewhere: (db, effect) => freeStockNotSent(db, effect, ExchangeOrderPayload.parse(effect.payload)),
  calledOff: (db, effect) => noteNotSent(db, effect, 'calledOff'),
};

async function noteNotSent(db: Db, effect: EffectRow, why: 'refused' | 'calledOff'): Promise<void> {
  const goods = ExchangeOrderPayload.parse(effect.payload);
  await changeClaimOfEffect(db, effect, { kind: 'goodsNotOrdered', input: { goods, why } });
}

const shown = <Order extends { orderNo: string; platformAdminUrl: string }>(made: Order) => ({
  label: `Order ${made.orderNo}`,
  url: made.platformAdminUrl,
  ...made,
});

const lineIdsOf = (lines: readonly { claimLineId: number | null }[]): number[] =>
  lines.flatMap((line) => line.claimLineId ?? []);

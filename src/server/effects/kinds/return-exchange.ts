import type { z } from 'zod';
import { ReturnExchangePayload } from '#core/effects/return-exchange.ts';
import type { Db } from '#server/db/connect.ts';
import type { EffectRow } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { tellFinalizeFailed } from '#server/effects/finalize-failed.ts';
import { releaseReservedStock, freeStockNotSent } from '#server/effects/reserved-stock.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { refuseWhatIsOut } from '#server/effects/sent-ahead.ts';
import type { EffectKind } from '#server/effects/worker.ts';

/** Takes the goods back and sends the others on the original order, by the platform's return process. */
const freeStock = (db: Db, effect: EffectRow): Promise<void> =>
  freeStockNotSent(db, effect, ReturnExchangePayload.parse(effect.payload));

function lineOf(lines: z.infer<typeof ReturnExchangePayload>['returnLines'], claimLineId: number): string {
  const line = lines.find((one) => one.claimLineId === claimLineId);
  if (!line) throw new Error('goods go out in exchange for a line that comes back');
  return line.lineIdFromPlatform;
}

export const returnExchange: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const payload = ReturnExchangePayload.parse(effect.payload);
    const storefront = await deps.storefrontOf(effect.store_id);
    const { reservedBy, claimExternalId, returnLines } = payload;
    const lineIds = returnLines.map(({ claimLineId }) => claimLineId);
    await refuseWhatIsOut(deps, effect, { lineIds, claimExternalId }, context);
    if (reservedBy !== null) await releaseReservedStock(deps, effect, { reservedBy, claimExternalId }, context);
    const made = await storefront.processReturnExchange(
      {
        purposeKey: partnerKey(effect.purpose_key, claimExternalId),
        orderIdFromPlatform: payload.orderIdFromPlatform,
        claimExternalId,
        returnLines: returnLines.map(({ claimLineId: _line, ...line }) => line),
        exchangeLines: payload.exchangeLines.map(({ claimLineId, ...line }) => ({
          ...line,
          insteadOfLineIdFromPlatform: lineOf(returnLines, claimLineId),
        })),
        refund: null,
        outOfStock: payload.outOfStock,
        note: payload.note,
      },
      context,
    );
    return { label: `Return ${made.returnIdFromPlatform}`, url: null, ...made };
  },
  async record(db, effect) {
    await changeClaimOfEffect(db, effect, { kind: 'goodsExchanged', input: {} });
  },
  async failed(db, effect, reason) {
    await freeStock(db, effect);
    await tellFinalizeFailed(db, effect, reason);
  },
  doneElsewhere: freeStock,
};

import { returnUntil } from '#core/claims/payments.ts';
import { attachShipment, type NewShipment } from '#core/claims/shipments.ts';
import { LIFETIME_DAYS, windowEnd } from '#core/dates.ts';
import type { Db } from '#server/db/connect.ts';
import type { EffectRow } from '#server/db/effects.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';

/** Adds a document that was made to its claim, with the day until which the store's settings now let it be used. */
export async function addShipment(db: Db, effect: EffectRow, shipment: NewShipment): Promise<void> {
  const store = await storeById(db, effect.store_id);
  const settings = store && settingsOf(store);
  const days = settings?.defaultReturnExpirationDays ?? LIFETIME_DAYS;
  await changeClaimOfEffect(db, effect, (claim, now) => {
    const usable = days >= LIFETIME_DAYS ? shipment : { ...shipment, expiresOn: windowEnd(now, days) };
    const backBy = settings && claim.isInstantExchange ? returnUntil(claim, settings) : null;
    return attachShipment(claim, usable, now, backBy);
  });
}

import type { Claim } from '#core/claims/claim.ts';
import { isShipmentNeedless, type NewShipment } from '#core/claims/shipments.ts';
import { shipmentPolicyFor } from '#core/policy/policy-for.ts';
import type { Db } from '#server/db/connect.ts';
import type { EffectRow } from '#server/db/effects.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';

const wantedOn = ({ created_on }: EffectRow): string => created_on.toISOString();

/** Whether the document that an effect is to make became needless. */
export const isNeedless = (claim: Claim, effect: EffectRow): boolean => isShipmentNeedless(claim, wantedOn(effect));
export const NEEDLESS = 'Everything was canceled or denied meanwhile.';

/** Adds a document that was made to its claim, with the day until which the policy now lets it be used. */
export async function addShipment(db: Db, effect: EffectRow, shipment: NewShipment): Promise<void> {
  const store = await storeById(db, effect.store_id);
  const policy = store && shipmentPolicyFor(settingsOf(store), store.time_zone);
  await changeClaimOfEffect(db, effect, {
    kind: 'shipmentMade',
    input: { shipment, wantedOn: wantedOn(effect), policy },
  });
}

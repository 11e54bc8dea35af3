import { LabelProvider } from '#core/claims/label-providers.ts';
import { z } from 'zod';
import { Address } from '#core/address.ts';
import { shippedBy } from '#core/claims/carriers.ts';
import { LabelPayload } from '#core/effects/label.ts';
import type { NewShipment } from '#core/claims/shipments.ts';
import { PartnerError, type BoughtLabel, type CallContext, type LabelRate, type Labels } from '#partners/ports.ts';
import { claimById } from '#server/db/claims.ts';
import type { EffectRow } from '#server/db/effects.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { addShipment, isNeedless, NEEDLESS } from '#server/effects/kinds/add-shipment.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';

type Payload = z.infer<typeof LabelPayload>;

/** Buys the label staff chose, or the cheapest, and keeps its PDF. Of one that became needless it keeps what was bought before. */
export const label: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const labels = await deps.labelsOf(effect.store_id);
    if (!labels) throw new PartnerError('labels', 'refused', 'No shipping label provider is set up.');
    const payload = LabelPayload.parse(effect.payload);
    const reference = partnerKey(effect.purpose_key, payload.claimExternalId);
    const bought = (await isNeedlessNow(deps, effect, payload))
      ? await boughtBefore(labels, reference, payload, context)
      : await boughtOnce(labels, reference, payload, context);
    if (!bought) throw new CalledOff(NEEDLESS);
    const documentKey = `labels/${effect.store_id}/${payload.claimExternalId}-${effect.effect_id}.pdf`;
    await deps.files.put(documentKey, bought.labelPdf, 'application/pdf');
    const shipment: NewShipment = {
      type: 'Label',
      provider: labels.provider,
      shipmentIdFromProvider: bought.shipmentIdFromProvider,
      carrier: bought.carrier,
      service: bought.service,
      cost: bought.cost.amount,
      trackingCode: bought.trackingCode,
      trackingUrl: bought.trackingUrl,
      documentKey,
      qrCodeUrl: bought.qrCodeUrl,
      fromAddress: payload.from,
      toAddress: payload.to,
    };
    return {
      label: `${shippedBy(bought.carrier, bought.service)} · ${bought.trackingCode}`,
      url: bought.trackingUrl === '' ? null : bought.trackingUrl,
      cost: bought.cost,
      shipment,
    };
  },
  async record(db, effect, result) {
    const { shipment } = z.object({ shipment: Shipment }).parse(result);
    const { isSentBack } = LabelPayload.parse(effect.payload);
    if (isSentBack) await changeClaimOfEffect(db, effect, { kind: 'sentBack', input: { parcel: shipment } });
    else await addShipment(db, effect, shipment);
  },
};

const Shipment = z.object({
  type: z.enum(['Label', 'Packing_Slip']),
  provider: LabelProvider.nullable(),
  shipmentIdFromProvider: z.string().nullable(),
  carrier: z.string(),
  service: z.string(),
  cost: z.number().int(),
  trackingCode: z.string(),
  trackingUrl: z.string(),
  documentKey: z.string(),
  qrCodeUrl: z.string().nullable(),
  fromAddress: Address,
  toAddress: Address,
});

/** What goes back to the shopper is sent whatever becomes of the claim. */
async function isNeedlessNow(deps: EffectDeps, effect: EffectRow, { isSentBack }: Payload): Promise<boolean> {
  if (isSentBack === true) return false;
  const found = await deps.database.readStore(effect.store_id, (db) =>
    claimById(db, effect.store_id, effect.subject_id),
  );
  return found !== undefined && isNeedless(found.claim, effect);
}

/** The label of this purpose that was bought at an earlier try whose answer was lost, or null. */
async function boughtBefore(
  labels: Labels,
  reference: string,
  { quoted }: Payload,
  context: CallContext,
): Promise<BoughtLabel | null> {
  if (!quoted) return (await labels.findByReference(reference, context))?.bought ?? null;
  const isBought = (await labels.find(quoted.shipmentIdFromProvider, context)) !== null;
  return isBought ? labels.buy(quoted.shipmentIdFromProvider, quoted.rateId, context) : null;
}

/** The label of this purpose: the one bought at an earlier try whose answer was lost, or a new one. */
async function boughtOnce(
  labels: Labels,
  reference: string,
  payload: Payload,
  context: CallContext,
): Promise<BoughtLabel> {
  // Buying a parcel that was bought answers with its label.
  if (payload.quoted) return labels.buy(payload.quoted.shipmentIdFromProvider, payload.quoted.rateId, context);
  const earlier = await labels.findByReference(reference, context);
  if (earlier?.bought) return earlier.bought;
  const quoted =
    earlier ??
    (await labels.quote(
      { from: payload.from, to: payload.to, parcel: { weightOunces: payload.weightOunces }, reference },
      context,
    ));
  return labels.buy(quoted.shipmentIdFromProvider, cheapest(quoted.rates).id, context);
}

function cheapest(rates: readonly LabelRate[]): LabelRate {
  const [first] = rates.toSorted((one, other) => one.cost.amount - other.cost.amount);
  if (!first) throw new PartnerError('labels', 'refused', 'No carrier offers a rate for this package.');
  return first;
}

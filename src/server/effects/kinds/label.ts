import { LabelProvider } from '#core/claims/label-providers.ts';
import { z } from 'zod';
import { Address } from '#core/address.ts';
import { shippedBy } from '#core/claims/carriers.ts';
import { LabelPayload } from '#core/effects/label.ts';
import type { NewShipment } from '#core/claims/shipments.ts';
import { PartnerError, type BoughtLabel, type CallContext, type LabelRate, type Labels } from '#partners/ports.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { addShipment } from '#server/effects/kinds/add-shipment.ts';
import { changeClaimOfEffect } from '#server/effects/note-on-claim.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { EffectKind } from '#server/effects/worker.ts';

type Payload = z.infer<typeof LabelPayload>;

/** Buys the label staff chose, or the cheapest, and keeps its PDF. */
export const label: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const labels = await deps.labelsOf(effect.store_id);
    if (!labels) throw new PartnerError('labels', 'refused', 'No shipping label provider is set up.');
    const payload = LabelPayload.parse(effect.payload);
    const bought = await boughtOnce(labels, partnerKey(effect.purpose_key, payload.claimExternalId), payload, context);
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

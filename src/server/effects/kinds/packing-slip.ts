import { z } from 'zod';
import { Address } from '#core/address.ts';
import { PackingSlipPayload } from '#core/effects/packing-slip.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { senderOnSlip, type NewShipment } from '#core/claims/shipments.ts';
import { PartnerError } from '#partners/ports.ts';
import { claimPageUrl } from '#server/customer/claim-link.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import { claimById } from '#server/db/claims.ts';
import { languageOf } from '#core/emails/worded.ts';
import { shipmentPolicyFor } from '#core/policy/policy-for.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { addShipment, isNeedless, NEEDLESS } from '#server/effects/kinds/add-shipment.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';
import { writerFor } from '#server/texts.ts';

/** Makes the packing slip and keeps its PDF. */
export const packingSlip: EffectKind<EffectDeps> = {
  async run(effect, deps) {
    const { claimLineIds, from, to } = PackingSlipPayload.parse(effect.payload);
    const { store, claim, writer } = await deps.database.readStore(effect.store_id, async (db) => {
      const its = await storeById(db, effect.store_id);
      const found = (await claimById(db, effect.store_id, effect.subject_id))?.claim;
      return { store: its, claim: found, writer: its && found && (await writerFor(db, its, languageOf(found))) };
    });
    if (!store || !claim || !writer)
      throw new PartnerError('packing slip', 'refused', 'The claim of this packing slip no longer exists.');
    if (isNeedless(claim, effect)) throw new CalledOff(NEEDLESS);
    const { returnInstructions } = shipmentPolicyFor(settingsOf(store), store.time_zone);
    const fromAddress = from ?? senderOnSlip(claim);
    const toAddress = to ?? store.return_address ?? Address.parse({ company: store.name.slice(0, 200) });
    const content = await deps.documents.packingSlip({
      storeName: store.name,
      claimExternalId: claim.externalId,
      portalUrl: claimPageUrl(portalAddress(deps.config.PUBLIC_URL, store), claim.externalId, isGiftReturn(claim)),
      from: fromAddress,
      to: toAddress,
      lines: claim.lines
        .filter((line) => claimLineIds.includes(line.id))
        .map(({ name, variantTitle, sku, quantity }) => ({ name, variantTitle, sku, quantity })),
      instructions: writer.own(returnInstructions),
      writer,
    });
    const documentKey = `packing-slips/${effect.store_id}/${claim.externalId}-${effect.effect_id}.pdf`;
    await deps.files.put(documentKey, content, 'application/pdf');
    return { label: `Packing slip ${claim.externalId}`, url: null, documentKey, fromAddress, toAddress };
  },
  async record(db, effect, result) {
    const { documentKey, fromAddress, toAddress } = Made.parse(result);
    const shipment: NewShipment = {
      type: 'Packing_Slip',
      provider: null,
      shipmentIdFromProvider: null,
      carrier: '',
      service: '',
      cost: 0,
      trackingCode: '',
      trackingUrl: '',
      documentKey,
      qrCodeUrl: null,
      fromAddress,
      toAddress,
    };
    await addShipment(db, effect, shipment);
  },
};

const Made = z.object({
  documentKey: z.string(),
  fromAddress: Address,
  toAddress: Address,
});

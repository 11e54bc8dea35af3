import { z } from 'zod';
import { Address } from '#core/address.ts';
import { labelEntry } from '#core/books/entry.ts';
import { defineEffect } from '#core/effects/define.ts';
import { Money } from '#core/money.ts';

export const LabelPayload = z.object({
  claimExternalId: z.string(),
  claimLineIds: z.array(z.number().int()).min(1),
  /** The way the parcel travels. */
  from: Address,
  to: Address,
  weightOunces: z.number().int().positive(),
  /** The rate staff chose; null buys the cheapest. */
  quoted: z.object({ shipmentIdFromProvider: z.string(), rateId: z.string() }).nullable(),
  /** It takes items back to the shopper; absent on returns. */
  isSentBack: z.boolean().exactOptional(),
});

const Bought = z.object({ cost: Money });
const OfShipment = z.object({ shipment: z.object({ shipmentIdFromProvider: z.string() }) });

export const label = defineEffect({
  payload: LabelPayload,
  keptTexts: { result: ['shipment.type', 'shipment.provider', 'shipment.carrier', 'shipment.service'] },
  summary: () => 'Buy a shipping label',
  concerns: ({ claimLineIds }, line) => claimLineIds.includes(line.id),
  entry: (purposeKey, _payload, result) => {
    const cost = Bought.safeParse(result).data?.cost;
    return cost ? labelEntry(purposeKey, cost, 'bought') : null;
  },
  trace: ({ quoted }, result) => {
    const bought = Bought.extend(OfShipment.shape).safeParse(result).data;
    const idFromPlatform = bought?.shipment.shipmentIdFromProvider ?? quoted?.shipmentIdFromProvider ?? null;
    return { movement: { kind: 'label', idFromPlatform, amount: bought?.cost ?? null } };
  },
});

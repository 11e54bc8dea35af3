import { aboutClaim } from '#core/effects/subject.ts';
import type { Address } from '#core/address.ts';
import { shippedBy } from '#core/claims/carriers.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Decision } from '#core/claims/decision.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { linesToSendBack } from '#core/claims/repair.ts';
import { withEntry } from '#core/claims/timeline.ts';
import { linesComingBack } from '#core/claims/weight.ts';
import { formatMoney, type Money } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';

export type WantedShipment =
  | {
      type: 'Label';
      from: Address;
      to: Address;
      weightOunces: number;
      shipmentIdFromProvider: string;
      rate: { id: string; carrier: string; service: string; cost: Money };
    }
  | { type: 'Packing_Slip'; from: Address; to: Address };

/** Whether a way leads to the shopper, so that what travels is no return. */
export const leadsToShopper = ({ shippingAddress }: Pick<Claim, 'shippingAddress'>, to: Address): boolean =>
  shippingAddress !== null && isSamePlace(shippingAddress, to);

/**
 * A label at the rate staff chose, or a packing slip, as an effect. The same quoted parcel is bought once.
 * Refuses CLAIM_CANCELED and ADDRESSES_SAME.
 */
export function orderShipment(claim: Claim, wanted: WantedShipment, now: string): Decision {
  if (claim.lines.every((line) => line.canceledOn !== null))
    throw new Refusal('conflict', 'CLAIM_CANCELED', 'This claim was canceled.');
  if (isSamePlace(wanted.from, wanted.to))
    throw new Refusal('notAllowed', 'ADDRESSES_SAME', 'The from and to addresses are the same.');
  const entry =
    wanted.type === 'Label'
      ? {
          subject: 'Shipping label ordered',
          message: `${shippedBy(wanted.rate.carrier, wanted.rate.service)}, ${formatMoney(wanted.rate.cost)}`,
        }
      : { subject: 'Packing slip ordered', message: '' };
  if (leadsToShopper(claim, wanted.to)) return orderWayBack(claim, wanted, entry, now);
  // The shopper's page shows papers only where some were promised.
  const promised: Claim = { ...claim, shippingMethod: wanted.type === 'Label' ? 'label' : 'packingSlip' };
  const noted = withEntry(promised, { type: 'shipment', ...entry }, now);
  return { claim: noted, effects: [shipmentEffect(noted, wanted)] };
}

/** A label for what goes back to the shopper. Refuses NOT_A_LABEL: the store sends it, and has no use for a packing slip. */
function orderWayBack(claim: Claim, wanted: WantedShipment, { message }: { message: string }, now: string): Decision {
  if (wanted.type === 'Packing_Slip')
    throw new Refusal('notAllowed', 'NOT_A_LABEL', 'A package to the customer needs a shipping label.');
  const entry = { type: 'shipment', subject: 'Shipping label to the customer ordered', message } as const;
  const noted = withEntry(claim, entry, now);
  return { claim: noted, effects: [shipmentEffect(noted, wanted, true)] };
}

function shipmentEffect(claim: Claim, wanted: WantedShipment, isSentBack = false): EffectIntent {
  const lines = isSentBack ? linesToSendBack(claim) : linesComingBack(claim);
  const claimLineIds = (lines.length > 0 ? lines : linesComingBack(claim)).map((line) => line.id);
  const { from, to } = wanted;
  const subject = aboutClaim(claim);
  const payload = { claimExternalId: claim.externalId, claimLineIds, from, to };
  if (wanted.type === 'Packing_Slip')
    return {
      kind: 'packingSlip',
      purposeKey: `packingSlip:claim:${claim.id}:${claim.timeline.length}`,
      subject,
      payload,
    };
  const { shipmentIdFromProvider, rate, weightOunces } = wanted;
  return {
    kind: 'label',
    purposeKey: `label:claim:${claim.id}:${shipmentIdFromProvider}`,
    subject,
    payload: {
      ...payload,
      weightOunces,
      quoted: { shipmentIdFromProvider, rateId: rate.id },
      ...(isSentBack ? { isSentBack } : {}),
    },
  };
}

const PLACE = ['line1', 'line2', 'city', 'stateOrProvinceCode', 'postalCode', 'countryCode'] as const;
const folded = (text: string): string => text.trim().toLowerCase().replaceAll(/\s+/g, ' ');

/** Whether two addresses are the same place, regardless of the name. */
export const isSamePlace = (one: Address, other: Address): boolean =>
  PLACE.every((part) => folded(one[part]) === folded(other[part]));

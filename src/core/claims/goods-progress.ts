import { isYetToBeSent } from '#core/claims/carriers.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { ReturnShipment } from '#core/claims/shipment-shapes.ts';
import type { Phrase } from '#core/texts/phrase.ts';

/** How far a shipment is: 0 not handed over (or gone wrong), 1 travelling, 2 at the return location. */
export function advance(shipment: ReturnShipment): 0 | 1 | 2 {
  switch (shipment.trackerStatus) {
    case 'delivered':
      return 2;
    case 'in_transit':
    case 'out_for_delivery':
    case 'available_for_pickup':
      return 1;
    case 'unknown':
    case 'pre_transit':
    case 'return_to_sender':
    case 'failure':
    case 'cancelled':
    case 'error':
      return 0;
  }
}

type Sent = Pick<Claim, 'shipments' | 'returnRequired'>;

export const leastAdvanced = ({ shipments }: Pick<Claim, 'shipments'>): ReturnShipment | undefined =>
  shipments
    .filter((shipment) => shipment.canceledOn === null)
    .toSorted((one, other) => advance(one) - advance(other))[0];

/** Whether every shipment of the claim has reached the return location. */
export function areGoodsBack(claim: Pick<Claim, 'shipments'>): boolean {
  const shipment = leastAdvanced(claim);
  return shipment !== undefined && advance(shipment) === 2;
}

/** Where the items of a denied claim are now, and what the shopper does about it. */
export function deniedGoods(claim: Sent): Phrase {
  const shipment = leastAdvanced(claim);
  if (!shipment || isYetToBeSent(shipment.trackerStatus))
    return { id: claim.returnRequired ? 'next.keep.required' : 'next.keep' };
  switch (advance(shipment)) {
    case 2:
      return { id: 'next.goods.arrived' };
    case 1:
      return { id: 'next.goods.moving' };
    case 0:
      return { id: 'next.goods.lost' };
  }
}

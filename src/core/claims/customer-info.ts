import { Address } from '#core/address.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Decision } from '#core/claims/decision.ts';
import { withEntry } from '#core/claims/timeline.ts';

export type CustomerInfo = { customerEmail: string; shippingAddress: Address };

/**
 * Whom the claim is written to, and where its goods go from now on; the customer's name is the address's.
 * Also for a finalized claim: what is already on its way keeps the old address. The same again changes nothing.
 */
export function changeCustomerInfo(claim: Claim, info: CustomerInfo, now: string): Decision {
  const { customerEmail, shippingAddress } = info;
  const customerName = `${shippingAddress.firstName} ${shippingAddress.lastName}`.trim() || claim.customerName;
  const isMoved = FIELDS.some((field) => (shippingAddress[field] ?? '') !== (claim.shippingAddress?.[field] ?? ''));
  const changes = [
    ...(customerEmail === claim.customerEmail ? [] : [`Email: ${claim.customerEmail || 'none'} to ${customerEmail}`]),
    ...(customerName === claim.customerName ? [] : [`Name: ${claim.customerName || 'none'} to ${customerName}`]),
    ...(isMoved ? [`Address: ${linesOf(shippingAddress)}`] : []),
  ];
  if (changes.length === 0) return { claim, effects: [] };
  const changed: Claim = { ...claim, customerEmail, customerName, shippingAddress };
  return {
    claim: withEntry(
      changed,
      { type: 'edit', subject: "The customer's details changed", message: changes.join('\n') },
      now,
    ),
    effects: [],
  };
}

const FIELDS = Address.keyof().options;

const linesOf = (address: Address): string =>
  [
    `${address.firstName} ${address.lastName}`.trim(),
    address.company ?? '',
    address.line1,
    address.line2,
    `${address.postalCode} ${address.city}`.trim(),
    address.stateOrProvinceCode,
    address.countryCode,
    address.phone,
  ]
    .filter((part) => part !== '')
    .join(', ');

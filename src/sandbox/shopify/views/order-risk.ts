import type { Order } from '../state.ts';
import type { View } from './connection.ts';

/** Shopify's own assessment, from the one signal of it that the sandbox knows: where the bill and the goods go. */
export function orderRiskView({ billingAddress, shippingAddress }: Order): View {
  const isApart =
    billingAddress !== null &&
    shippingAddress !== null &&
    (billingAddress.countryCode !== shippingAddress.countryCode || billingAddress.zip !== shippingAddress.zip);
  const fact = isApart
    ? { description: 'Shipping address is not the billing address.', sentiment: 'NEGATIVE' }
    : { description: 'Shipping address is the billing address.', sentiment: 'POSITIVE' };
  return {
    recommendation: isApart ? 'INVESTIGATE' : 'ACCEPT',
    assessments: [{ riskLevel: isApart ? 'MEDIUM' : 'LOW', facts: [fact] }],
  };
}

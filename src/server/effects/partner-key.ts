/**
 * A purpose as a partner is told it. Claims and payments count alike in every installation, and one account may
 * serve several: `id` tells them apart, a claim's external id or a payment's at its provider.
 */
export const partnerKey = (purposeKey: string, id: string): string => `${purposeKey}:${id}`;

/**
 * A purpose key as partners see it. Claims and payments count from one in every installation, and several may share an
 * account, so `id` is appended: a claim's external id, or a payment's id at its provider.
 */
export const partnerKey = (purposeKey: string, id: string): string => `${purposeKey}:${id}`;

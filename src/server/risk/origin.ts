import { createHmac } from 'node:crypto';
import { normalizeEmail } from '#core/orders/lookup.ts';
import type { OrderProof } from '#core/claims/risk.ts';

/** Where a claim was sent from. The email is kept as a hash only this installation can make. */
export type ClaimOrigin = {
  emailHash: string;
  provenBy: OrderProof;
  deviceFingerprint: string | null;
  ipAddress: string | null;
};

export const emailHash = (secret: string, email: string): string =>
  createHmac('sha256', secret)
    .update(`claim email ${normalizeEmail(email)}`)
    .digest('base64url');

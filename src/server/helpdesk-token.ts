import { z } from 'zod';
import { readToken, signToken } from '#server/signed-token.ts';

const PURPOSE = 'helpdesk';
const Payload = z.object({
  storeId: z.number().int(),
  configId: z.string(),
  ref: z.string(),
  tokenId: z.string(),
});
export type HelpdeskToken = z.infer<typeof Payload>;

/** What a helpdesk shows to open a session. */
export const helpdeskToken = (secret: string, helpdesk: HelpdeskToken, expiresOn: Date): string =>
  signToken(secret, PURPOSE, helpdesk, expiresOn);

/** The helpdesk of a token; null when it is forged or expired. Whether it was revoked the database knows. */
export const readHelpdeskToken = (secret: string, token: string, now: Date): HelpdeskToken | null =>
  readToken(secret, PURPOSE, token, Payload, now);

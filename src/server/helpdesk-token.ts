import { DAY_MS } from '#core/dates.ts';
import { z } from 'zod';
import { readToken, signToken } from '#server/signed-token.ts';

const PURPOSE = 'helpdesk';
const YEARS = 10;
const Payload = z.object({
  storeId: z.number().int(),
  configId: z.string(),
  ref: z.string(),
  /** Of its connection; replacing the token raises it. */
  version: z.number().int().default(0),
});
export type HelpdeskToken = z.infer<typeof Payload>;

/** What a helpdesk shows to open a session. It ends when it is replaced or disconnected, long before it would by itself. */
export const helpdeskToken = (secret: string, helpdesk: z.input<typeof Payload>, now: Date): string =>
  signToken(secret, PURPOSE, helpdesk, new Date(now.getTime() + YEARS * 365 * DAY_MS));

/** The helpdesk of a token; null when it is forged or expired. Whether it is still the one of its connection the database knows. */
export const readHelpdeskToken = (secret: string, token: string, now: Date): HelpdeskToken | null =>
  readToken(secret, PURPOSE, token, Payload, now);

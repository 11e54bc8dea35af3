import { z } from 'zod';
import type { ServerDeps } from '#server/deps.ts';
import type { StoreRow } from '#server/db/stores.ts';
import { emailHash } from '#server/risk/origin.ts';
import { readToken, signToken } from '#server/signed-token.ts';

const PURPOSE = 'unsubscribe';
const Unsubscribe = z.object({ storeId: z.number().int(), emailHash: z.string() });
// An old email still ends reminders: nobody is to look for a newer one first.
const DAYS = 3650;

export const UNSUBSCRIBE_PATH = '/api/customer/unsubscribe';

/** Where a recipient ends the reminders of a store; the address stands in it as a hash. */
export function unsubscribeLink(
  { config, secret }: Pick<ServerDeps, 'config' | 'secret'>,
  store: Pick<StoreRow, 'store_id'>,
  email: string,
): string {
  const content = { storeId: store.store_id, emailHash: emailHash(secret, email) };
  const token = signToken(secret, PURPOSE, content, new Date(Date.now() + DAYS * 86_400_000));
  return `${config.PUBLIC_URL}${UNSUBSCRIBE_PATH}/${token}`;
}

export const readUnsubscribe = (secret: string, token: string): z.infer<typeof Unsubscribe> | null =>
  readToken(secret, PURPOSE, token, Unsubscribe, new Date());

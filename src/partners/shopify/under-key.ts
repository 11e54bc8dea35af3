import { refused, retryLater } from './client.ts';
import { uuidOf } from './marks.ts';
import type { Operation } from './operations.ts';
import type { UserErrors } from './user-errors.ts';

const MOST_KEYS = 25;

// Refunds come without codes, so that they are known by their words.
const isUnderWay = ({ code, message }: UserErrors[number]): boolean =>
  code === 'IDEMPOTENCY_CONCURRENT_REQUEST' || /currently in progress/i.test(message);
const isSpent = ({ code, message }: UserErrors[number]): boolean =>
  code === 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED' || /previous request with this idempotency key failed/i.test(message);

/**
 * Does something under an idempotency key made of our purpose key. Shopify answers a known key with what it did before;
 * under the key of an attempt that failed it does nothing ever again. So the next key is made from the failed one: every
 * try walks the same keys and ends at the one under which the work was done.
 */
export async function underKey<T extends { userErrors: UserErrors }>(
  operation: Operation,
  purposeKey: string,
  attempt: (key: string) => Promise<T>,
): Promise<T> {
  let key = uuidOf(purposeKey);
  for (let keys = 1; keys <= MOST_KEYS; keys += 1) {
    const answer = await attempt(key);
    if (answer.userErrors.some(isUnderWay))
      throw retryLater(`${operation.name}: Shopify is still at an earlier request`, 10_000);
    if (!answer.userErrors.some(isSpent)) return answer;
    key = uuidOf(`${purposeKey}:after:${key}`);
  }
  throw refused(`${operation.name}: Shopify failed at it ${MOST_KEYS} times`);
}

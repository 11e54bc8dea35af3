import { GraphQLError } from 'graphql';
import type { KnownKey, ShopState } from './state.ts';
import type { Context } from './views/connection.ts';

/** Keys whose first call is still under way. */
const underWay = new WeakMap<ShopState, Set<string>>();

/** Lets a call take its time; meanwhile its key is taken. */
export async function holdKey(shop: ShopState, key: string | null, wait: Promise<unknown>): Promise<void> {
  const held = underWay.get(shop) ?? new Set();
  underWay.set(shop, held);
  if (key !== null) held.add(key);
  await wait;
  if (key !== null) held.delete(key);
}

/** A key whose call failed within the platform is good for nothing any more. */
export function failKey({ shop, idempotencyKey: key }: Context): void {
  if (key !== null) shop.idempotency[key] = { fingerprint: '', resultId: null, orderId: null, hasFailed: true };
}

type KeyProblem = { code: string; message: string };
type Looked = { key: string; fingerprint: string; known: KnownKey | undefined } | KeyProblem;

/**
 * What is known under the key of a call that may only be made with @idempotent. The same key with the same variables
 * answers with the first result; with others, or after a failure, it is refused.
 */
export function lookUnderKey({ shop, idempotencyKey: key }: Context, input: unknown): Looked {
  if (key === null || key.trim() === '')
    throw new GraphQLError('The @idempotent directive is required for this mutation but was not provided.', {
      extensions: { code: 'BAD_REQUEST' },
    });
  if (underWay.get(shop)?.has(key) === true)
    return {
      code: 'IDEMPOTENCY_CONCURRENT_REQUEST',
      message: 'This request is currently in progress, please try again.',
    };
  const known = shop.idempotency[key];
  if (known?.hasFailed === true)
    return {
      code: 'IDEMPOTENCY_PREVIOUS_ATTEMPT_FAILED',
      message: 'A previous request with this idempotency key failed. Retry with a new idempotency key.',
    };
  const fingerprint = JSON.stringify(input);
  if (known !== undefined && known.fingerprint !== fingerprint)
    return {
      code: 'IDEMPOTENCY_KEY_PARAMETER_MISMATCH',
      message: 'The same idempotency key cannot be used with different operation parameters.',
    };
  return { key, fingerprint, known };
}

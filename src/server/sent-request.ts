import { createHash } from 'node:crypto';
import { Refusal } from '#core/refusal.ts';

/** A request that makes something. Sent again it has the same key, and the same digest of what it asks for. */
export type SentRequest = { key: string; digest: string };

/** What a request made; `digest` is null for what was made before digests were kept. */
export type MadeByRequest = { orderId: number; externalId: string; digest: string | null };

// They prove or pay for what is asked, and may be others when it is asked again.
const NOT_ASKED: ReadonlySet<string> = new Set([
  'requestKey',
  'sumsKey',
  'statementKey',
  'paymentId',
  'deviceFingerprint',
]);

/** The request that a body is. */
export function sentRequest(body: { requestKey: string }): SentRequest {
  const asked = JSON.stringify(body, (name, value: unknown) => (NOT_ASKED.has(name) ? undefined : inOrder(value)));
  return { key: body.requestKey, digest: createHash('sha256').update(asked).digest('base64url') };
}

/** An object with its names in order: in which they are sent says nothing. */
const inOrder = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
    : value;

/** What was made when the request was sent before, and whether it asked for something else then. */
export type MadeBefore = { externalId: string; wasOther: boolean };

/** Null where it wasn't sent before. Refuses REQUEST_KEY_USED where its key has made something on another order. */
export function madeBy({ digest }: SentRequest, orderId: number, made: MadeByRequest | null): MadeBefore | null {
  if (made === null) return null;
  if (made.orderId !== orderId) throw keyUsed();
  return { externalId: made.externalId, wasOther: made.digest !== null && made.digest !== digest };
}

/** The id of what was made, for the same request alone. Refuses REQUEST_KEY_USED, and ALREADY_SUBMITTED where it is another. */
export function madeBySame(request: SentRequest, orderId: number, made: MadeByRequest | null): string | null {
  const before = madeBy(request, orderId, made);
  if (before?.wasOther) throw alreadySubmitted(before.externalId);
  return before?.externalId ?? null;
}

export const keyUsed = (): Refusal =>
  new Refusal('conflict', 'REQUEST_KEY_USED', 'This request was already used for something else.');

/** A sender who changed it meanwhile must learn that the change is in nothing. */
export const alreadySubmitted = (externalId: string): Refusal =>
  new Refusal(
    'conflict',
    'ALREADY_SUBMITTED',
    `This was already submitted as ${externalId}. Later changes aren't part of it.`,
  ).naming({ externalId });

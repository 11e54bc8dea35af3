import { createHash, createHmac } from 'node:crypto';
import { cutText } from '#core/cut-text.ts';

const LONGEST_KEY = 100;

/**
 * The mark of our work in a platform note: the purpose key as it is, so that people can read which round of which claim
 * it was. Brackets keep "claim:81" from being found inside "claim:812".
 */
function markOf(purposeKey: string): string {
  if (purposeKey.length > LONGEST_KEY)
    throw new RangeError(`purpose key ${purposeKey} is too long to mark a note with`);
  return `[${purposeKey}]`;
}

/**
 * A note of at most `longest` characters that ends with the mark, however long the text is. `bonus`: the part of the
 * money on top of what was paid, a decimal, written before the mark.
 */
export function markedNote(text: string, purposeKey: string, longest: number, bonus?: string): string {
  const mark = (bonus === undefined ? '' : `(bonus ${bonus}) `) + markOf(purposeKey);
  const room = longest - mark.length - 1;
  const fitting = cutText(text.trim(), room);
  return fitting === '' ? mark : `${fitting} ${mark}`;
}

export const isMarked = (note: string | null | undefined, purposeKey: string): boolean =>
  (note ?? '').includes(markOf(purposeKey));

/** The purpose key in the mark a note ends in; null for a note that is not ours. */
export const markIn = (note: string | null | undefined): string | null =>
  /\[([a-zA-Z]+:[^[\]]*)\]$/.exec(note ?? '')?.[1] ?? null;

/** The bonus in one of our notes, as the decimal it was written as; null for none. */
export const bonusIn = (note: string | null | undefined): string | null =>
  markIn(note) !== null ? (/\(bonus (\d+(?:\.\d+)?)\) \[[^[\]]*\]$/.exec(note ?? '')?.[1] ?? null) : null;

type NotedRefund = { id: string; createdAt: string | null; note: string | null };

/**
 * The purpose keys of an order's refunds, by their ids; null for those by others. The refund of a processed return may
 * be without the note that was sent along. Then the return's own mark tells of it: of several refunds the first is ours,
 * as any later one was given by staff at Shopify.
 */
export function keysOfRefunds<T extends NotedRefund>(
  refunds: readonly T[],
  noteOfReturn: (refund: T) => string | null | undefined,
): Map<string, string | null> {
  const keys = new Map(refunds.map(({ id, note }) => [id, markIn(note)]));
  const known = new Set(keys.values());
  const inOrder = refunds.toSorted((one, other) => (one.createdAt ?? '').localeCompare(other.createdAt ?? ''));
  for (const refund of inOrder) {
    const mark = markIn(noteOfReturn(refund));
    if (mark === null || keys.get(refund.id) !== null || known.has(mark)) continue;
    keys.set(refund.id, mark);
    known.add(mark);
  }
  return keys;
}

/** A UUID (version 5 in form) that is always the same for the same purpose key. */
export function uuidOf(purposeKey: string): string {
  const bytes = createHash('sha256').update(`shopify ${purposeKey}`).digest().subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x50;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

// 32 letters and digits without l and o, 0 and 1: five bits each, and nothing people mix up.
const CODE_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';
const CODE_LENGTH = 16;

/**
 * The gift card code of a purpose key: 16 characters, 80 bits, unguessable without the secret and
 * the same at every attempt, so that the platform itself refuses to issue it twice.
 */
export function giftCardCodeOf(purposeKey: string, secret: string): string {
  const digest = createHmac('sha256', secret).update(`gift card ${purposeKey}`).digest();
  return Array.from(digest.subarray(0, CODE_LENGTH), (byte) => CODE_ALPHABET[byte % 32]).join('');
}

import { newRequestKey } from './draft.ts';
import { readKept, writeKept } from './storage.ts';

const KEY = 'makegood:device';

/** What kind of device a browser says it is on. */
const kindOf = (userAgent: string): 'phone' | 'tablet' | 'computer' =>
  /iPad|Tablet|Android(?!.*Mobile)/i.test(userAgent)
    ? 'tablet'
    : /Mobi|iPhone|Android/i.test(userAgent)
      ? 'phone'
      : 'computer';

/** A name this browser keeps for itself, with the kind of device; another one each time where it keeps nothing. */
export function deviceFingerprint(): string {
  const kept = readKept(KEY);
  const id = kept !== null && /^[\w-]{8,64}$/.test(kept) ? kept : newRequestKey();
  if (id !== kept) writeKept(KEY, id);
  return `${id}.${kindOf(navigator.userAgent)}`;
}

import type { Draft } from './draft.ts';
import { LONGEST_MS } from './kept-files.ts';
import { dropKept, PAYING, readKept, writeKept } from './storage.ts';

/** Names, in the address that a bank's own page leads back to, the return that is being paid. */
const PARAMETER = 'paying';

type Kept = { draft: Draft; keptOn: number };

/**
 * Keeps the draft for the tab that a bank's own page leads back to, which may be another one: banks have apps. Returns the
 * address to lead back to.
 */
export function keepForBank(draft: Draft): string {
  writeKept(PAYING, JSON.stringify({ draft, keptOn: Date.now() } satisfies Kept));
  return addressBack(window.location.href, draft);
}

/** The page was not left, or the return is submitted. */
export const forgetForBank = (): void => dropKept(PAYING);

/** The draft that a bank led back to by the address of this page; undefined where none did. */
export const draftFromBank = (): unknown => draftIn(readKept(PAYING), window.location.search, Date.now());

export function addressBack(href: string, { requestKey }: Pick<Draft, 'requestKey'>): string {
  const address = new URL(href);
  address.searchParams.set(PARAMETER, requestKey);
  return address.href;
}

/** The draft in a kept text; undefined where the address names another one, and where it is too old. */
export function draftIn(text: string | null, search: string, now: number): unknown {
  const requestKey = new URLSearchParams(search).get(PARAMETER);
  if (text === null || requestKey === null) return undefined;
  try {
    const { draft, keptOn = 0 } = JSON.parse(text) as Partial<Kept>;
    return draft?.requestKey === requestKey && keptOn >= now - LONGEST_MS ? draft : undefined;
  } catch {
    return undefined;
  }
}

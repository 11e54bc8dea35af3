import { isExpired } from './api.ts';
import { isEmbedded } from './embedding.ts';
import { goTo, inPortal } from './place.ts';

const PAGE = /^\/p\/([^/]+)(?:\/claim\/overview\/([^/]+))?(?:\/order\/([^/]+)(\/withdraw|\/shipping-claim)?)?/;

/** The address of the lookup for a session that ended, leading back to where the shopper was. */
export function lookupAfterExpiry(pathname: string, search = '', isInShop = false): string | undefined {
  const match = PAGE.exec(pathname);
  if (!match) return undefined;
  const asked = new URLSearchParams(search);
  // Only who was choosing had a session that could end.
  const wasChoosing = match[4] !== undefined || asked.has('step') || asked.has('ask');
  if (asked.get('isGiftReturn') === 'true') {
    const order = match[3] === undefined ? '' : `order=${match[3]}`;
    // A recipient who opens a gift link for the first time was not signed in before.
    const ended = match[2] !== undefined ? 'ended=claim' : wasChoosing ? 'ended=session' : '';
    return `/p/${match[1]}/gift?${[order, ended].filter(Boolean).join('&')}`;
  }
  if (match[2] !== undefined) return `/p/${match[1]}?ended=claim&claim=${match[2]}`;
  if (wasChoosing) return `/p/${match[1]}?ended=session${match[4] === '/withdraw' ? '&withdraw=1' : ''}`;
  // Inside a page of the shop some browsers keep no cookie of ours.
  return `/p/${match[1]}${isInShop && match[3] !== undefined ? '?ended=outside' : ''}`;
}

/** Every failed call passes here: one that says the session ended leads back to the lookup. */
export function leaveWhenExpired(error: unknown): void {
  if (!isExpired(error)) return;
  const lookup = lookupAfterExpiry(inPortal(window.location.pathname), window.location.search, isEmbedded);
  if (lookup !== undefined) goTo(lookup, { replace: true });
}

import { codeOf, isExpired } from './api.ts';
import { isEmbedded } from './embedding.ts';
import { goTo, inPortal } from './place.ts';

const PAGE = /^\/p\/([^/]+)(?:\/claim\/overview\/([^/]+))?(?:\/order\/([^/]+)(\/withdraw|\/shipping-claim)?)?/;

/** Whether something was being put together on a page of an order, by the part of its address behind the order. */
const wasChoosing = (part: string | undefined, asked: URLSearchParams): boolean =>
  part !== undefined || asked.has('step') || asked.has('ask');

/** The address of the lookup for a session that ended, leading back to where the shopper was. */
export function lookupAfterExpiry(pathname: string, search = '', isInShop = false): string | undefined {
  const match = PAGE.exec(pathname);
  if (!match) return undefined;
  const asked = new URLSearchParams(search);
  // Only who was choosing had a session that could end.
  const hadSession = wasChoosing(match[4], asked);
  if (asked.get('isGiftReturn') === 'true') {
    const order = match[3] === undefined ? '' : `order=${match[3]}`;
    // A recipient who opens a gift link for the first time was not signed in before.
    const ended = match[2] !== undefined ? 'ended=claim' : hadSession ? 'ended=session' : '';
    return `/p/${match[1]}/gift?${[order, ended].filter(Boolean).join('&')}`;
  }
  if (match[2] !== undefined) return `/p/${match[1]}?ended=claim&claim=${match[2]}`;
  if (hadSession) return `/p/${match[1]}?ended=session${match[4] === '/withdraw' ? '&withdraw=1' : ''}`;
  // Inside a page of the shop some browsers keep no cookie of ours.
  return `/p/${match[1]}${isInShop && match[3] !== undefined ? '?ended=outside' : ''}`;
}

/**
 * The lookup that a failed call leads to: its session ended, or another tab opened another order with it. Undefined for
 * any other failure.
 */
export function lookupAfter(error: unknown, pathname: string, search = '', isInShop = false): string | undefined {
  const [, , , order, part] = PAGE.exec(pathname) ?? [];
  const isOfOther =
    codeOf(error) === 'ORDER_NOT_FOUND' && order !== undefined && wasChoosing(part, new URLSearchParams(search));
  return isExpired(error) || isOfOther ? lookupAfterExpiry(pathname, search, isInShop) : undefined;
}

/** Every failed call passes here: one whose session is no longer that of the page leads back to the lookup. */
export function leaveWhenExpired(error: unknown): void {
  const lookup = lookupAfter(error, inPortal(window.location.pathname), window.location.search, isEmbedded);
  if (lookup !== undefined) goTo(lookup, { replace: true });
}

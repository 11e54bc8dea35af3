type Raw = Record<string, unknown>;

/**
 * Makes the search of a page hold what `read` returns and nothing else. The router merges that over the whole query of the address,
 * so a value that `read` drops would come back as it was typed; here it is set to undefined instead.
 */
export const onlySearch =
  <Search extends object>(read: (raw: Raw) => Search) =>
  (raw: Raw): Search => ({ ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])), ...read(raw) });

/** The same for a page around others: it answers for the names it reads, and leaves the rest of the address to those. */
export const outerSearch =
  <Search extends object>(names: readonly (keyof Search & string)[], read: (raw: Raw) => Search) =>
  (raw: Raw): Search => ({ ...Object.fromEntries(names.map((name) => [name, undefined])), ...read(raw) });

const HERE = 'http://here.invalid';

/** A page of a store's back office, from the address bar; undefined for anything that could lead elsewhere. */
export function ownPage(given: unknown): string | undefined {
  if (typeof given !== 'string' || !given.startsWith('/') || given.length > 2000 || !URL.canParse(given, HERE))
    return undefined;
  // As browsers read it: "/1/..//other.test" and "/\other.test" are other sites.
  const { origin, pathname, search, hash } = new URL(given, HERE);
  return origin === HERE && /^\/\d+(?:\/|$)/.test(pathname) ? pathname + search + hash : undefined;
}

/** The numeric tail of a global id: "gid://shopify/Order/123?x=1" becomes "123". */
export function tailOf(gid: string): string {
  const match = /^gid:\/\/shopify\/\w+\/([^/?]+)/.exec(gid);
  if (!match?.[1]) throw new RangeError(`not a global id: ${JSON.stringify(gid)}`);
  return match[1];
}

/** The type name inside a global id: "gid://shopify/Order/123" becomes "Order". */
export function typeOf(gid: string): string {
  return /^gid:\/\/shopify\/(\w+)\//.exec(gid)?.[1] ?? '';
}

/** The global id of a numeric tail. */
export const gidOf = (type: string, tail: string): string => `gid://shopify/${type}/${tail}`;

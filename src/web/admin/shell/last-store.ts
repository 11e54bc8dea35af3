/** Of each user, since several may share a browser. */
const keyOf = (userId: number): string => `makegood-last-store-of-${userId}`;

/** Remembers where the user works, for the next visit without a store in the address (C6.04). */
export function rememberStore(userId: number, storeId: number): void {
  try {
    localStorage.setItem(keyOf(userId), String(storeId));
  } catch {
    // A browser that keeps nothing opens the first store.
  }
}

/** The store to open: the last used one if it is still the user's, else the first. */
export function storeToOpen<S extends { id: number }>(userId: number, stores: readonly S[]): S | undefined {
  let last: number | null = null;
  try {
    last = Number(localStorage.getItem(keyOf(userId)));
  } catch {
    // As above.
  }
  return stores.find((store) => store.id === last) ?? stores[0];
}

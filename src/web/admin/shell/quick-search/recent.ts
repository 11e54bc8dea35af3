import { useEffect } from 'react';
import { z } from 'zod';

/** A claim or order someone opened; without anything about its customer, as it stays in the browser. */
const Recent = z.object({ path: z.string(), title: z.string(), detail: z.string(), imgUrl: z.string().nullable() });
export type Recent = z.infer<typeof Recent>;

const KEPT = 'makegood.recent.';
const MOST = 6;
const keyOf = (storeId: number): string => `${KEPT}${storeId}`;

/** What was opened last in a store, the latest first. */
export function recentOf(storeId: number): Recent[] {
  try {
    const kept = z.array(Recent).safeParse(JSON.parse(localStorage.getItem(keyOf(storeId)) ?? '[]'));
    return kept.success ? kept.data : [];
  } catch {
    // Storage is closed to us, or holds something else.
    return [];
  }
}

/** Remembers that something was opened, once it is known. */
export function useRecent(storeId: number, opened: Recent | null): void {
  const { path = '', title = '', detail = '', imgUrl = null } = opened ?? {};
  useEffect(() => {
    if (path === '') return;
    const others = recentOf(storeId).filter((one) => one.path !== path);
    try {
      localStorage.setItem(keyOf(storeId), JSON.stringify([{ path, title, detail, imgUrl }, ...others].slice(0, MOST)));
    } catch {
      // Without storage nothing is remembered, and all else works.
    }
  }, [storeId, path, title, detail, imgUrl]);
}

/** Forgets all of it, so that the next user doesn't see it. */
export function forgetRecent(): void {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(KEPT)) localStorage.removeItem(key);
  } catch {
    // As above.
  }
}

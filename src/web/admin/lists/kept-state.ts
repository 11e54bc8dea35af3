import { z } from 'zod';
import type { ListKind } from '#core/lists/filters.ts';
import type { ListAddress } from './list-address.ts';

const Columns = z.array(z.string());
const addressKey = (storeId: number, kind: ListKind): string => `makegood.list.${storeId}.${kind}`;
const columnsKey = (storeId: number, kind: ListKind): string => `makegood.columns.${storeId}.${kind}`;

/** How a list of a store was left, without its page; null when it was never opened (C6.04). */
export function keptAddress(storeId: number, kind: ListKind): Record<string, unknown> | null {
  const kept = z.record(z.string(), z.unknown()).safeParse(read(addressKey(storeId, kind)));
  return kept.success ? kept.data : null;
}

export const keepAddress = (storeId: number, kind: ListKind, { cursor: _cursor, ...address }: ListAddress): void =>
  write(addressKey(storeId, kind), address);

/** The columns staff took out of a list of a store. */
export function hiddenColumns(storeId: number, kind: ListKind): string[] {
  const kept = Columns.safeParse(read(columnsKey(storeId, kind)));
  return kept.success ? kept.data : [];
}

export const hideColumns = (storeId: number, kind: ListKind, hidden: readonly string[]): void =>
  write(columnsKey(storeId, kind), hidden);

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    // Storage is closed to us, or holds something else.
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Without storage nothing is remembered, and all else works.
  }
}

import { z } from 'zod';
import type { ListKind } from '#core/lists/lists.ts';
import type { ListAddress } from './list-address.ts';

/** Which user's state of which list in which store. */
export type KeptFor = { userId: number; storeId: number; kind: ListKind };

const Columns = z.array(z.string());
const LISTS = 'makegood.list.';
/** Of each user, since several may share a browser. */
const addressKey = (of: KeptFor): string => `${LISTS}${of.storeId}.${of.kind}.${of.userId}`;
const columnsKey = (storeId: number, kind: ListKind): string => `makegood.columns.${storeId}.${kind}`;

/** How a list of a store was left, without its page; null when it was never opened (C6.04). */
export function keptAddress(of: KeptFor): Record<string, unknown> | null {
  const kept = z.record(z.string(), z.unknown()).safeParse(read(addressKey(of)));
  return kept.success ? kept.data : null;
}

export const keepAddress = (of: KeptFor, { cursor: _cursor, ...address }: ListAddress): void =>
  write(addressKey(of), address);

const keptKeys = (): string[] => {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(LISTS));
  } catch {
    // As below.
    return [];
  }
};

/** Whether anybody left this list in some state in this browser. */
export const isAnyKept = (storeId: number, kind: ListKind): boolean =>
  keptKeys().some((key) => key.startsWith(`${LISTS}${storeId}.${kind}.`));

/** Forgets the state of all lists, so that the next user doesn't see earlier searches. */
export function forgetAddresses(): void {
  for (const key of keptKeys()) localStorage.removeItem(key);
}

/** The columns staff took out of a list of a store; null where they never chose. */
export function hiddenColumns(storeId: number, kind: ListKind): string[] | null {
  const kept = Columns.safeParse(read(columnsKey(storeId, kind)));
  return kept.success ? kept.data : null;
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

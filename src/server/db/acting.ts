import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuditKind } from '#core/audit/kinds.ts';

/** Who changes something of a store, and by which call: what the audit log says of every change of a transaction. */
export type Acting = {
  kind: 'user' | 'providerAdmin' | 'helpdesk' | 'commandLine';
  name: string;
  /** Null for calls of the provider, which are of no store. */
  storeId: number | null;
  requestId: string;
  /** What the call is about, and its words in the log; null where it leaves an entry only by what it changes. */
  about: AuditKind | null;
  what: string | null;
  /** The id in its address. */
  thingId: string | null;
};

const acting = new AsyncLocalStorage<Acting & { isAudited: boolean }>();

/** Runs work whose changes are this person's, or this command's. */
export const actingAs = <T>(actor: Acting, work: () => Promise<T>): Promise<T> =>
  acting.run({ ...actor, isAudited: false }, work);

/** Whether the call has left no entry yet. */
export const owesEntry = (): boolean => acting.getStore()?.isAudited === false;

/** An entry of the call was committed. */
export function noteAudited(): void {
  const now = acting.getStore();
  if (now) now.isAudited = true;
}

// Never in JSON as they are, and text of the database holds no NUL.
const UNPRINTABLE = /\\u0000/g;

/** What tells the database who acts, at the beginning of a transaction. */
export function actorStatements(): string[] {
  const now = acting.getStore();
  if (!now) return [];
  const { isAudited: _, ...actor } = now;
  const text = JSON.stringify(actor).replace(UNPRINTABLE, '').replaceAll("'", "''");
  return [`set local app.actor = '${text}'`];
}

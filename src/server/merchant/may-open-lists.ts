import { listOf, type ListKind } from '#core/lists/lists.ts';
import { Refusal } from '#core/refusal.ts';
import { can, type RoleCode } from '#core/roles.ts';
import type { Database } from '#server/db/connect.ts';
import { storeById } from '#server/db/stores.ts';

type Opener = { storeId: number; roleCode: RoleCode };

/** Refuses ROLE_NEEDED where a list is for admins. */
export async function checkMayOpen(database: Database, opener: Opener, kind: ListKind): Promise<void> {
  if (!(await mayOpen(database, opener, kind)))
    throw new Refusal('forbidden', 'ROLE_NEEDED', "Your role doesn't allow this. Ask a store admin.");
}

/** Whether a role opens a list of its store: those for admins ask for more than working on claims. */
export async function mayOpen(database: Database, { storeId, roleCode }: Opener, kind: ListKind): Promise<boolean> {
  if (listOf(kind).isForAdmins !== true || can(roleCode, 'settings', { isTest: false })) return true;
  const store = await database.readStore(storeId, (db) => storeById(db, storeId));
  return can(roleCode, 'settings', { isTest: store?.is_test ?? false });
}

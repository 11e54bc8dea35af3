import type { Db } from '#server/db/connect.ts';
import { Refusal } from '#core/refusal.ts';
import { saveGroup, savedGroups, type GroupToSave } from '#server/db/settings.ts';
import type { SignedInUser } from '#server/http/context.ts';
import { staffName } from '#server/merchant/staff-name.ts';

/** Saves a group over the version it was read at. Refuses SETTINGS_CHANGED with who saved first. */
export async function saveOver(
  db: Db,
  storeId: number,
  entered: Omit<GroupToSave, 'by'>,
  user: SignedInUser,
): Promise<void> {
  if (await saveGroup(db, storeId, { ...entered, by: staffName(user) })) return;
  const saved = (await savedGroups(db, storeId)).get(entered.group);
  throw new Refusal(
    'conflict',
    'SETTINGS_CHANGED',
    `${saved?.updatedBy ?? 'Someone else'} changed these settings while you were editing them.`,
  );
}

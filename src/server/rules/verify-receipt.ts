import { z } from 'zod';
import { isSameReceipt } from '#core/automations/verify-receipt.ts';
import { HOOKS } from '#core/automations/hooks.ts';
import { SetupError } from '#server/config.ts';
import type { Database } from '#server/db/connect.ts';
import { rulesOfVersion } from '#server/db/rules.ts';
import { receiptById } from '#server/db/rule-receipts.ts';
import { answerCommand } from '#server/http/answer-command.ts';
import type { Handler } from '#server/http/serve.ts';

/** Where a server receives requests from the command on the same machine. */
export const VERIFY_PATH = '/api/control/verify-receipt';

const Wanted = z.object({ receiptId: z.number().int().positive() });

/** What the command prints, and whether the receipt came out the same; or why it was not recomputed. */
export const Verified = z.union([
  z.object({ text: z.string(), isSame: z.boolean() }),
  z.object({ problem: z.string() }),
]);
export type Verified = z.infer<typeof Verified>;

/** `npm run verify-receipt` while this server runs. */
export const verifyOnRequest = ({ database }: { database: Database }, token: string): Handler =>
  answerCommand({ path: VERIFY_PATH, wanted: Wanted }, token, ({ receiptId }) => verifyReceipt(database, receiptId));

/** Recomputes a receipt from its facts and the version it names. Throws SetupError. */
export async function verifyReceipt(database: Database, receiptId: number): Promise<{ text: string; isSame: boolean }> {
  return database.asOwner(async (db) => {
    const kept = await receiptById(db, receiptId);
    if (!kept) throw new SetupError(`There is no receipt ${receiptId}. It goes with the customer's data.`);
    const version = await rulesOfVersion(db, kept.store_id, kept.version);
    if (!version) throw new SetupError(`The version ${kept.version} of receipt ${receiptId} isn't kept.`);
    const isSame = isSameReceipt(kept.receipt, version.ruleSet);
    const about = `Receipt ${receiptId} of claim ${kept.claim_id}, ${HOOKS[kept.receipt.hook].label.toLowerCase()}, by version ${kept.version.slice(0, 12)}`;
    return { text: `${about}: ${isSame ? 'same' : 'different'}.\n`, isSame };
  });
}

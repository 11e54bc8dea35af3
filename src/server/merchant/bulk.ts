import * as contract from '#contract/merchant/lists.ts';
import { tagKey } from '#core/lists/tags.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError } from '#partners/ports.ts';
import { changeTags, namedTags } from '#server/db/tags.ts';
import type { StoreContext } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { pageAfter } from '#server/merchant/change-claim.ts';
import { finalizeReady, type FinalizeDeps } from '#server/merchant/finalize.ts';
import { checkMayMoveMoney } from '#server/merchant/may-move-money.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { staffName } from '#server/merchant/staff-name.ts';

/** One thing done to many claims, each in a transaction of its own: what one cannot have done stops no other. */
export const bulkHandler = (deps: FinalizeDeps): Handler =>
  handle(contract.bulk, async ({ body }, context) => {
    if (MOVES_MONEY.has(body.action.kind)) checkMayMoveMoney(context);
    const results = [];
    for (const claimId of new Set(body.claimIds)) {
      results.push({ claimId, refusal: await refusalOf(() => act(deps, context, claimId, body.action), context) });
    }
    return { results };
  });

/** Actions that only those may do who may finalize a claim. */
const MOVES_MONEY: ReadonlySet<contract.BulkAction['kind']> = new Set(['finalize', 'approveAndFinalize']);

async function act(
  deps: FinalizeDeps,
  context: StoreContext,
  claimId: number,
  action: contract.BulkAction,
): Promise<void> {
  switch (action.kind) {
    case 'addTag':
      return addTag(deps, context, claimId, action.name);
    case 'removeTag':
      return removeTag(deps, context, claimId, action.name);
    case 'cancel':
      await pageAfter(deps, context, { claimId, version: null }, { kind: 'cancel', input: {} });
      return;
    case 'approve':
      await pageAfter(deps, context, { claimId, version: null }, { kind: 'approveAll', input: {} });
      return;
    case 'finalize':
      return finalizeReady(deps, context, claimId, false);
    case 'approveAndFinalize':
      return finalizeReady(deps, context, claimId, true);
  }
}

const addTag = (
  { database }: FinalizeDeps,
  { storeId, user }: StoreContext,
  claimId: number,
  name: string,
): Promise<void> =>
  database.inStore(storeId, async (db) => {
    const added = (await namedTags(db, storeId, [name])).map((tag) => tag.name);
    const changed = await changeTags(db, storeId, claimId, (tags) => [...tags, ...added], staffName(user));
    if (!changed) throw claimNotFound();
  });

const removeTag = (
  { database }: FinalizeDeps,
  { storeId, user }: StoreContext,
  claimId: number,
  name: string,
): Promise<void> =>
  database.inStore(storeId, async (db) => {
    const without = (tags: readonly string[]): readonly string[] => {
      const left = tags.filter((tag) => tagKey(tag) !== tagKey(name));
      if (left.length === tags.length) throw new Refusal('notFound', 'TAG_NOT_FOUND', `It has no tag “${name}”.`);
      return left;
    };
    if (!(await changeTags(db, storeId, claimId, without, staffName(user)))) throw claimNotFound();
  });

/** Why nothing was done, or null. Unexpected errors are logged and reported without details. */
async function refusalOf(work: () => Promise<void>, { log }: StoreContext) {
  try {
    await work();
    return null;
  } catch (error) {
    if (error instanceof Refusal) return { code: error.code, message: error.clientMessage ?? error.message };
    if (error instanceof PartnerError) return { code: 'PARTNER', message: error.message };
    log.error({ err: error }, 'a claim could not be changed in bulk');
    return { code: 'UNEXPECTED', message: 'Something went wrong. Please try again.' };
  }
}

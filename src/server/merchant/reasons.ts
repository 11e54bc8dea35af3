import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as contract from '#contract/merchant/merchant.ts';
import * as groups from '#contract/merchant/reason-groups.ts';
import type { RouteParsed } from '#contract/route.ts';
import { categoryName } from '#core/claims/reason-category.ts';
import { categoryOfReason } from '#core/claims/reasons.ts';
import { Refusal } from '#core/refusal.ts';
import {
  allGroups,
  allReasons,
  nextGroupId,
  withGroup,
  withoutGroup,
  withReason,
  type AnyGroup,
  type AnyReason,
} from '#core/settings/reasons.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { productGroupById, productGroups } from '#server/db/product-groups.ts';
import { refuseNamed } from '#server/db/rules-naming.ts';
import { keptReasons, lockReasons, type KeptReasons } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { SignedInUser } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { saveOver } from '#server/merchant/save-settings.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { reasonsOfLine } from '#server/policy.ts';

/** Why shoppers claim: reasons, and the groups that say which of them a product offers. */
export const reasonHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.claimReasons, (_input, { storeId }) =>
    database.readStore(storeId, async (db) => ({
      reasons: allReasons((await keptReasons(db, storeId)).document).map(showReason),
    })),
  ),

  handle(contract.lineReasons, ({ params }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const loaded = await claimById(db, storeId, params.claimId);
      const line = loaded?.claim.lines.find(({ id }) => id === params.lineId);
      const store = await storeById(db, storeId);
      if (!loaded || !line || !store) throw claimNotFound();
      const offered = await reasonsOfLine(db, store, loaded.claim, line);
      return { reasons: offered.map((reason) => showReason({ ...reason, isDeleted: false })) };
    }),
  ),

  handle(contract.addClaimReason, ({ body }, { storeId, user }) =>
    database.inStore(storeId, async (db) => {
      const held = await heldReasons(db, storeId);
      return saveReason(db, storeId, held, editedReason(`Reason_${randomUUID()}`, body), user);
    }),
  ),

  handle(contract.changeClaimReason, ({ params, body }, { storeId, user }) =>
    database.inStore(storeId, async (db) => {
      const held = await heldReasons(db, storeId);
      const before = allReasons(held.document).find(({ id }) => id === params.claimReasonId);
      if (!before) throw new Refusal('notFound', 'REASON_NOT_FOUND', "This reason doesn't exist in this store.");
      if (body.isDeleted && !before.isDeleted)
        await refuseNamed(db, storeId, { of: 'reason', id: before.id, what: 'reason', code: 'REASON_USED' });
      return saveReason(db, storeId, held, editedReason(params.claimReasonId, body), user);
    }),
  ),

  handle(groups.listReasonGroups, (_input, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const { document } = await keptReasons(db, storeId);
      const names = await namesOfProductGroups(db, storeId);
      return { groups: allGroups(document).map((group) => showGroup(group, document, names)) };
    }),
  ),

  handle(groups.createReasonGroup, ({ body }, { storeId, user }) =>
    database.inStore(storeId, async (db) => {
      const held = await heldReasons(db, storeId);
      const { name, claimType, storeProductGroupId: productGroupId, claimReasonIds: reasonIds } = body;
      return saveGroup(db, storeId, user, held, {
        id: nextGroupId(held.document),
        isDefault: false,
        name,
        claimType,
        productGroupId,
        reasonIds,
      });
    }),
  ),

  handle(groups.changeReasonGroup, ({ params, body }, { storeId, user }) =>
    database.inStore(storeId, async (db) => {
      const held = await heldReasons(db, storeId);
      const group = known(allGroups(held.document), params.reasonGroupId);
      const { claimReasonIds: reasonIds } = body;
      if (group.isDefault) return saveGroup(db, storeId, user, held, { ...group, reasonIds });
      return saveGroup(db, storeId, user, held, {
        ...group,
        reasonIds,
        name: body.name ?? group.name,
        claimType: body.claimType ?? group.claimType,
        productGroupId: body.storeProductGroupId ?? group.productGroupId,
      });
    }),
  ),

  handle(groups.deleteReasonGroup, ({ params: { reasonGroupId } }, { storeId, user }) =>
    database.inStore(storeId, async (db) => {
      const { version, document } = await heldReasons(db, storeId);
      known(allGroups(document), reasonGroupId);
      await saveOver(db, storeId, { group: 'reasons', version, document: withoutGroup(document, reasonGroupId) }, user);
      return {};
    }),
  ),
];

function known(all: readonly AnyGroup[], id: number): AnyGroup {
  const group = all.find((one) => one.id === id);
  if (!group) throw new Refusal('notFound', 'REASON_GROUP_NOT_FOUND', "This reason group doesn't exist.");
  return group;
}

const namesOfProductGroups = async (db: Db, storeId: number): Promise<Map<number, string>> =>
  new Map((await productGroups(db, storeId)).map(({ group_id, name }) => [group_id, name]));

type Held = Awaited<ReturnType<typeof keptReasons>>;

/** The reasons as they stay until the transaction ends. Product groups stay too: deleting one locks and reads the reasons first. */
async function heldReasons(db: Db, storeId: number): Promise<Held> {
  await lockReasons(db, storeId);
  return keptReasons(db, storeId);
}

async function saveGroup(db: Db, storeId: number, user: SignedInUser, { version, document }: Held, group: AnyGroup) {
  if (!group.isDefault && !(await productGroupById(db, storeId, group.productGroupId))) {
    const text = "This product group doesn't exist.";
    throw new Refusal('notFound', 'PRODUCT_GROUP_NOT_FOUND', text, { 'body.storeProductGroupId': text });
  }
  const changed = withGroup(document, group);
  await saveOver(db, storeId, { group: 'reasons', version, document: changed }, user);
  return showGroup(group, changed, await namesOfProductGroups(db, storeId));
}

type ReasonBody = RouteParsed<typeof contract.addClaimReason>['body'];

function editedReason(id: string, { name, isDeleted, category, claimReasonDetails }: ReasonBody): AnyReason {
  const detailsThatAre = (deleted: boolean): string[] => [
    ...new Set(claimReasonDetails.filter((one) => one.isDeleted === deleted).map((one) => one.name)),
  ];
  const retiredDetails = detailsThatAre(true);
  return {
    id,
    name,
    isDeleted,
    details: detailsThatAre(false),
    ...(category ? { category: category.code } : {}),
    ...(retiredDetails.length > 0 ? { retiredDetails } : {}),
  };
}

function showReason(reason: AnyReason): z.output<typeof contract.ReasonShown> {
  const code = categoryOfReason(reason);
  const shown = (isDeleted: boolean) => (name: string) => ({ id: name, name, isDeleted });
  return {
    id: reason.id,
    name: reason.name,
    isDeleted: reason.isDeleted,
    category: { code, name: categoryName(code) },
    claimReasonDetails: [...reason.details.map(shown(false)), ...(reason.retiredDetails ?? []).map(shown(true))],
  };
}

function showGroup(
  group: AnyGroup,
  document: KeptReasons,
  names: ReadonlyMap<number, string>,
): groups.ReasonGroupShown {
  const reasons = allReasons(document).filter(({ isDeleted }) => !isDeleted);
  const productGroup = group.isDefault ? undefined : names.get(group.productGroupId);
  return {
    id: group.id,
    name: group.isDefault ? 'Default' : group.name,
    claimType: group.claimType,
    isDefault: group.isDefault,
    storeProductGroup:
      group.isDefault || productGroup === undefined ? null : { id: group.productGroupId, name: productGroup },
    claimReasons: group.reasonIds.flatMap((id) => {
      const reason = reasons.find((one) => one.id === id);
      return reason ? [showReason(reason)] : [];
    }),
  };
}

/** Reasons are one group of settings, so saving one makes a new version of it. */
async function saveReason(db: Db, storeId: number, { version, document }: Held, reason: AnyReason, user: SignedInUser) {
  const changed = withReason(document, reason);
  await saveOver(db, storeId, { group: 'reasons', version, document: changed }, user);
  return showReason(allReasons(changed).find(({ id }) => id === reason.id) ?? reason);
}

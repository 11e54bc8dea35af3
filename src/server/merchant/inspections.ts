import { randomUUID } from 'node:crypto';
import * as contract from '#contract/merchant/inspections.ts';
import { atInspection } from '#core/automations/at-inspection.ts';
import type { Ruled } from '#core/automations/ruled.ts';
import type { Claim } from '#core/claims/claim.ts';
import { valuesById } from '#core/claims/field-answers.ts';
import type { ClaimMedia } from '#core/claims/media-shapes.ts';
import { InspectionGrade, type InspectionTemplate } from '#core/claims/inspection-shapes.ts';
import { Refusal } from '#core/refusal.ts';
import { showGrade } from '#server/claim-view.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldsToAsk } from '#server/db/custom-fields.ts';
import { attachInspectionMedia, unclaimedMedia } from '#server/db/media.ts';
import { orderById } from '#server/db/orders.ts';
import { liveRules } from '#server/db/rules.ts';
import { inspectionPolicyFor } from '#core/policy/policy-for.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { pageAfter, type ChangeDeps } from '#server/merchant/change-claim.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { aroundClaim } from '#server/rules/around-claim.ts';
import { announceUpload, finishUpload } from '#server/uploads.ts';

// A claim has at most 100 lines, each with the photos of several inspections.
const MOST_PER_ORDER = 2000;

/** What staff find when they look at returned items, with photos (C7.15, C7.03). */
export const inspectionHandlers = (deps: ChangeDeps): Handler[] => [
  handle(contract.inspectionSettings, ({ params }, { storeId }) =>
    deps.database.readStore(storeId, async (db) => {
      const loaded = await claimById(db, storeId, params.claimId);
      if (!loaded) throw claimNotFound();
      if (!loaded.claim.lines.some((line) => line.id === params.claimLineItemId))
        throw new Refusal('notFound', 'LINE_UNKNOWN', "This item isn't part of the claim.");
      const { isEnabled, template } = await collected(db, storeId, loaded.claim, params.claimLineItemId);
      return { isEnabled, template, grades: InspectionGrade.options.map(showGrade) };
    }),
  ),

  handle(contract.addInspection, ({ params, body }, context) =>
    pageAfter(deps, context, { claimId: params.claimId, version: body.version }, async (claim, db) => {
      const asked = await collected(db, context.storeId, claim, params.claimLineItemId);
      const { isEnabled, template, ruled } = asked;
      if (!isEnabled) throw new Refusal('notAllowed', 'INSPECTION_OFF', "The items of this claim aren't inspected.");
      const images = await imagesOf(db, context.storeId, claim, body.images);
      const found = {
        id: randomUUID(),
        name: body.name,
        comment: body.comment,
        storeInspectionGrade: body.storeInspectionGrade,
        values: valuesById(body.customFields),
        images,
        createdBy: staffName(context.user),
      };
      await attachInspectionMedia(db, context.storeId, claim.id, body.images);
      return { kind: 'addInspection', input: { lineId: params.claimLineItemId, found, template, ruled } };
    }),
  ),

  handle(contract.removeInspection, ({ params, query }, context) =>
    pageAfter(
      deps,
      context,
      { claimId: params.claimId, version: query.version },
      {
        kind: 'removeInspection',
        input: { lineId: params.claimLineItemId, inspectionId: params.claimInspectionId },
      },
    ),
  ),

  handle(contract.signedUrl, async ({ query }, { storeId }) => {
    const orderId = await deps.database.readStore(storeId, (db) => orderOfUpload(db, storeId, query));
    const order = { storeId, orderId, most: MOST_PER_ORDER };
    const { mediaId, ...put } = await announceUpload(deps, order, query);
    return { fileName: mediaId, ...put };
  }),

  handle(contract.finishUpload, async ({ params }, { storeId }) => {
    const { mediaId, ...shown } = await finishUpload(deps, { storeId, orderId: null }, params.fileName);
    return { id: mediaId, ...shown };
  }),
];

async function orderOfUpload(
  db: Db,
  storeId: number,
  { claimId, storeOrderId = 0 }: { claimId?: number | undefined; storeOrderId?: number | undefined },
): Promise<number> {
  if (claimId === undefined) {
    const order = await orderById(db, storeId, storeOrderId);
    if (!order) throw new Refusal('notFound', 'ORDER_NOT_FOUND', "This order doesn't exist in this store.");
    return order.order_id;
  }
  const loaded = await claimById(db, storeId, claimId);
  if (!loaded) throw claimNotFound();
  return loaded.claim.orderId;
}

/** Whether the claim's items are inspected, and what an inspection of this one collects now. */
async function collected(
  db: Db,
  storeId: number,
  claim: Claim,
  lineId: number,
): Promise<{ isEnabled: boolean; template: InspectionTemplate; ruled: readonly Ruled[] }> {
  const store = await storeById(db, storeId);
  if (!store) throw claimNotFound();
  const { inspectionTemplate } = inspectionPolicyFor(settingsOf(store));
  const around = await aroundClaim(db, storeId, await liveRules(db, storeId), claim, ['beforeClaimLineItemInspection']);
  const fields = around ? await fieldsToAsk(db, storeId) : [];
  return { isEnabled: claim.policy.isInspected, ...atInspection(claim, lineId, inspectionTemplate, around, fields) };
}

/** Uploads of the claim's order that belong to no claim yet. Refuses UPLOAD_BROKEN. */
async function imagesOf(db: Db, storeId: number, claim: Claim, ids: readonly string[]): Promise<ClaimMedia[]> {
  const rows = new Map(
    (await unclaimedMedia(db, storeId, claim.orderId, ids)).map((row) => [
      row.media_id,
      { id: row.media_id, filename: row.filename, contentType: row.content_type, size: row.size },
    ]),
  );
  return [...new Set(ids)].map((id) => {
    const media = rows.get(id);
    if (!media) throw new Refusal('notAllowed', 'UPLOAD_BROKEN', 'A file is missing. Add it again.');
    return media;
  });
}

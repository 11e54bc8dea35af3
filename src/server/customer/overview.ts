import * as contract from '#contract/customer/customer.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { answerMoreInfo } from '#core/claims/resolution.ts';
import { rollupOf } from '#core/claims/status.ts';
import { claimTotals, incentiveOf } from '#core/claims/sums.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import { showShipment } from '#server/claim-view.ts';
import { nextSteps } from '#server/customer/next-steps.ts';
import { claimMedia } from '#server/customer/submit.ts';
import { claimByExternalId, claimForChange, saveClaim, type LoadedClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { attachMedia } from '#server/db/media.ts';
import type { ServerDeps } from '#server/deps.ts';
import { enqueue } from '#server/effects/outbox.ts';
import type { PortalSession } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';

/** A claim in the portal: where it stands, and the answer to a question. */
export function overviewHandlers({ database, files }: Pick<ServerDeps, 'database' | 'files'>): Handler[] {
  return [
    handle(contract.overview, async ({ params }, { portal }) => {
      const { claim, isEffectsOutstanding } = await database.inStore(portal.storeId, (db) =>
        claimOfSession(db, portal, params.externalId),
      );
      const status = rollupOf(claim, isEffectsOutstanding);
      const totals = claimTotals(claim);
      const wire = (minor: number): number => amountOf(minor, claim.currencyCode);
      return {
        externalId: claim.externalId,
        orderIdFromPlatform: claim.orderIdFromPlatform,
        orderNo: claim.orderNo,
        createdOn: claim.createdOn,
        currencyCode: claim.currencyCode,
        status,
        nextSteps: nextSteps(claim, status),
        isAwaitingCustomer: claim.isAwaitingCustomer,
        infoRequest: claim.infoRequest,
        lines: claim.lines.map((line) => showLine(claim, line)),
        totals: {
          refund: wire(totals.byMethod.refund),
          storeCredit: wire(totals.byMethod.storeCredit),
          giftCard: wire(totals.byMethod.giftCard),
          incentive: wire(totals.incentive),
        },
        shippingMethod: claim.shippingMethod,
        shipments: await Promise.all(claim.shipments.map((shipment) => showShipment(shipment, files))),
      };
    }),

    handle(contract.answerInfo, async ({ params, body }, { portal, requestId }) => {
      await database.inStore(portal.storeId, async (db) => {
        const known = await claimOfSession(db, portal, params.externalId);
        const loaded = (await claimForChange(db, portal.storeId, known.claim.id)) ?? known;
        const { claim, effects } = answerMoreInfo(loaded.claim, body.answer, 'customer', new Date().toISOString());
        const media = await claimMedia(db, portal, body.mediaIds);
        // Photos sent with an answer are about the claim; its first line is where staff look for photos.
        const lines = claim.lines.map((line, index) =>
          index === 0 ? { ...line, media: [...line.media, ...media] } : line,
        );
        if (!(await saveClaim(db, portal.storeId, loaded, { ...claim, lines }, effects.length > 0))) {
          throw new Refusal('conflict', 'CLAIM_CHANGED', 'Your return has just been changed. Please look at it again.');
        }
        await attachMedia(db, portal.storeId, claim.id, body.mediaIds);
        await enqueue(db, portal.storeId, requestId, effects);
      });
      return {};
    }),
  ];
}

/** A claim of the session's own order; any other looks as if it did not exist. */
async function claimOfSession(db: Db, portal: PortalSession, externalId: string): Promise<LoadedClaim> {
  const loaded = await claimByExternalId(db, portal.storeId, externalId);
  if (!loaded || loaded.claim.orderId !== portal.orderId)
    throw new Refusal('notFound', 'CLAIM_NOT_FOUND', 'This return is not part of the order you looked up.');
  return loaded;
}

function showLine(claim: Claim, line: ClaimLine) {
  return {
    name: line.name,
    variantTitle: line.variantTitle,
    imgUrl: line.imgUrl,
    quantity: line.quantity,
    reasonName: line.reasonName,
    method: line.method ?? line.requestedMethod,
    exchangeTitle: line.exchange?.title ?? null,
    amount: amountOf(line.amount ?? line.requestedAmount, claim.currencyCode),
    incentive: amountOf(incentiveOf(line), claim.currencyCode),
    status: line.status,
    noteToCustomer: line.noteToCustomer,
    isFinalized: line.finalizedOn !== null,
  };
}

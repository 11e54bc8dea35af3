import * as contract from '#contract/merchant/claim-actions.ts';
import { cancelClaim, restoreClaim } from '#core/claims/cancel.ts';
import { changeCustomerInfo } from '#core/claims/customer-info.ts';
import { changeFees } from '#core/claims/fees.ts';
import { addComment, answerMoreInfo, requestMoreInfo } from '#core/claims/more-info.ts';
import { requestPayment } from '#core/claims/owed.ts';
import { refundPayment, waiveReturn } from '#core/claims/payments.ts';
import { cancelLabel, markReceived } from '#core/claims/shipments.ts';
import { Refusal } from '#core/refusal.ts';
import { claimById } from '#server/db/claims.ts';
import { paymentById, startedPaymentsFor } from '#server/db/payments.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { changeClaim, type ChangeDeps } from '#server/merchant/change-claim.ts';
import { feesInMinor } from '#server/merchant/fees.ts';
import { freeLines } from '#server/merchant/order-units.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { showLedger } from '#server/merchant/show-money.ts';
import { paymentProviderOf } from '#server/payments/providers.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { refuseMisstated } from '#server/merchant/stated.ts';

/** What staff decide about a claim as a whole. */
export const decisionHandlers = (deps: ChangeDeps): Handler[] => [
  handle(contract.cancelClaim, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, (claim, now) => cancelClaim(claim, now)),
  ),

  handle(contract.reopenClaim, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, async (claim, now, db) => {
      const canceled = claim.lines.filter((line) => line.canceledOn !== null);
      const free = await freeLines(db, context.storeId, claim, canceled);
      return restoreClaim(claim, (line) => free.has(line.id), now);
    }),
  ),

  handle(contract.receiveShipment, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, (claim, now) =>
      markReceived(claim, params.shipmentId, now),
    ),
  ),

  handle(contract.cancelLabel, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, (claim, now) =>
      cancelLabel(claim, params.shipmentId, now),
    ),
  ),

  handle(contract.waiveReturn, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, (claim, now) => waiveReturn(claim, now)),
  ),

  handle(contract.requestInfo, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, (claim, now) =>
      requestMoreInfo(
        claim,
        body.message ?? body.notifyCustomerByEmail?.body ?? '',
        now,
        body.notifyCustomerByEmail,
        body.claimSummary,
      ),
    ),
  ),

  handle(contract.requestPayment, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, async (claim, now, db) => {
      const store = await storeById(db, context.storeId);
      if (!store || paymentProviderOf(settingsOf(store), deps.payments) === 'none')
        throw new Refusal('notAllowed', 'PAYMENT_NOT_OFFERED', "This store doesn't take customer payments.");
      return requestPayment(claim, now, body.email);
    }),
  ),

  handle(contract.answeredElsewhere, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, (claim, now) =>
      answerMoreInfo(claim, { message: body.answer }, 'staff', now),
    ),
  ),

  handle(contract.changeFees, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, (claim, now) => {
      const fees = feesInMinor(body, claim.currencyCode);
      if (Object.keys(fees).length === 0) throw new Refusal('notAllowed', 'FEES_MISSING', 'Name at least one amount.');
      return changeFees(claim, fees, now);
    }),
  ),

  handle(contract.changeCustomerInfo, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, (claim, now) => {
      refuseMisstated('CLAIM_MISSTATED', 'This is a different claim.', [['id', body.id, claim.id]]);
      return changeCustomerInfo(claim, body, now);
    }),
  ),

  handle(contract.addToTimeline, ({ params, body }, context) =>
    changeClaim(
      deps,
      context,
      params.claimId,
      null,
      (claim, now) => addComment(claim, { ...body, key: body.id, author: staffName(context.user) }, now),
      { by: 'background' },
    ),
  ),

  handle(contract.getLedger, async ({ params }, { storeId }) => {
    const [loaded, begun] = await deps.database.readStore(storeId, (db) =>
      Promise.all([claimById(db, storeId, params.claimId), startedPaymentsFor(db, storeId, params.claimId)]),
    );
    if (!loaded) throw claimNotFound();
    return showLedger(loaded.claim, begun);
  }),

  handle(contract.refundCustomerPayment, async ({ params }, context) => {
    const { storeId } = context;
    const payment = await deps.database.inStore(storeId, (db) => paymentById(db, storeId, params.customerPaymentId));
    if (!payment || payment.claim_id === null)
      throw new Refusal('notFound', 'PAYMENT_UNKNOWN', "This payment doesn't exist in this store.");
    return changeClaim(deps, context, payment.claim_id, null, (claim, now) =>
      refundPayment(claim, params.customerPaymentId, now),
    );
  }),
];

import * as contract from '#contract/merchant/claim-actions.ts';
import { Refusal } from '#core/refusal.ts';
import { minorOf } from '#server/amounts.ts';
import { claimById } from '#server/db/claims.ts';
import { claimOfPayment, paymentById, startedPaymentsFor } from '#server/db/payments.ts';
import { storeById } from '#server/db/stores.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { pageAfter, type ChangeDeps } from '#server/merchant/change-claim.ts';
import { feesInMinor } from '#server/merchant/fees.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { showLedger } from '#server/merchant/show-money.ts';
import { canCollect } from '#server/policy.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { refuseMisstated } from '#server/merchant/stated.ts';

/** What staff decide about a claim as a whole. */
export const decisionHandlers = (deps: ChangeDeps): Handler[] => [
  handle(contract.cancelClaim, ({ params, body }, context) =>
    pageAfter(deps, context, of(params, body), { kind: 'cancel', input: {} }),
  ),

  handle(contract.reopenClaim, ({ params, body }, context) =>
    pageAfter(deps, context, of(params, body), { kind: 'restore', input: {} }),
  ),

  handle(contract.receiveShipment, ({ params, body }, context) =>
    pageAfter(deps, context, of(params, body), { kind: 'receiveShipment', input: { shipmentId: params.shipmentId } }),
  ),

  handle(contract.cancelLabel, ({ params, body }, context) =>
    pageAfter(deps, context, of(params, body), { kind: 'cancelLabel', input: { shipmentId: params.shipmentId } }),
  ),

  handle(contract.waiveReturn, ({ params, body }, context) =>
    pageAfter(deps, context, of(params, body), { kind: 'waiveReturn', input: {} }),
  ),

  handle(contract.requestInfo, ({ params, body }, context) => {
    const { message, notifyCustomerByEmail: email, claimSummary } = body;
    const input = { message: message ?? email?.body ?? '', email, claimSummary };
    return pageAfter(deps, context, of(params, body), { kind: 'requestInfo', input });
  }),

  handle(contract.requestPayment, ({ params, body }, context) =>
    pageAfter(deps, context, of(params, body), async (_claim, db) => {
      const store = await storeById(db, context.storeId);
      if (!store || !canCollect(store, deps.payments))
        throw new Refusal('notAllowed', 'PAYMENT_NOT_OFFERED', "This store doesn't take customer payments.");
      return { kind: 'requestPayment', input: { email: body.email } };
    }),
  ),

  handle(contract.answeredElsewhere, ({ params, body }, context) =>
    pageAfter(deps, context, of(params, body), { kind: 'answerInfo', input: { message: body.answer, by: 'staff' } }),
  ),

  handle(contract.changeFees, ({ params, body }, context) =>
    pageAfter(deps, context, of(params, body), (claim) => {
      const fees = feesInMinor(body, claim.currencyCode);
      if (Object.keys(fees).length === 0) throw new Refusal('notAllowed', 'FEES_MISSING', 'Name at least one amount.');
      return { kind: 'changeFees', input: fees };
    }),
  ),

  handle(contract.changeCustomerInfo, ({ params, body }, context) =>
    pageAfter(deps, context, of(params, body), (claim) => {
      refuseMisstated('CLAIM_MISSTATED', 'This is a different claim.', [['id', body.id, claim.id]]);
      return { kind: 'changeCustomerInfo', input: body };
    }),
  ),

  handle(contract.addToTimeline, ({ params, body }, context) =>
    pageAfter(
      deps,
      context,
      { claimId: params.claimId, version: null, isNote: true },
      { kind: 'comment', input: { ...body, key: body.id, author: staffName(context.user) } },
    ),
  ),

  handle(contract.getLedger, async ({ params }, { storeId }) => {
    const [loaded, startedPayments] = await deps.database.readStore(storeId, (db) =>
      Promise.all([claimById(db, storeId, params.claimId), startedPaymentsFor(db, storeId, params.claimId)]),
    );
    if (!loaded) throw claimNotFound();
    return showLedger(loaded.claim, startedPayments);
  }),

  handle(contract.refundCustomerPayment, async ({ params, body }, context) => {
    const { storeId } = context;
    const payment = await deps.database.inStore(storeId, (db) => paymentById(db, storeId, params.customerPaymentId));
    const claimId = payment ? claimOfPayment(payment) : null;
    if (!payment || claimId === null)
      throw new Refusal('notFound', 'PAYMENT_UNKNOWN', "This payment doesn't exist in this store.");
    const input = { paymentId: params.customerPaymentId, left: minorOf(body.amount, payment.currency_code) };
    return pageAfter(deps, context, { claimId, version: null }, { kind: 'refundPayment', input });
  }),
];

/** The claim of a route, as staff saw it. */
const of = ({ claimId }: { claimId: number }, { version }: { version: number }) => ({ claimId, version });

import * as contract from '#contract/merchant/claim-actions.ts';
import { Refusal } from '#core/refusal.ts';
import { minorOf } from '#server/amounts.ts';
import { storeById } from '#server/db/stores.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { pageAfter, type ChangeDeps } from '#server/merchant/change-claim.ts';
import { canCollect } from '#server/policy.ts';

/** Repairs, from the quote to the package back. */
export const repairHandlers = (deps: ChangeDeps): Handler[] => [
  handle(contract.quoteRepair, ({ params, body }, context) =>
    pageAfter(deps, context, { claimId: params.claimId, version: body.version }, async (claim, db) => {
      const store = body.amount > 0 ? await storeById(db, context.storeId) : undefined;
      if (body.amount > 0 && (!store || !canCollect(store, deps.payments)))
        throw new Refusal('notAllowed', 'PAYMENT_NOT_OFFERED', "This store doesn't take customer payments.");
      const price = minorOf(body.amount, claim.currencyCode);
      return { kind: 'quoteRepair', input: { lineId: params.claimLineItemId, price, note: body.noteToCustomer } };
    }),
  ),

  handle(contract.workOnRepair, ({ params, body }, context) =>
    pageAfter(
      deps,
      context,
      { claimId: params.claimId, version: body.version },
      { kind: 'workOnRepair', input: { lineId: params.claimLineItemId, state: body.state } },
    ),
  ),

  handle(contract.sendBack, ({ params, body }, context) =>
    pageAfter(
      deps,
      context,
      { claimId: params.claimId, version: body.version },
      {
        kind: 'sentBack',
        input: { by: { carrier: body.carrier, trackingCode: body.trackingCode } },
      },
    ),
  ),
];

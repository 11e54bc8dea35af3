import * as contract from '#contract/merchant/merchant.ts';
import {
  addComment,
  approveLine,
  cancelClaim,
  denyLine,
  requestMoreInfo,
  revertLine,
} from '#core/claims/resolution.ts';
import { minorOf } from '#server/amounts.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { changeClaim, type ChangeDeps } from '#server/merchant/change-claim.ts';

/** What staff decide about a claim and its lines. */
export const decisionHandlers = (deps: ChangeDeps): Handler[] => [
  handle(contract.approveLine, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, (claim, now) =>
      approveLine(
        claim,
        params.lineId,
        {
          method: body.method,
          exchange: body.exchange,
          noteToCustomer: body.noteToCustomer,
          amount: body.amount === null ? null : minorOf(body.amount, claim.currencyCode),
        },
        now,
      ),
    ),
  ),

  handle(contract.denyLine, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, (claim, now) =>
      denyLine(claim, params.lineId, body.detail, body.noteToCustomer, now),
    ),
  ),

  handle(contract.revertLine, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, (claim, now) => revertLine(claim, params.lineId, now)),
  ),

  handle(contract.cancelClaim, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, (claim, now) => cancelClaim(claim, now)),
  ),

  handle(contract.requestInfo, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, body.version, (claim, now) => requestMoreInfo(claim, body.message, now)),
  ),

  handle(contract.addComment, ({ params, body }, context) =>
    changeClaim(deps, context, params.claimId, null, (claim, now) =>
      addComment(
        claim,
        body.message,
        `${context.user.firstName} ${context.user.lastName}`.trim() || context.user.email,
        now,
      ),
    ),
  ),
];

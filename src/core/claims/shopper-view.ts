import { isSentAndDenied, openSettlement, stillOwed } from '#core/claims/claim-money.ts';
import { total, usableOf } from '#core/claims/paid.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { withRequestedExchange } from '#core/claims/exchange.ts';
import { decidedFromTheStart } from '#core/claims/active.ts';
import { isKnownRepair } from '#core/claims/repair-state.ts';
import type { Minor } from '#core/money.ts';

/**
 * A claim as its shopper sees it: as requested, because staff can still change decisions until they finalize. If a
 * decision leaves something to pay, or was paid for, the claim is shown as decided.
 */
export function shopperView(claim: Claim): Claim {
  if (claim.finalizedOn !== null || owedByShopper(claim) > 0) return claim;
  const asked = { ...claim, lines: claim.lines.map(asAsked) };
  return isPaidFor(claim, asked) ? claim : asked;
}

/**
 * What the shopper is asked to pay now. A denial that staff can still change asks for nothing, although the items sent
 * for it would have to be paid: only finalizing does, or staff who request that very amount.
 */
export function owedByShopper(claim: Claim): Minor {
  const owed = stillOwed(claim);
  const isDenialOpen = claim.lines.some((line) => line.finalizedOn === null && isSentAndDenied(line));
  return isDenialOpen && claim.paymentRequested !== owed ? 0 : owed;
}

/** The payments cover more as decided than as requested. A charge for a denied item isn't the shopper's request. */
const isPaidFor = (claim: Claim, asked: Claim): boolean =>
  !claim.lines.some((line) => line.finalizedOn === null && isSentAndDenied(line)) &&
  paidWith(claim) > Math.max(heldAnyway(claim), paidWith(asked));

const paidWith = (claim: Claim): Minor =>
  total(claim.settlements, ({ paymentUsed }) => paymentUsed) + openSettlement(claim).paymentUsed;

/** Of what an instant exchange was made with more is held than it costs as asked for, so that none of it was paid for a decision. */
function heldAnyway({ instantExchange, payments: [first] }: Claim): Minor {
  return instantExchange && first ? usableOf(first) : 0;
}

/** Hides the ledger if the shopper's view would ask for an amount that isn't owed. */
export const isLedgerShown = (claim: Claim, told: Claim): boolean => stillOwed(told) <= stillOwed(claim);

const asAsked = (line: ClaimLine): ClaimLine =>
  line.finalizedOn !== null || line.canceledOn !== null || isKnownRepair(line)
    ? line
    : {
        ...withRequestedExchange(line),
        ...decidedFromTheStart(line.requestedMethod, line.requestedAmount),
        wasResolvedExternally: false,
        denialDetail: null,
        deniedOn: null,
        noteToCustomer: '',
      };

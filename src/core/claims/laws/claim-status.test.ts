import { expectReached, law } from '#core/law.fixture.ts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { owedToShopper, settlementEntry } from '#core/books/journal.ts';
import { entryOfEffect } from '#core/effects/kinds.ts';
import { settlementOf } from '#core/claims/claim-money.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { ReturnShipment } from '#core/claims/shipment-shapes.ts';
import { anyHistory, CASES, live } from '#core/claims/laws/histories.fixture.ts';
import { settleDown } from '#core/claims/laws/partners.fixture.ts';
import type { Step } from '#core/claims/laws/steps.fixture.ts';
import { rollupOf } from '#core/claims/status.ts';

/** Decisions, section 2, read line by line. */
function tableSays(claim: Claim, isOutstanding: boolean, isInspected: boolean): string {
  const { lines } = claim;
  const is = (status: ClaimLine['status']) => lines.filter((line) => line.status === status);
  if (lines.every((line) => line.canceledOn !== null)) return 'Closed / No_Action_Taken';
  const isOpen = lines.some(
    (line) => line.finalizedOn === null && line.canceledOn === null && line.status !== 'denied',
  );
  if (isOpen) return openSays(claim, isInspected);
  if (is('approved').length === 0) {
    const details = new Set(is('denied').map((line) => line.denialDetail));
    return `Denied / ${details.size === 1 ? [...details][0] : 'No_Action_Taken'}`;
  }
  const isBack = !claim.returnRequired || progress(claim) === 'there';
  const isRepairing = is('approved').some(
    ({ method, repair }) => method === 'repair' && repair !== undefined && repair.state !== 'sentBack',
  );
  const isComplete = !isOutstanding && isBack && !isRepairing && !claim.instantExchange?.isOnlyReturnAwaited;
  return `${isComplete ? 'Completed' : 'Approved'} / ${approvedSays(lines, is('approved'))}`;
}

function approvedSays(lines: readonly ClaimLine[], all: readonly ClaimLine[]): string {
  const approved = all.filter((line) => line.method !== 'other');
  const naming = approved.filter((line) => givenOf(line) > 0 || line.deductedAmount === 0);
  if (naming.length === 0) return 'No_Action_Taken';
  const most = Math.max(...naming.map(givenOf));
  const largest = naming.find((line) => givenOf(line) === most);
  const isLess = approved.some((line) => givenOf(line) < line.requestedAmount);
  const partly = isLess || approved.length < lines.length ? '_Partial' : '';
  if (largest?.isShopNow) return 'Item_Credit_Applied_To_Claim';
  if (largest?.method === 'variantExchange') return 'Variant_Exchange';
  if (largest?.method === 'replacementOrder') return 'Replacement_Order';
  if (largest?.method === 'repair') return 'Repaired';
  const isCard = largest?.method === 'giftCard' || largest?.method === 'storeCredit';
  return `${isCard ? 'Gift_Card_Issued' : 'Refunded'}${partly}`;
}

/** For money, what was issued; for external resolutions and goods, what was decided. */
function givenOf({ amount, issuedAmount, method, isShopNow, wasResolvedExternally }: ClaimLine): number {
  const isMoney = method === 'refund' || method === 'giftCard' || method === 'storeCredit';
  return (isMoney && !isShopNow && !wasResolvedExternally ? issuedAmount : amount) ?? 0;
}

const TRAVELLING = ['in_transit', 'out_for_delivery', 'available_for_pickup'];

/** Of several shipments the least advanced one decides. */
function progress({ shipments }: Claim): 'none' | 'here' | 'travelling' | 'there' {
  const standing = shipments.filter((shipment) => shipment.canceledOn === null);
  const all = (test: (shipment: ReturnShipment) => boolean): boolean => standing.every(test);
  if (standing.length === 0) return 'none';
  if (all(({ trackerStatus }) => trackerStatus === 'delivered')) return 'there';
  return all(({ trackerStatus }) => trackerStatus === 'delivered' || TRAVELLING.includes(trackerStatus))
    ? 'travelling'
    : 'here';
}

function openSays(claim: Claim, isInspected: boolean): string {
  const at = progress(claim);
  const open = claim.lines.filter(
    (line) => line.finalizedOn === null && line.canceledOn === null && line.status !== 'denied',
  );
  const isQuoted = open.some(({ repair, status }) => repair?.state === 'quoted' && status === 'open');
  if (claim.question?.isOpen || isQuoted)
    return `${at === 'there' ? 'At_Return_Location' : 'Open'} / Pending_Additional_Info`;
  if (
    open.every(
      ({ repair, status }) => status === 'approved' && ['inRepair', 'done', 'sentBack'].includes(repair?.state ?? ''),
    )
  )
    return 'Approved / Repaired';
  if (at === 'there') return `At_Return_Location / Pending_${isInspected ? 'Inspection' : 'Approval'}`;
  if (at === 'travelling') return 'In_Transit / In_Transit';
  if (at === 'here') {
    const waiting = claim.shipments.filter(
      ({ canceledOn, trackerStatus }) =>
        canceledOn === null && trackerStatus !== 'delivered' && !TRAVELLING.includes(trackerStatus),
    );
    const kind = waiting[0]?.type === 'Label' ? 'Label' : 'Packing_Slip';
    return `Awaiting_Return / Awaiting_Customer_Dropoff_${kind}_Provided`;
  }
  const isLeft = ({ finalizedOn, canceledOn, status }: ClaimLine) =>
    finalizedOn === null && canceledOn === null && status !== 'denied';
  if (claim.lines.some((line) => isLeft(line) && line.restoredOn)) return 'Open / Pending_Review';
  if (!claim.returnRequired) return 'Open / Return_Not_Required';
  return claim.shipments.length === 0 ? 'Open / Pending_Return_Shipment_Creation' : 'Open / Pending_Review';
}

const statusOf = (claim: Claim, isOutstanding: boolean, isInspected: boolean): string => {
  const { code, detail } = rollupOf({ ...claim, policy: { ...claim.policy, isInspected } }, isOutstanding);
  return `${code} / ${detail}`;
};

/** The same lines, shipments and question in a claim that is another in all else. */
const likeNothingElse = (claim: Claim): Claim => {
  const { shopNow: _, ...rest } = claim;
  return {
    ...rest,
    id: claim.id + 1000,
    claimType: claim.claimType === 'Return' ? 'Warranty' : 'Return',
    finalizedOn: null,
    updatedOn: '2020-01-01T00:00:00.000Z',
    feeApplied: claim.feeApplied + 1,
    payments: [],
    settlements: [],
    reservation: null,
    timeline: [],
  };
};

test('law: the status is what the table says of lines, shipments, sent goods and the open question, and of nothing else', () => {
  fc.assert(
    fc.property(
      anyHistory(['carryOut', 'tell', 'platformRefunds']),
      fc.boolean(),
      fc.boolean(),
      fc.boolean(),
      (history, isOutstanding, isInspected, isAsked) => {
        for (const made of live(history).claims) {
          const claim = { ...made, question: { text: 'Which?', answer: '', isOpen: isAsked } };
          const status = statusOf(claim, isOutstanding, isInspected);
          expect(status).toBe(tableSays(claim, isOutstanding, isInspected));
          expect(statusOf(likeNothingElse(claim), isOutstanding, isInspected)).toBe(status);
        }
      },
    ),
    law(CASES),
  );
});

/** Histories after which a claim is finalized and its goods come back: few get that far by chance. */
const anyEnding = fc.tuple(anyHistory(['refundPayment']), fc.nat(50)).map(([history, which]) => ({
  ...history,
  steps: [
    ...history.steps,
    ...(['finalize', 'goodsBack'] as const).map((kind): Step => ({ kind, seeds: [which, 0, 0, 0] })),
  ],
}));

test('law: nothing is owed in a completed claim, by either side', () => {
  const seen = { completed: 0, even: 0 };
  fc.assert(
    fc.property(anyEnding, (history) => {
      const world = live(history);
      settleDown(world);
      for (const claim of world.claims) {
        const effects = world.effects.filter((effect) => effect.claimId === claim.id);
        const isOutstanding = effects.some((effect) => !effect.isDone);
        if (rollupOf(claim, isOutstanding).code !== 'Completed' || claim.finalizedOn === null) continue;
        seen.completed += 1;
        expect(
          settlementOf(
            claim,
            claim.lines.filter((line) => line.finalizedOn === null),
          ).stillOwed,
        ).toBe(0);
        const entries = [
          ...claim.settlements.map((record) => settlementEntry(claim, record)),
          ...effects.map(({ intent }) => entryOfEffect(intent, false, null)),
        ].filter((entry) => entry !== null);
        // A hold that expired was reported to staff.
        const isLapsed = claim.payments.some(
          ({ id, status }) =>
            status === 'Expired' &&
            !effects.some(({ intent }) => intent.kind === 'paymentRelease' && intent.payload.paymentId === id),
        );
        if (isLapsed) continue;
        if (entries.length > 0) seen.even += 1;
        expect([...owedToShopper(entries).values()].filter((owed) => owed !== 0)).toEqual([]);
      }
    }),
    law(CASES),
  );
  expectReached(seen.completed, 400);
  expectReached(seen.even, 380);
});

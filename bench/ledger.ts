import { createClaim } from '#core/claims/create.ts';
import { claimEvents, claimLedger } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { foldLedger } from '#core/claims/ledger.ts';
import { inputOf, lineOf, orderOf, selectionOf } from '#core/claims/test-data.ts';

// Ledgers per second of a claim with six lines, next to the floor: adding up the same numbers.
const RUNS = 5;
const MILLISECONDS = 1000;

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const METHODS = ['refund', 'giftCard', 'storeCredit', 'refund', 'giftCard', 'refund'] as const;

function claimOfSix(): Claim {
  const order = orderOf(ids.map((idFromPlatform) => lineOf({ idFromPlatform, taxTotal: 70 })));
  const selections = ids.map((lineIdFromPlatform, index) =>
    selectionOf({ lineIdFromPlatform, method: METHODS[index] ?? 'refund' }),
  );
  return { ...createClaim(inputOf(order, { selections })).claim, feeApplied: 300, returnShippingAmountApplied: 500 };
}

const claim = claimOfSix();
const events = claimEvents(claim);
const { credits, deductions, balance } = claimLedger(claim);
const numbers = [...credits.sections.map(({ amount }) => amount), ...deductions.sections.map(({ amount }) => -amount)];

const WORK: readonly (readonly [what: string, once: () => number])[] = [
  ['ledger of a claim', () => claimLedger(claim).balance],
  ['fold of its events', () => foldLedger(claim.currencyCode, events).balance],
  ['floor: adding it up', () => numbers.reduce((sum, amount) => sum + amount, 0)],
];

function perSecond(once: () => number): number {
  let count = 0;
  const began = performance.now();
  while (performance.now() - began < MILLISECONDS) {
    for (let round = 0; round < 100; round += 1)
      if (once() !== balance) throw new Error('a ledger has another balance');
    count += 100;
  }
  return (count * 1000) / (performance.now() - began);
}

/** Fewer than this would be felt when a list of claims is shown with its sums. */
const LEAST_PER_SECOND = 10_000;

const turns = Array.from({ length: RUNS }, () => WORK.map(([, once]) => perSecond(once)));
const medians = WORK.map((_, index) => turns.map((turn) => turn[index] ?? 0).toSorted((a, b) => a - b)[RUNS >> 1] ?? 0);
WORK.forEach(([what], index) =>
  console.log(`${what}: ${Math.round(medians[index] ?? 0).toLocaleString('en-US')} a second`),
);
if ((medians[0] ?? 0) < LEAST_PER_SECOND) {
  console.error(`fewer than ${LEAST_PER_SECOND} ledgers a second`);
  process.exitCode = 1;
}

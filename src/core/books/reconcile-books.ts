import { differenceOf, type Difference } from '#core/books/differences.ts';
import { type ClaimFacts, type EntryFacts, sizeOf, weightOf } from '#core/books/facts.ts';
import type { JournalEntry } from '#core/books/entry.ts';
import type { World } from '#core/books/world.ts';
import type { DifferenceCode } from '#core/books/differences.ts';

type Expected = { entry: JournalEntry; claim: ClaimFacts | undefined; missing: DifferenceCode };

/**
 * Decisions and effects compared with the entries. `named`: purpose keys whose amount is already reported as different.
 */
export function bookDifferences(world: World, named: ReadonlySet<string>): Difference[] {
  const claims = new Map(world.claims.map((claim) => [claim.id, claim]));
  const booked = Map.groupBy(world.entries, ({ purposeKey }) => purposeKey);
  const expected = expectedEntries(world, claims);
  const expectedKeys = new Set(expected.map(({ entry }) => entry.purposeKey));
  const isNamed = (key: string): boolean => named.has(key.replace(/^effect:/, ''));
  return [
    ...world.claims
      .filter(({ settlements }) => settlements === null)
      .map((claim) => differenceOf('SETTLEMENT_UNBALANCED', { claim, what: `claim ${claim.externalId}` })),
    ...expected.flatMap((each) => entryDifference(each, booked.get(each.entry.purposeKey) ?? [], isNamed)),
    ...world.entries
      .filter((entry) => !isGoodwill(entry) && !expectedKeys.has(entry.purposeKey) && !isNamed(entry.purposeKey))
      .filter((entry) => !isOfUnbalanced(entry, claims))
      .map((entry) => aboutEntry('ENTRY_WITHOUT_CAUSE', entry, claimOf(entry, claims), null, sizeOf(entry))),
    ...world.claims.flatMap((claim) => goodwillDifference(claim, world.entries)),
  ];
}

function expectedEntries(world: World, claims: ReadonlyMap<number, ClaimFacts>): Expected[] {
  return [
    ...world.claims.flatMap((claim) =>
      (claim.settlements ?? []).map((entry): Expected => ({
        entry,
        claim,
        missing: entry.kind === 'settlement' ? 'SETTLEMENT_NOT_BOOKED' : 'PAYMENT_NOT_BOOKED',
      })),
    ),
    ...world.ofShippingClaims.map((entry): Expected => ({
      entry,
      claim: undefined,
      missing: 'SETTLEMENT_NOT_BOOKED',
    })),
    ...world.effects.flatMap(({ entry, claimId }): Expected[] =>
      entry ? [{ entry, claim: claims.get(claimId ?? 0), missing: 'EFFECT_NOT_BOOKED' }] : [],
    ),
  ];
}

function entryDifference(
  { entry, claim, missing }: Expected,
  found: readonly EntryFacts[],
  isNamed: (key: string) => boolean,
): Difference[] {
  const [first, second] = found;
  const ours = sizeOf(entry);
  if (!first) return [aboutEntry(missing, entry, claim, ours, null)];
  if (second)
    return [
      aboutEntry(
        'BOOKED_TWICE',
        entry,
        claim,
        ours,
        found.reduce((sum, each) => sum + sizeOf(each), 0),
      ),
    ];
  if (weightOf(first) === weightOf(entry) || isNamed(entry.purposeKey)) return [];
  return [aboutEntry('ENTRY_DIFFERS', entry, claim, ours, sizeOf(first))];
}

function goodwillDifference(claim: ClaimFacts, entries: readonly EntryFacts[]): Difference[] {
  const booked = entries
    .filter((entry) => entry.claimId === claim.id && isGoodwill(entry))
    .reduce((sum, entry) => sum + sizeOf(entry), 0);
  if (booked === claim.goodwill) return [];
  const { currencyCode, externalId } = claim;
  const code = booked < claim.goodwill ? 'GOODWILL_NOT_BOOKED' : 'ENTRY_WITHOUT_CAUSE';
  const what = `payment refunded in claim ${externalId}`;
  return [differenceOf(code, { claim, what, ours: claim.goodwill, theirs: booked, currencyCode })];
}

const isGoodwill = ({ kind }: JournalEntry): boolean => kind === 'goodwill';
const claimOf = ({ claimId }: EntryFacts, claims: ReadonlyMap<number, ClaimFacts>) => claims.get(claimId ?? 0);
const isOfUnbalanced = (entry: EntryFacts, claims: ReadonlyMap<number, ClaimFacts>): boolean =>
  !entry.purposeKey.startsWith('effect:') && claimOf(entry, claims)?.settlements === null;

const aboutEntry = (
  code: DifferenceCode,
  entry: JournalEntry,
  claim: ClaimFacts | undefined,
  ours: number | null,
  theirs: number | null,
): Difference =>
  differenceOf(code, {
    claim,
    what: entry.memo,
    ours,
    theirs,
    currencyCode: entry.postings[0]?.currencyCode ?? null,
  });

import { z } from 'zod';
import { MONEY_OF_BACK_TEST, moneyMoved, type RuleDifference } from '#core/back-test/differences.ts';
import type { ReplayedLine } from '#core/back-test/replay.ts';
import { CurrencyCode, Minor } from '#core/money.ts';

/** How often a kind of difference came, in claims. */
const Counts = z.partialRecord(
  z.enum([
    'refused',
    'accepted',
    'charge',
    'asked',
    'notAsked',
    'commentRequired',
    'leastMedia',
    'held',
    'notHeld',
    'tags',
    'orderTags',
    'finalized',
    'leftToStaff',
    'offer',
  ]),
  z.number().int(),
);
const Moved = z.partialRecord(z.enum(MONEY_OF_BACK_TEST), Minor);

/** What a back-test came to so far. */
export const Tally = z.object({
  claims: z.number().int(),
  changed: z.number().int(),
  /** Claims that would have been refused or accepted whole. */
  refusedWhole: z.number().int(),
  acceptedWhole: z.number().int(),
  byKind: Counts,
  /** In minor units; amounts of different currencies are not added up. */
  money: z.partialRecord(CurrencyCode, Moved),
});
export type Tally = z.infer<typeof Tally>;

export const NOTHING_TALLIED: Tally = {
  claims: 0,
  changed: 0,
  refusedWhole: 0,
  acceptedWhole: 0,
  byKind: {},
  money: {},
};

type Looked = {
  currencyCode: CurrencyCode;
  differences: readonly RuleDifference[];
  before: readonly ReplayedLine[];
  after: readonly ReplayedLine[];
};

/** With one more claim. */
export function tallied(tally: Tally, { currencyCode, differences, before, after }: Looked): Tally {
  if (differences.length === 0) return { ...tally, claims: tally.claims + 1 };
  const wasRefused = before.every(({ refusal }) => refusal !== null);
  const isRefused = after.every(({ refusal }) => refusal !== null);
  const byKind = { ...tally.byKind };
  for (const kind of new Set(differences.map((one) => one.kind))) byKind[kind] = (byKind[kind] ?? 0) + 1;
  const money = { ...tally.money[currencyCode] };
  const moved = moneyMoved(differences);
  for (const what of MONEY_OF_BACK_TEST) {
    const amount = moved[what];
    if (amount) money[what] = (money[what] ?? 0) + amount;
  }
  return {
    claims: tally.claims + 1,
    changed: tally.changed + 1,
    refusedWhole: tally.refusedWhole + (isRefused && !wasRefused ? 1 : 0),
    acceptedWhole: tally.acceptedWhole + (wasRefused && !isRefused ? 1 : 0),
    byKind,
    money: { ...tally.money, [currencyCode]: money },
  };
}

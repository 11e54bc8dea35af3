import { expect, test } from 'vitest';
import type { ClaimLine } from '#core/claims/claim.ts';
import type { Repair } from '#core/claims/repair-shapes.ts';
import { claimOf, lineOf, orderOf, selectionOf } from '#core/claims/test-data.ts';
import { claimedOnTheirWay } from './records.ts';

const order = orderOf([lineOf({ idFromPlatform: 'jacket', quantity: 3 })]);
const claimOn = (createdOn: string, quantity: number, changes: Partial<ClaimLine> = {}) => {
  const selections = [selectionOf({ lineIdFromPlatform: 'jacket', quantity })];
  const { lines } = claimOf(order, { selections });
  return { claim: { createdOn, lines: lines.map((line) => ({ ...line, ...changes })) } };
};
const repairAfter = (...steps: Repair['steps']): Repair => ({
  state: steps.at(-1)?.state ?? 'quoted',
  price: 0,
  note: '',
  steps,
});
const STEPS: Repair['steps'] = [
  { state: 'inRepair', on: '2026-03-01' },
  { state: 'done', on: '2026-03-02' },
  { state: 'sentBack', on: '2026-03-03' },
];

test('only units that later claims hold, and took while they were on their way, count as claimed on their way', () => {
  const repaired = claimOn('2026-02-01', 2, { repair: repairAfter(...STEPS, { state: 'done', on: '2026-03-05' }) });
  const [line] = repaired.claim.lines;
  if (!line) throw new Error('a claim has lines');
  const taken = (...others: ReturnType<typeof claimOn>[]): number => claimedOnTheirWay(line, [repaired, ...others]);
  expect(taken()).toBe(0);
  expect(taken(claimOn('2026-03-04', 1))).toBe(1);
  expect(taken(claimOn('2026-03-04', 1), claimOn('2026-03-04', 2))).toBe(2);
  expect(taken(claimOn('2026-03-02', 1), claimOn('2026-03-06', 1))).toBe(0);
  expect(taken(claimOn('2026-03-04', 1, { status: 'denied' }))).toBe(0);
  expect(taken(claimOn('2026-03-04', 1, { canceledOn: '2026-03-05' }))).toBe(0);
});

test('an item that is still on its way back has not come back to the workshop', () => {
  const repaired = claimOn('2026-02-01', 1, { repair: repairAfter(...STEPS) });
  const [line] = repaired.claim.lines;
  if (!line) throw new Error('a claim has lines');
  expect(claimedOnTheirWay(line, [repaired, claimOn('2026-03-04', 1)])).toBe(0);
});

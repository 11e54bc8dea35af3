import type { ClaimLine } from '#core/claims/claim.ts';
import type { Repair, RepairState } from '#core/claims/repair-shapes.ts';
import type { Minor } from '#core/money.ts';

type Repaired = Pick<ClaimLine, 'repair' | 'status' | 'method' | 'canceledOn'>;

/** A quote stands, and the shopper has to answer it. */
export const isQuoteOpen = (line: Repaired): boolean =>
  line.repair?.state === 'quoted' && line.status === 'open' && line.canceledOn === null;

/** The item is being repaired, or will be, and isn't on its way back yet. */
export const isUnderRepair = ({ repair, status, method, canceledOn }: Repaired): boolean =>
  repair !== undefined &&
  repair.state !== 'quoted' &&
  repair.state !== 'sentBack' &&
  status === 'approved' &&
  method === 'repair' &&
  canceledOn === null;

/** The shopper declined the quote, and has the item not back yet. */
export const isToGoBackAsItIs = ({ repair, status, canceledOn }: Repaired): boolean =>
  repair?.state === 'declined' && status === 'denied' && canceledOn === null;

/** The shopper knows that it is repaired: they agreed to pay for it, or were told that it began. */
export const isKnownRepair = (line: Repaired): boolean =>
  isRepairDecided(line) && (line.repair?.state !== 'accepted' || (line.repair.agreedPrice ?? 0) > 0);

const isRepairDecided = ({ repair, status, method }: Repaired): boolean =>
  repair !== undefined && status === 'approved' && method === 'repair';

/** What the shopper pays for the repair of a line, or is asked to; none where it ends in another way. */
export function repairPriceOf(line: Repaired & Pick<ClaimLine, 'wasResolvedExternally'>): Minor {
  const { repair, status, method, canceledOn, wasResolvedExternally } = line;
  const isCharged = status === 'open' || (status === 'approved' && method === 'repair');
  if (!repair || repair.state === 'declined' || !isCharged || canceledOn !== null || wasResolvedExternally) return 0;
  return repair.price;
}

/** Whether it was ever repaired: the item may go back as it came. */
export const wasRepaired = ({ steps }: Repair): boolean => steps.some(({ state }) => state === 'done');

/** The state a repair may go on to. A finalized line is quoted no more. */
const NEXT: Readonly<Record<RepairState, readonly RepairState[]>> = {
  quoted: ['quoted', 'accepted', 'declined'],
  accepted: ['quoted', 'inRepair'],
  declined: ['quoted', 'accepted', 'sentBack'],
  inRepair: ['quoted', 'done'],
  done: ['sentBack'],
  sentBack: [],
};

export const canGoOnTo = (repair: Repair | undefined, state: RepairState): boolean =>
  repair === undefined ? state === 'quoted' || state === 'accepted' : NEXT[repair.state].includes(state);

/** The repair in a state, from an instant on. */
export const goneOnTo = (repair: Repair, state: RepairState, now: string): Repair => ({
  ...repair,
  state,
  steps: [...repair.steps, { state, on: now }],
});

/** A repair that the store bears: approved by staff, with what the shopper agreed to pay before, if anything. */
export function approvedRepair(repair: Repair | undefined, now: string): Repair {
  if (repair === undefined) return { state: 'accepted', price: 0, note: '', steps: [{ state: 'accepted', on: now }] };
  const free = { ...repair, price: repair.agreedPrice ?? 0 };
  return canGoOnTo(repair, 'accepted') ? goneOnTo(free, 'accepted', now) : free;
}

import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import type { Decision } from '#core/claims/decision.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import type { Minor } from '#core/money.ts';
import type { Order, OrderRefund, Variant } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import type { FlatSettings } from '#core/settings/settings.fixture.ts';
import { inEnglish, withoutEmails } from '#core/emails/worded.fixture.ts';

/** A refund the platform made: of its own accord, or carried out for us. */
type PlatformRefund = {
  refund: OrderRefund;
  isOurs: boolean;
  /** How much of it the platform has reported: nothing, its return, or all. */
  shown: 'nothing' | 'return' | 'all';
};

/** What a provider of payments has really done. Minor units. */
export type ProviderPayment = {
  claimId: number;
  amount: Minor;
  captures: number;
  captured: Minor;
  refunded: Minor;
  released: Minor;
  /** Staff gave it back, whatever it had been used for. */
  isGivenBackByStaff: boolean;
};

/** An order, its claims, and what the platform and the provider have really done. */
export type World = {
  bought: Order;
  settings: FlatSettings;
  variants: Map<string, Variant[]>;
  claims: Claim[];
  refunds: PlatformRefund[];
  /** Units that order edits took off each line. */
  removed: Map<string, number>;
  effects: { claimId: number; intent: EffectIntent; isDone: boolean }[];
  payments: Map<number, ProviderPayment>;
  minute: number;
};

/** One decision about a claim, taken on what was known. `before` is null for a new claim. */
export type Happening = {
  what: string;
  before: Claim | null;
  decision: Decision;
  /** The order as we knew it. */
  order: Order;
  world: World;
  /** What the claim was made from. */
  input: CreateClaimInput | null;
};
/** A decision that was refused. */
type Refused = { what: string; code: string; claim: Claim | null };
export type Watch = {
  happened?: (happening: Happening) => void;
  refused?: (refused: Refused) => void;
  /** Emails are among the effects; wording them takes a good part of a history. */
  hasEmails?: boolean;
};

export const worldOf = (bought: Order, settings: FlatSettings, variants: Map<string, Variant[]>): World => ({
  bought,
  settings,
  variants,
  claims: [],
  refunds: [],
  removed: new Map(),
  effects: [],
  payments: new Map(),
  minute: 0,
});

export const sum = (amounts: Iterable<number>): number => [...amounts].reduce((all, one) => all + one, 0);

/** The instant of the world's clock. */
export const nowOf = (world: World): string => new Date(Date.UTC(2026, 2, 16, 12, world.minute)).toISOString();

/** The order as the platform has reported it so far. */
export function orderOfWorld({ bought, refunds, removed }: World): Order {
  const shown = refunds.filter((one) => one.shown === 'all').map((one) => one.refund);
  const returned = refunds.filter((one) => one.isOurs && one.shown !== 'nothing' && one.refund.lines.length > 0);
  return {
    ...bought,
    refunds: shown,
    totalRefunded: sum(shown.map((refund) => refund.total)),
    returns: returned.map(({ refund }) => ({
      idFromPlatform: `return-${refund.idFromPlatform}`,
      purposeKey: refund.purposeKey,
      sentLines: [],
      name: '',
      status: 'CLOSED',
      lines: refund.lines.map((line) => ({ idFromPlatform: `back-${line.lineIdFromPlatform}`, ...line })),
    })),
    lines: bought.lines.map((line) => ({
      ...line,
      currentQuantity: line.quantity - unitsIn(shown, line.idFromPlatform) - (removed.get(line.idFromPlatform) ?? 0),
    })),
  };
}

const unitsIn = (refunds: readonly OrderRefund[], lineId: string): number =>
  sum(
    refunds
      .flatMap((refund) => refund.lines)
      .filter((line) => line.lineIdFromPlatform === lineId)
      .map((line) => line.quantity),
  );

/** Units of a line that the platform took on its own, by refund or order edit. */
export const takenByPlatform = ({ refunds, removed }: World, lineId: string): number =>
  unitsIn(
    refunds.filter((one) => !one.isOurs).map((one) => one.refund),
    lineId,
  ) + (removed.get(lineId) ?? 0);

/** Of these, those for which money went back, or that were never to be sent. */
export const paidBackByPlatform = ({ refunds, removed }: World, lineId: string): number =>
  unitsIn(
    refunds.filter((one) => !one.isOurs && one.refund.total > 0).map((one) => one.refund),
    lineId,
  ) + (removed.get(lineId) ?? 0);

/** Refunds the platform made on its own. */
export const givenByPlatform = ({ refunds }: World): Minor =>
  sum(refunds.filter((one) => !one.isOurs).map((one) => one.refund.total));

/** Decides on a claim of the world and applies the decision; a refusal changes nothing. */
export function decide(
  world: World,
  what: string,
  before: Claim | null,
  decision: (order: Order) => Decision,
  watch: Watch,
  input: CreateClaimInput | null = null,
): Claim | null {
  const order = orderOfWorld(world);
  let made: Decision;
  try {
    made = decision(order);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    watch.refused?.({ what, code: error.code, claim: before });
    return null;
  }
  take(world, made.claim, watch.hasEmails ? inEnglish(made) : withoutEmails(made.effects));
  watch.happened?.({ what, before, decision: made, order, world, input });
  return made.claim;
}

function take(world: World, claim: Claim, effects: readonly EffectIntent[]): void {
  const at = world.claims.findIndex((one) => one.id === claim.id);
  if (at < 0) world.claims.push(claim);
  else world.claims[at] = claim;
  // Like the outbox: releasing the same stock twice releases it once.
  const isKnown = (intent: EffectIntent): boolean =>
    intent.kind === 'releaseStock' && world.effects.some((one) => one.intent.purposeKey === intent.purposeKey);
  const fresh = effects.filter((intent) => !isKnown(intent));
  world.effects.push(...fresh.map((intent) => ({ claimId: claim.id, intent, isDone: false })));
}

export const othersOf = (world: World, claim: Claim): Claim[] => world.claims.filter((one) => one.id !== claim.id);

/**
 * Lines that still hold units of the order: a denial gives them back once it is carried out, and a repair once the item
 * is on its way back.
 */
export const holdsUnits = ({ canceledOn, status, finalizedOn, method, repair }: ClaimLine): boolean =>
  canceledOn === null &&
  status !== 'closed' &&
  (finalizedOn === null || (status !== 'denied' && (method !== 'repair' || isInWorkshop(repair))));

/** Kept for lines until they are finalized, no more than was asked for; then what they were given. */
export const heldAmount = (claims: readonly Claim[]): Minor =>
  sum(
    claims
      .flatMap(({ lines }) => lines)
      .filter(holdsUnits)
      .map((line) => {
        const amount = line.amount ?? line.requestedAmount;
        return line.finalizedOn === null ? Math.min(amount, line.requestedAmount) : amount;
      }),
  );

const isInWorkshop = (repair: ClaimLine['repair']): boolean => repair !== undefined && repair.state !== 'sentBack';

import { differenceOf, DIFFERENCES, type Difference, type DifferenceCode } from '#core/books/differences.ts';
import type { ClaimFacts, EffectFacts, MovementFacts } from '#core/books/facts.ts';
import type { Findings, World } from '#core/books/world.ts';

/** What steps say they did at the store platform against what it shows. */
export function movementDifferences(world: World): Findings {
  const claims = new Map(world.claims.map((claim) => [claim.id, claim]));
  const effectOf = finder(world.effects);
  const shown = Map.groupBy(world.movements, effectOf);
  const named = new Set<string>();
  const differences = world.effects.flatMap((effect) => {
    // Reported with the labels they void.
    if (effect.labelRefund !== null) return [];
    const code = codeOf(effect, shown.get(effect) ?? [], isDoneWithin(world, effect));
    if (code === null) return [];
    if (!DIFFERENCES[code].isExplained) named.add(effect.purposeKey);
    return [aboutEffect(code, effect, shown.get(effect) ?? [], claims.get(effect.claimId ?? 0))];
  });
  const strangers = shown.get(undefined) ?? [];
  for (const { purposeKey } of strangers)
    if (purposeKey !== null) named.add(purposeKey).add(purposeKey.replace(/:[^:]*$/, ''));
  return { differences: [...differences, ...strangers.flatMap((each) => unasked(each, world))], named };
}

/** A key too long to be written out leaves the id of the result. */
function finder(effects: readonly EffectFacts[]) {
  const byKey = new Map<string, EffectFacts>();
  const byId = new Map<string, EffectFacts>();
  for (const effect of effects) {
    byKey.set(effect.reportedAs, effect);
    if (effect.movement?.idFromPlatform) byId.set(`${effect.movement.kind} ${effect.movement.idFromPlatform}`, effect);
  }
  return ({ purposeKey, kind, idFromPlatform }: MovementFacts): EffectFacts | undefined =>
    byKey.get(purposeKey ?? '') ?? byId.get(`${kind} ${idFromPlatform}`);
}

const isDoneWithin = ({ fromOn, toOn }: World, { doneOn }: EffectFacts): boolean =>
  doneOn !== null && doneOn >= fromOn && doneOn <= toOn;

function codeOf(effect: EffectFacts, shown: readonly MovementFacts[], isInWindow: boolean): DifferenceCode | null {
  const isMoved = shown.some(({ isCanceled }) => !isCanceled) && effect.movement !== null;
  switch (effect.state) {
    case 'waiting':
    case 'running':
      return null;
    case 'failed':
      return isMoved ? 'MOVED_THOUGH_FAILED' : 'EFFECT_FAILED';
    case 'calledOff':
      return isMoved ? 'MOVED_THOUGH_FAILED' : null;
    case 'doneElsewhere':
      return isMoved ? 'MOVED_AND_DONE_ELSEWHERE' : isInWindow ? 'EFFECT_DONE_ELSEWHERE' : null;
    case 'done':
      return effect.movement === null ? null : codeOfDone(effect.movement, shown, isInWindow);
  }
}

function codeOfDone(
  { amount }: NonNullable<EffectFacts['movement']>,
  shown: readonly MovementFacts[],
  isInWindow: boolean,
): DifferenceCode | null {
  const live = shown.filter(({ isCanceled }) => !isCanceled);
  if (shown.length === 0) return isInWindow ? 'EFFECT_WITHOUT_MOVEMENT' : null;
  if (live.length === 0) return 'CANCELED_AT_PLATFORM';
  const sum = live.reduce((all, movement) => all + movement.amount.amount, 0);
  const isSame = amount === null || sum === amount.amount;
  // The platform may pay one refund in several parts.
  if (live.length > 1 && (amount === null || !isSame)) return 'MOVED_TWICE';
  const isSameCurrency = amount === null || live.every((each) => each.amount.currencyCode === amount.currencyCode);
  return isSame && isSameCurrency ? null : 'AMOUNT_DIFFERS';
}

function aboutEffect(
  code: DifferenceCode,
  effect: EffectFacts,
  shown: readonly MovementFacts[],
  claim: ClaimFacts | undefined,
): Difference {
  const by = effect.settledBy === null ? '' : ` (${effect.settledBy}: ${effect.settledReason ?? ''})`;
  const amount = effect.movement?.amount ?? null;
  const live = shown.filter(({ isCanceled }) => !isCanceled);
  return differenceOf(code, {
    claim,
    what: `${effect.summary}${by}`,
    ours: amount?.amount ?? null,
    theirs: amount === null || live.length === 0 ? null : live.reduce((sum, each) => sum + each.amount.amount, 0),
    currencyCode: amount?.currencyCode ?? null,
  });
}

const WORDS = {
  refund: 'refund',
  storeCredit: 'store credit',
  storeCreditDebit: 'store credit',
  giftCard: 'gift card',
  giftCardOrder: 'gift card order',
  exchangeOrder: 'order',
  returnExchange: 'exchange by return',
  label: 'label',
} as const;

/** A movement no step of ours is known for. Gift cards and credits that are not ours are the shop's own business. */
function unasked(movement: MovementFacts, world: World): Difference[] {
  const { claims, fromOn } = world;
  const { kind, idFromPlatform, amount, createdOn, orderIdFromPlatform, purposeKey } = movement;
  if (createdOn < fromOn) return [];
  const claimId = Number(/(?:^|:)claim:(\d+)(?::|$)/.exec(purposeKey ?? '')?.[1] ?? 0);
  const ofOrder = claims.findLast((claim) => claim.orderIdFromPlatform === orderIdFromPlatform);
  const claim = claims.find(({ id }) => id === claimId) ?? ofOrder;
  if (kind === 'storeCreditDebit') return [storeCreditDebited(movement, world)];
  // Of labels we are shown our own alone.
  const isOurs = kind === 'label' || purposeKey !== null;
  if (!isOurs && (kind !== 'refund' || claim === undefined)) return [];
  const code = isOurs ? 'MOVEMENT_WITHOUT_EFFECT' : 'REFUND_AT_PLATFORM_BY_STAFF';
  const what = `${WORDS[kind]} ${idFromPlatform}`;
  return [differenceOf(code, { claim, what, theirs: amount.amount, currencyCode: amount.currencyCode })];
}

/** Taken from an account that we gave credit to: reported with the last claim that did. */
function storeCreditDebited(movement: MovementFacts, { movements, effects, claims }: World): Difference {
  const { customerIdFromPlatform: owner, amount, idFromPlatform } = movement;
  const given = movements.findLast((one) => one.kind === 'storeCredit' && one.customerIdFromPlatform === owner);
  const claimId = given && finder(effects)(given)?.claimId;
  return differenceOf('CREDIT_TAKEN_BACK_BY_STAFF', {
    claim: claims.find(({ id }) => id === claimId),
    what: `store credit ${idFromPlatform}`,
    theirs: amount.amount,
    currencyCode: amount.currencyCode,
  });
}

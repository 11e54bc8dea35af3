import { DAY_MS } from '#core/dates.ts';
import { differenceOf, DIFFERENCES, type Difference, type DifferenceCode } from '#core/books/differences.ts';
import type { ClaimFacts, EffectFacts, LabelFacts, MovementFacts } from '#core/books/facts.ts';
import type { Findings, World } from '#core/books/world.ts';
import { isPaidBack } from '#core/effects/label-refund.ts';
import type { LabelRefund } from '#core/effects/label-refund-state.ts';
import type { Money } from '#core/money.ts';

/** A label as a movement of its provider, which is compared as those of the platform are. */
export const boughtLabel = ({ shipmentIdFromProvider, reference, cost, createdOn }: LabelFacts): MovementFacts => ({
  kind: 'label',
  idFromPlatform: shipmentIdFromProvider,
  orderIdFromPlatform: null,
  purposeKey: reference,
  amount: cost,
  createdOn,
  // A voided label was still bought.
  isCanceled: false,
});

/** Voided labels compared with the provider, and the labels claims show compared with the effects that bought them. */
export function labelDifferences(world: World): Findings {
  const claims = new Map(world.claims.map((claim) => [claim.id, claim]));
  const shown = new Map(world.labels.map((label) => [label.shipmentIdFromProvider, label]));
  const named = new Set<string>();
  const differences = world.effects.flatMap((effect) => {
    if (effect.labelRefund === null) return [];
    const label = shown.get(effect.labelRefund.shipmentIdFromProvider);
    const code = codeOf(effect, effect.labelRefund.status, label?.refund ?? null, world);
    if (code === null) return [];
    if (!DIFFERENCES[code].isExplained) named.add(effect.purposeKey);
    return [aboutRefund(code, effect, label, claims.get(effect.claimId ?? 0))];
  });
  const unasked = voidedWithoutRequest(world);
  for (const { key } of unasked) if (key !== null) named.add(key);
  const onClaims = world.claims.flatMap((claim) => claimDifferences(claim, world, shown));
  return { differences: [...differences, ...unasked.map(({ difference }) => difference), ...onClaims], named };
}

// USPS takes at least two weeks; no carrier takes more than a month.
const LATE_MS = 31 * DAY_MS;

function codeOf(
  { state, doneOn }: EffectFacts,
  ours: LabelRefund | null,
  theirs: LabelRefund | null,
  { fromOn, toOn }: World,
): DifferenceCode | null {
  const isInWindow = doneOn !== null && doneOn >= fromOn && doneOn <= toOn;
  switch (state) {
    case 'waiting':
    case 'running':
      return null;
    case 'failed':
      return theirs !== null && isPaidBack(theirs) ? 'MOVED_THOUGH_FAILED' : 'EFFECT_FAILED';
    case 'calledOff':
      return theirs !== null && isPaidBack(theirs) ? 'MOVED_THOUGH_FAILED' : null;
    case 'doneElsewhere':
      return isInWindow ? 'EFFECT_DONE_ELSEWHERE' : null;
    case 'done':
      if (theirs === null) return isInWindow ? 'EFFECT_WITHOUT_MOVEMENT' : null;
      if (theirs !== ours)
        return ours !== null && isPaidBack(ours) && isPaidBack(theirs) ? null : 'LABEL_REFUND_DIFFERS';
      if (ours === 'rejected') return 'LABEL_REFUND_REJECTED';
      return ours === 'submitted' && Date.parse(toOn) - Date.parse(doneOn ?? toOn) > LATE_MS
        ? 'LABEL_REFUND_LATE'
        : null;
  }
}

const labelText = (label: Pick<LabelFacts, 'trackingCode'>): string => `label ${label.trackingCode}`;

function aboutRefund(
  code: DifferenceCode,
  { labelRefund, summary, settledBy, settledReason }: EffectFacts,
  label: LabelFacts | undefined,
  claim: ClaimFacts | undefined,
): Difference {
  const by = settledBy === null ? '' : ` (${settledBy}: ${settledReason ?? ''})`;
  const cost = labelRefund?.cost ?? label?.cost ?? null;
  return differenceOf(code, {
    claim,
    what: `${label ? labelText(label) : summary}${by}`,
    ours: backOf(labelRefund?.status ?? null, cost),
    theirs: label ? backOf(label.refund, label.cost) : null,
    currencyCode: cost?.currencyCode ?? null,
  });
}

const backOf = (status: LabelRefund | null, cost: Money | null): number | null =>
  cost === null ? null : status !== null && isPaidBack(status) ? cost.amount : 0;

/**
 * Voided labels that no effect asked for: by staff at the provider, or by an effect that is gone though it is booked.
 */
function voidedWithoutRequest({
  labels,
  effects,
  claims,
  entries,
}: World): { difference: Difference; key: string | null }[] {
  const asked = new Set(effects.map(({ labelRefund }) => labelRefund?.shipmentIdFromProvider));
  const known = new Set(effects.map(({ purposeKey }) => `effect:${purposeKey}`));
  const orphans = entries.filter(({ kind, purposeKey }) => kind === 'labelRefund' && !known.has(purposeKey));
  return labels
    .filter(
      ({ refund, shipmentIdFromProvider }) =>
        refund !== null && isPaidBack(refund) && !asked.has(shipmentIdFromProvider),
    )
    .map((label) => {
      const claim = claims.find((one) => one.labels.some((each) => isSame(each, label)));
      const orphan = orphans.find(({ claimId }) => claim !== undefined && claimId === claim.id);
      const code = orphan ? 'MOVEMENT_WITHOUT_EFFECT' : 'LABEL_GIVEN_BACK_BY_STAFF';
      const { amount: theirs, currencyCode } = label.cost;
      return {
        difference: differenceOf(code, { claim, what: `refund of ${labelText(label)}`, theirs, currencyCode }),
        key: orphan?.purposeKey.replace(/^effect:/, '') ?? null,
      };
    });
}

type OfShipment = { shipmentIdFromProvider: string };
const isSame = (one: OfShipment, other: OfShipment): boolean =>
  one.shipmentIdFromProvider === other.shipmentIdFromProvider;

function claimDifferences(claim: ClaimFacts, { effects }: World, shown: ReadonlyMap<string, LabelFacts>): Difference[] {
  const own = effects.filter(({ claimId }) => claimId === claim.id);
  const bought = new Map(
    own.flatMap(({ state, movement }) =>
      state === 'done' && movement?.kind === 'label' && movement.idFromPlatform !== null
        ? [[movement.idFromPlatform, movement.amount] as const]
        : [],
    ),
  );
  const back = new Set(own.map(({ labelRefund }) => labelRefund?.shipmentIdFromProvider));
  const named = (code: DifferenceCode, what: string, ours: number | null, cost: Money | null): Difference =>
    differenceOf(code, { claim, what, ours, theirs: cost?.amount ?? null, currencyCode: cost?.currencyCode ?? null });
  const wrong = claim.labels.flatMap((label) => {
    const id = label.shipmentIdFromProvider;
    const cost = bought.get(id) ?? null;
    const what = labelText(label);
    // Where its provider shows it, the step that is missing is named there.
    if (!bought.has(id)) return shown.has(id) ? [] : [named('LABEL_WITHOUT_STEP', what, label.cost, null)];
    return [
      ...(cost !== null && cost.amount !== label.cost ? [named('LABEL_COST_DIFFERS', what, label.cost, cost)] : []),
      ...(label.isCanceled && !back.has(id) && (shown.get(id)?.refund ?? null) === null
        ? [named('LABEL_NOT_GIVEN_BACK', what, null, cost)]
        : []),
      ...(!label.isCanceled && back.has(id) ? [named('LABEL_STILL_SHOWN', what, null, cost)] : []),
    ];
  });
  const unshown = [...bought].filter(([id]) => !claim.labels.some((label) => label.shipmentIdFromProvider === id));
  return [
    ...wrong,
    ...unshown.map(([id, cost]) =>
      named('LABEL_NOT_ON_CLAIM', `label ${shown.get(id)?.trackingCode ?? id}`, null, cost),
    ),
  ];
}

import { applyClaimTags } from '#core/automations/actions/apply-claim-tags.ts';
import { applyOrderTags } from '#core/automations/actions/apply-order-tags.ts';
import { autoFinalizeClaim } from '#core/automations/actions/auto-finalize-claim.ts';
import { leftToStaff } from '#core/automations/auto-finalize.ts';
import { askAboutClaim, type AroundClaim } from '#core/automations/claim-facts.ts';
import { restockDecided, restocked } from '#core/automations/restock.ts';
import { rulesText, type Ruled } from '#core/automations/ruled.ts';
import type { Decision as Answer } from '#core/automations/rule-set.ts';
import type { Claim } from '#core/claims/claim.ts';
import { restockEffects } from '#core/claims/restock.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { aboutClaim } from '#core/effects/subject.ts';

/** A moment of a claim that exists; `key` names it, so that what follows from it happens once. */
export type ClaimMoment = {
  hook: 'returnShipmentCreated' | 'returnShipmentWebhook' | 'rmaWebhook';
  key: string;
};

/** The moments that a change of a claim is. News that changes nothing is no moment. */
export const momentsOf = (before: Claim, after: Claim): ClaimMoment[] => [
  ...shipmentMoments(before, after),
  ...(after.warehouseReport && after.warehouseReport.updatedOn !== before.warehouseReport?.updatedOn
    ? [{ hook: 'rmaWebhook' as const, key: `rma:${after.warehouseReport.updatedOn}` }]
    : []),
];

function shipmentMoments(before: Claim, after: Claim): ClaimMoment[] {
  return after.shipments.flatMap((shipment): ClaimMoment[] => {
    const known = before.shipments.find(({ id }) => id === shipment.id);
    const key = `shipment:${shipment.id}`;
    if (!known) return [{ hook: 'returnShipmentCreated', key }];
    if (known.trackerStatus === shipment.trackerStatus) return [];
    return [{ hook: 'returnShipmentWebhook', key: `${key}:${shipment.trackerStatus}:${shipment.trackerUpdatedOn}` }];
  });
}

/** What the rules of a moment make of a claim. */
export type AtMoment = { effects: EffectIntent[]; ruled: Ruled[] };

/** Nothing happens where the store has no rules for the moment. */
export function atMoment(claim: Claim, { hook, key }: ClaimMoment, around: AroundClaim): AtMoment {
  if (!around.rules.hasRulesAt(hook)) return { effects: [], ruled: [] };
  const answer = askAboutClaim(claim, hook, around);
  return answered(claim, key, answer, around);
}

/** What follows from the answer of a moment. */
export function answered(claim: Claim, key: string, answer: Answer, around: AroundClaim): AtMoment {
  const { decided: tagged, ...tags } = claimTags(answer, around);
  const ordered = orderTags(claim, answer);
  const finalized = autoFinalize(claim, key, answer, around);
  return {
    effects: [
      ...orderTagEffects(claim, key, ordered.original),
      ...restockReceived(claim, answer, around),
      ...finalized.effects,
    ],
    ruled: [
      {
        ...tags,
        receipt: answer.receipt(),
        decided: { ...tagged, ...ordered.decided, ...restockDecided(claim, answer), ...finalized.decided },
        notes: orderTagNotes(ordered.original, around),
      },
    ],
  };
}

/** What the warehouse has received. */
const restockReceived = (claim: Claim, answer: Answer, { order, stockPlaces }: AroundClaim): EffectIntent[] =>
  restockEffects(
    claim,
    order,
    claim.lines.filter(
      ({ id, status }) =>
        status !== 'denied' &&
        claim.warehouseReport?.lines.some(({ lineId, isReceived }) => lineId === id && isReceived),
    ),
    restocked(claim, answer, false),
    stockPlaces,
  );

const orderTagEffects = (claim: Claim, key: string, { tags }: OrderTags): EffectIntent[] =>
  tags.length === 0
    ? []
    : [
        {
          kind: 'orderTags',
          purposeKey: `orderTags:rules:claim:${claim.id}:${key}`,
          subject: aboutClaim(claim),
          payload: { orderIdFromPlatform: claim.orderIdFromPlatform, tags },
        },
      ];

/** The tags that the matching rules put on the claim. */
export function claimTags(
  answer: Answer,
  { rules }: Pick<AroundClaim, 'rules'>,
): Pick<Ruled, 'decided' | 'tags' | 'taggedBy'> {
  const outcome = answer.of(applyClaimTags);
  if (!outcome) return { decided: {}, tags: [], taggedBy: '' };
  return {
    decided: { applyClaimTags: outcome },
    tags: outcome.tags,
    taggedBy: rulesText(rules, outcome.ruleIds),
  };
}

const MOST_LETTERS = 40;

/** Tags for an order, and the rules that put them there. */
export type OrderTags = { ruleIds: readonly number[]; tags: string[] };
const NO_TAGS: OrderTags = { ruleIds: [], tags: [] };

/** The tags that the matching rules put on the orders of the claim, with its reasons where they say so. */
export function orderTags(
  claim: Claim,
  answer: Answer,
): { original: OrderTags; replacement: OrderTags } & Pick<Ruled, 'decided'> {
  const outcome = answer.of(applyOrderTags);
  if (!outcome) return { original: NO_TAGS, replacement: NO_TAGS, decided: {} };
  const reasons = claim.lines
    .filter((line) => line.canceledOn === null)
    // The platform separates tags by commas, and takes so many letters.
    .map((line) => line.reasonName.replaceAll(',', ' ').trim().slice(0, MOST_LETTERS).trim())
    .filter((reason) => reason !== '');
  const tagsOf = ({ ruleIds, tags, withReason }: (typeof outcome)['original']): OrderTags => ({
    ruleIds,
    tags: [...new Set([...tags, ...(withReason ? reasons : [])])],
  });
  const [original, replacement] = [tagsOf(outcome.original), tagsOf(outcome.replacement)];
  return {
    original,
    replacement,
    decided: {
      applyOrderTags: { ruleIds: outcome.ruleIds, original: original.tags, replacement: replacement.tags },
    },
  };
}

/** What the timeline says of the tags of one order. */
export const orderTagNotes = ({ ruleIds, tags }: OrderTags, { rules }: Pick<AroundClaim, 'rules'>): Ruled['notes'] =>
  tags.length === 0
    ? []
    : [
        {
          subject: `Order tagged by ${rulesText(rules, ruleIds)}`,
          message: tags.map((tag) => `“${tag}”`).join(', '),
        },
      ];

function autoFinalize(
  claim: Claim,
  key: string,
  answer: Answer,
  { rules, riskLevel }: AroundClaim,
): { effects: EffectIntent[]; decided: Ruled['decided'] } {
  const outcome = answer.of(autoFinalizeClaim);
  if (!outcome) return { effects: [], decided: {} };
  const { ruleId, params } = outcome;
  const left = leftToStaff(claim, params.allowedResolutionMethods, riskLevel);
  if (left !== null) return { effects: [], decided: { autoFinalizeClaim: { ruleId, leftToStaff: left } } };
  return {
    effects: [
      {
        kind: 'autoFinalize',
        purposeKey: `autoFinalize:claim:${claim.id}:${key}`,
        subject: aboutClaim(claim),
        payload: {
          claimExternalId: claim.externalId,
          ruleId,
          ruleName: rules.nameOf(ruleId),
          allowedMethods: params.allowedResolutionMethods,
        },
      },
    ],
    decided: { autoFinalizeClaim: { ruleId } },
  };
}

import { restockInventory } from '#core/automations/actions/restock-inventory.ts';
import { subjectOfLine } from '#core/automations/claim-facts.ts';
import type { Ruled } from '#core/automations/ruled.ts';
import type { Decision } from '#core/automations/rule-set.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Restock } from '#core/policy/policy.ts';

/** What goes back into stock: a rule about a line beats `isEvery`, the word for the whole claim. */
export const restocked = ({ lines }: Claim, answer: Decision, isEvery: boolean): Restock[] =>
  lines.flatMap(({ id: claimLineId }) => {
    const outcome = answer.of(restockInventory, subjectOfLine(claimLineId));
    if (!outcome) return isEvery ? [{ claimLineId, state: 'available', locationIdFromPlatform: null }] : [];
    const { restockPlatform, shopifyRestockName: state, restockLocationIdFromPlatform } = outcome.params;
    if (restockPlatform !== 'SHOPIFY' || state === 'none') return [];
    return [{ claimLineId, state, locationIdFromPlatform: restockLocationIdFromPlatform }];
  });

export function restockDecided({ lines }: Claim, answer: Decision): Ruled['decided'] {
  const decided = lines.flatMap(({ id: lineId }) => {
    const outcome = answer.of(restockInventory, subjectOfLine(lineId));
    return outcome ? [{ lineId, ...outcome }] : [];
  });
  return decided.length > 0 ? { restockInventory: decided } : {};
}

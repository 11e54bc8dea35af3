import { createRule, deleteRule, enableRule, listRules } from '#contract/merchant/rules.ts';
import type { RouteInput } from '#contract/route.ts';
import type { Chance } from '#sandbox/shopify/seed/random.ts';
import type { Life } from '../scheduler.ts';
import { outcomeOf, type Place } from './people.ts';
import { ask } from './staff.ts';

type Draft = RouteInput<typeof createRule>['body'];
type Event = Draft['rule']['event'];

const fixed = (amount: number) => ({ shouldModify: true, type: 'fixed' as const, amount });
const EVENTS: readonly ((chance: Chance) => Event)[] = [
  (chance) => ({
    type: 'applyFee',
    params: { ...chance.pick(FEES), feeDisplayName: 'Restocking' },
  }),
  (chance) => ({ type: 'chargeForReturnLabel', params: { applyLabelMarkup: fixed(chance.pick([0, 4, 8])) } }),
  (chance) => ({
    type: 'chargeForExchangeOrderShipping',
    params: { applyExchangeOrderShippingMarkup: fixed(chance.pick([0, 2, 6])) },
  }),
  (chance) => ({
    type: 'modifyIncentives',
    params: {
      giftCardIncentive: { shouldModify: true, type: 'percent', amount: chance.pick([0, 0.05, 0.125]) },
      shouldApplyVariantExchangeShipping: true,
    },
  }),
];
const FEES = [
  { feeAmount: 3, feeType: 'fixed' },
  { feeAmount: 7, feeType: 'fixed' },
  { feeAmount: 0.1, feeType: 'percent' },
] as const;

/** In the store's currency. About what the claims of this world ask for, so that both sides come. */
const ABOVE = [40, 90];

const draftOf = (chance: Chance): Draft => ({
  name: 'Of the owner',
  hook: 'beforeClaimSubmission',
  isEnabled: true,
  rule: {
    priority: 1,
    event: chance.pick(EVENTS)(chance),
    conditions: {
      all: [
        { fact: 'claim/type', operator: 'in', value: ['Return'] },
        ...(chance.under(0.5)
          ? [{ fact: 'claim/total', operator: 'greaterThan' as const, value: chance.pick(ABOVE) }]
          : []),
      ],
    },
  },
});

const MOST_RULES = 4;

/** One rule more, one less, or one switched on or off; live at once. False when the list of rules was not to be had. */
export async function changeAutomations(place: Place, life: Life): Promise<boolean> {
  const { scheduler, server, storeId } = place;
  const { chance } = scheduler;
  await scheduler.step(life, 'opens the automations', [], () => server.isUp);
  const listed = await outcomeOf(ask(place, listRules, { params: { storeId } }));
  if (typeof listed === 'string') return false;
  const { rules } = listed.answer;
  const adds = rules.length === 0 || (rules.length < MOST_RULES && chance.under(0.6));
  if (adds) {
    const body = draftOf(chance);
    await scheduler.step(life, 'adds a rule', [], () => server.isUp);
    note(place, `adds ${body.rule.event.type}`, await outcomeOf(ask(place, createRule, { params: { storeId }, body })));
    return true;
  }
  const { id, isEnabled, revision } = chance.pick(rules);
  const params = { storeId, storeRuleId: id };
  if (chance.under(0.5)) {
    await scheduler.step(life, 'deletes a rule', [], () => server.isUp);
    note(place, 'deletes a rule', await outcomeOf(ask(place, deleteRule, { params, query: { revision } })));
    return true;
  }
  await scheduler.step(life, 'switches a rule', [], () => server.isUp);
  const body = { isEnabled: !isEnabled };
  note(place, 'switches a rule', await outcomeOf(ask(place, enableRule, { params, body })));
  return true;
}

const note = ({ scheduler }: Place, deed: string, outcome: object | string): void =>
  scheduler.note(`owner: ${deed} is ${typeof outcome === 'string' ? outcome : 'done'}`);

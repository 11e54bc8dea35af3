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
  (chance) => ({ type: 'chargeForReturnLabel', params: { applyLabelMarkup: chance.pick(LABELS) } }),
  (chance) => ({
    type: 'chargeForExchangeOrderShipping',
    params: { applyExchangeOrderShippingMarkup: fixed(chance.pick([0, 2, 6])) },
  }),
  (chance) => ({
    type: 'modifyIncentives',
    params: {
      giftCardIncentive: chance.pick(BONUSES),
      shouldApplyVariantExchangeShipping: chance.under(0.5),
    },
  }),
];
const percent = (amount: number) => ({ shouldModify: true, type: 'percent' as const, amount });
const LABELS = [fixed(0), fixed(4), fixed(8), percent(0.5), percent(1)];
const BONUSES = [percent(0), percent(0.05), percent(0.125), fixed(2.5), fixed(9)];
const FEES = [
  { feeAmount: 3, feeType: 'fixed' },
  { feeAmount: 7, feeType: 'fixed' },
  { feeAmount: 0.1, feeType: 'percent' },
] as const;

/** In the store's currency. About what the claims of this world ask for, so that both sides come. */
const ABOVE = [40, 90];
const ABOVE_ON_LINE = [25, 60];

/** Any automation that the oracle knows. */
export const draftOf = (chance: Chance, { shop }: Pick<Place['template'], 'shop'>): Draft =>
  chance.under(0.2) ? windowRule(chance, shop) : chargeRule(chance);

type Condition = Extract<Draft['rule']['conditions'], { all: unknown }>['all'][number];

const chargeRule = (chance: Chance): Draft =>
  ruleOf('beforeClaimSubmission', chance.pick(EVENTS)(chance), [
    { fact: 'claim/type', operator: 'in', value: ['Return'] },
    ...above(chance, 'claim/total', ABOVE, 0.4),
    ...above(chance, 'claim/lineItemTotal', ABOVE_ON_LINE, 0.3),
  ]);

const above = (chance: Chance, fact: string, values: readonly number[], likely: number): Condition[] =>
  chance.under(likely) ? [{ fact, operator: 'greaterThan', value: chance.pick(values) }] : [];

/** Days from delivery. Mostly open, so that claims go on. */
const WINDOWS = [null, null, 3650, 3650, 10, 0];

/** Of every item, or of one that was bought. */
const windowRule = (chance: Chance, { orders }: Place['template']['shop']): Draft => {
  const skus = orders.flatMap(({ lineItems }) => lineItems.flatMap(({ sku }) => sku ?? []));
  const params = {
    kind: 'eligibilityDays',
    refund: chance.pick(WINDOWS),
    giftCard: chance.pick(WINDOWS),
    exchange: chance.pick(WINDOWS),
    warrantyReview: null,
    ineligibleLineItemFootnote: 'The owner says so',
  };
  const onlyOne = skus.length > 0 && chance.under(0.5);
  return ruleOf(
    'orderLookup',
    { type: 'modifyResolutionWindow', params },
    onlyOne ? [{ fact: 'product/sku', operator: 'in', value: [chance.pick(skus)] }] : [],
  );
};

const ruleOf = (hook: Draft['hook'], event: Event, all: Condition[]): Draft => ({
  name: 'Of the owner',
  hook,
  isEnabled: true,
  rule: { priority: 1, event, conditions: { all } },
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
    const body = draftOf(chance, place.template);
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

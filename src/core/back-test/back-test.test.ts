import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyRules, feeRule } from '#core/automations/rules.fixture.ts';
import type { StoreRule } from '#core/automations/rule.ts';
import { collectCustomFields } from '#core/automations/actions/collect-custom-fields.ts';
import { compileStored } from '#core/automations/stored.ts';
import { differencesOf, moneyMoved } from '#core/back-test/differences.ts';
import type { PastClaim } from '#core/back-test/past-claim.ts';
import { replay } from '#core/back-test/replay.ts';
import { NOTHING_TALLIED, tallied } from '#core/back-test/tally.ts';
import { differenceText } from '#core/back-test/words.ts';
import { claimOf, lineOf, orderOf, selectionOf } from '#core/claims/test-data.ts';
import { law } from '#core/law.fixture.ts';
import { storeSettingsOf } from '#core/settings/settings.fixture.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a' })]);
const claim = claimOf(order, { selections: [selectionOf({ lineIdFromPlatform: 'a', method: 'refund' })] });
const past: PastClaim = {
  claim,
  order,
  receipts: [],
  settings: storeSettingsOf(),
  means: { canTakeCards: true, canMakeLabels: true },
  storeCurrencyCode: 'USD',
  timeZone: 'America/New_York',
  fields: [],
  products: new Map(),
  returnsLastYear: 1,
  warrantiesLastYear: 0,
  segmentIds: null,
  registrations: [],
};
const noRules = compileStored([], 'none');

const noRefunds: StoreRule = {
  ...feeRule(1),
  hook: 'orderLookup',
  rule: {
    priority: 1,
    event: {
      type: 'modifyResolutionWindow',
      params: {
        kind: 'eligibilityDays',
        refund: 0,
        giftCard: null,
        exchange: null,
        warrantyReview: null,
        ineligibleLineItemFootnote: 'No refunds on shoes',
      },
    },
    conditions: { all: [] },
  },
};

test('a rule that would have refused the refund says so, in its words, with the money that stays', () => {
  const [before, after] = [replay(past, noRules), replay(past, compileStored([noRefunds], 'draft'))];
  const differences = differencesOf(before, after);
  expect(differences).toMatchObject([{ kind: 'refused', method: 'refund', why: 'No refunds on shoes' }]);
  const [one] = differences;
  expect(one && differenceText(one, 'USD')).toContain('would be refused');
  const amount = claim.lines[0]?.requestedAmount ?? 0;
  expect(amount).toBeGreaterThan(0);
  expect(moneyMoved(differences)).toEqual({ refund: -amount });
  // The other way round, the same money is given.
  expect(moneyMoved(differencesOf(after, before))).toEqual({ refund: amount });
  const tally = tallied(NOTHING_TALLIED, {
    currencyCode: 'USD',
    differences,
    before: before.lines,
    after: after.lines,
  });
  expect(tally).toMatchObject({ claims: 1, changed: 1, refusedWhole: 1, byKind: { refused: 1 } });
});

test('windows do not bind staff, but fees are replayed for them too', () => {
  const made: PastClaim = { ...past, claim: { ...claim, source: 'Merchant_App' } };
  const draft = compileStored([noRefunds, feeRule(2)], 'draft');
  expect(differencesOf(replay(made, noRules), replay(made, draft))).toEqual([
    { kind: 'charge', charge: 'fee', before: 0, after: 200 },
  ]);
});

const atCreation = (id: number, event: StoreRule['rule']['event']): StoreRule => ({
  ...feeRule(id),
  hook: 'claimCreated',
  rule: { priority: id, event, conditions: { all: [] } },
});
const TAGGED = atCreation(1, { type: 'applyClaimTags', params: { claimTags: [{ name: 'shoes' }] } });
const FINALIZED = atCreation(2, { type: 'autoFinalizeClaim', params: { allowedResolutionMethods: ['refund'] } });
const KEPT = atCreation(3, { type: 'allowCustomerToKeepItem', params: {} });

test('a withdrawal is by the law, so only what rules do with it once it is there is replayed', () => {
  const withdrawn: PastClaim = {
    ...past,
    settings: storeSettingsOf({ isRefundsEnabled: false }),
    claim: { ...claim, policy: { ...claim.policy, basis: 'withdrawal' } },
  };
  const draft = compileStored([noRefunds, feeRule(2), { ...TAGGED, id: 3 }], 'draft');
  expect(differencesOf(replay(withdrawn, noRules), replay(withdrawn, draft))).toEqual([
    { kind: 'tags', added: ['shoes'], removed: [] },
  ]);
});

test('what rules do with a claim as soon as it is there is replayed on the claim as it was sent', () => {
  const [line] = claim.lines;
  if (!line) throw new Error('the claim has no line');
  const finished: PastClaim = {
    ...past,
    claim: {
      ...claim,
      finalizedOn: claim.createdOn,
      lines: [{ ...line, status: 'denied', deniedOn: claim.createdOn }],
    },
  };
  const differencesUnder = (...rules: StoreRule[]) =>
    differencesOf(replay(finished, noRules), replay(finished, compileStored(rules, 'draft')));
  expect(differencesUnder(TAGGED, FINALIZED)).toEqual([
    { kind: 'tags', added: ['shoes'], removed: [] },
    { kind: 'finalized', amount: line.requestedAmount },
  ]);
  // An item that staff look at first is theirs to finalize.
  expect(differencesUnder(KEPT, FINALIZED)).toEqual([{ kind: 'held', item: line.name }]);
  expect(differencesUnder(noRefunds, TAGGED)).toMatchObject([{ kind: 'refused' }]);
});

test('an answer to a custom field counts under rules that ask it, and a newly asked field is a difference', () => {
  const [line] = claim.lines;
  if (!line) throw new Error('the claim has no line');
  const field = {
    id: '7',
    displayName: 'Look',
    description: '',
    options: 'Worn,Torn',
    valueType: 'Select' as const,
    required: false,
  };
  const answered: PastClaim = {
    ...past,
    fields: [field],
    claim: { ...claim, lines: [{ ...line, customFields: [{ ...field, value: 'Torn' }] }] },
  };
  const asking: StoreRule = {
    ...atCreation(4, {
      type: 'collectCustomFields',
      params: Object.assign({}, collectCustomFields.initial, { customFieldIds: [7, 8] }),
    }),
    hook: 'afterReasonSelection',
  };
  const isTorn = { fact: 'claim/customField', customFieldId: 7, operator: 'in' as const, value: ['torn'] };
  const tagged: StoreRule = { ...TAGGED, rule: { ...TAGGED.rule, conditions: { all: [isTorn] } } };
  const charged = feeRule(2, { conditions: { all: [isTorn] } });
  const differencesUnder = (...rules: StoreRule[]) =>
    differencesOf(replay(answered, noRules), replay(answered, compileStored(rules, 'draft')));
  expect(differencesUnder(tagged, charged)).toEqual([]);
  expect(differencesUnder(asking, tagged, charged)).toEqual([
    { kind: 'asked', item: line.name, question: 'Look' },
    { kind: 'charge', charge: 'fee', before: 0, after: 200 },
    { kind: 'tags', added: ['shoes'], removed: [] },
  ]);
});

test('staff are asked nothing, and shoppers for the photos of the settings where no rule says otherwise', () => {
  const asking = (leastMedia: number): StoreRule => ({
    ...atCreation(4, {
      type: 'collectCustomFields',
      params: Object.assign({}, collectCustomFields.initial, {
        isMediaUploadRequired: leastMedia > 0,
        minimumMediaUploadAmount: leastMedia,
      }),
    }),
    hook: 'afterReasonSelection',
  });
  const shown: PastClaim = { ...past, settings: storeSettingsOf({ isClaimImageFromCustomerRequired: true }) };
  const differencesUnder = (claimed: PastClaim, leastMedia: number) =>
    differencesOf(replay(claimed, noRules), replay(claimed, compileStored([asking(leastMedia)], 'draft')));
  expect(differencesUnder(shown, 1)).toEqual([]);
  expect(differencesUnder(shown, 0)).toMatchObject([{ kind: 'leastMedia', before: 1, after: 0 }]);
  expect(differencesUnder({ ...shown, claim: { ...claim, source: 'Merchant_App' } }, 3)).toEqual([]);
});

test('the risk of a past claim is what a rule saw then', () => {
  const risky = { ...FINALIZED, id: 4 };
  const seen = replay(past, compileStored([risky], 'draft'));
  expect(seen.isFinalized).toBe(true);
  const receipts = [
    {
      hook: 'claimCreated' as const,
      version: 'then',
      subjects: [{ subject: 'line:1', facts: { 'claim/riskLevel': 'High' }, verdicts: [] }],
    },
  ];
  expect(replay({ ...past, receipts }, compileStored([risky], 'draft')).isFinalized).toBe(false);
});

test('an order is protected at its creation as it is before, by the SKUs that the store names too', () => {
  const insured = orderOf([lineOf({ idFromPlatform: 'a' }), lineOf({ idFromPlatform: 'b', sku: 'PROTECT' })]);
  const made: PastClaim = {
    ...past,
    order: insured,
    claim: { ...claim, createdOn: insured.createdOn },
    settings: storeSettingsOf({ protectionSkus: ['PROTECT'] }),
  };
  const isProtected = { fact: 'order/isShippingProtected', operator: 'equal' as const, value: true };
  const rules = [TAGGED, feeRule(2)].map((one) => ({
    ...one,
    rule: { ...one.rule, conditions: { all: [isProtected] } },
  }));
  expect(replay(made, compileStored(rules, 'draft'))).toMatchObject({ fee: 200, tags: ['shoes'] });
});

/** Rules of the creation, each with the conditions of another rule. */
const anyCreation = anyRules.map((rules) =>
  rules.map(({ id, rule: { conditions } }, index): StoreRule => {
    const made = [TAGGED, FINALIZED, KEPT][index % 3] ?? TAGGED;
    return { ...made, id: 1000 + id, rule: { ...made.rule, priority: 1000 + id, conditions } };
  }),
);

test('law: the rules a claim was made under replay its own receipts without any difference, whatever is known since', () => {
  fc.assert(
    fc.property(anyRules, anyCreation, fc.integer({ min: 0, max: 4 }), (rules, created, returnsLastYear) => {
      const live = compileStored([...rules, ...created], 'live');
      const then = replay(past, live);
      const changed = orderOf([lineOf({ idFromPlatform: 'a', productTags: ['vip'], sku: 'de' })], {
        tags: ['sale'],
      });
      const now = replay({ ...past, order: changed, returnsLastYear, receipts: then.receipts() }, live);
      expect(now.receipts()).toEqual(then.receipts());
      expect(differencesOf(then, now)).toEqual([]);
    }),
    law(1000),
  );
});

import { Address } from '#core/address.ts';
import type { ClaimType } from '#core/claims/types.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import { describe, expect, test } from 'vitest';
import {
  chosenLines,
  claimTypesOf,
  emptyDraft,
  lineOf,
  MAX_MEDIA,
  newRequestKey,
  reconcileDraft,
  reduceDraft,
  restOf,
  verdictOf,
  type BasketItem,
  type Draft,
  type DraftAction,
  type Method,
} from './draft.ts';
import { reasonsSoFar, returnSoFar, wholeReturn } from './draft-request.ts';
import {
  lastGoodsSteps,
  methodOf,
  missingOn,
  phaseOf,
  phasesOf,
  reachableStep,
  reasonOf,
  restFor,
  stepAbout,
  stepKey,
  stepsOf,
} from './draft-steps.ts';
import { may, portalLine, portalOrder } from './portal-order.fixture.ts';
import { loadTexts } from './texts.ts';

await loadTexts('return', 'claim');

const mayNot = {
  isEligible: false,
  quantity: 0,
  lastEligibleDate: '2026-10-01T00:00:00Z',
  reasonText: 'The time for a refund is over.',
  whyNot: 'The time for a refund is over.',
};

const order = portalOrder({
  lineItems: [
    portalLine('A'),
    portalLine('B', {
      methods: { refund: mayNot, storeCredit: may, giftCard: may, variantExchange: may },
    }),
  ],
});

const KEY = '7f7e6a52-6b8e-4a76-9f0b-5a4f3a1f0c11';
const play = (...actions: DraftAction[]): Draft => actions.reduce(reduceDraft, emptyDraft(order, KEY));
const keys = (draft: Draft): string[] => stepsOf(draft, order).map(stepKey);
const both: DraftAction[] = [
  { type: 'quantity', lineId: 'A', quantity: 1 },
  { type: 'quantity', lineId: 'B', quantity: 2 },
  { type: 'reason', lineId: 'A', reasonId: 'other' },
  { type: 'reason', lineId: 'B', reasonId: 'other' },
];

describe('the steps', () => {
  test('grow with the lines that are chosen', () => {
    expect(keys(play())).toEqual(['items', 'shipping', 'review']);
    expect(keys(play(...both))).toEqual([
      'items',
      'reason:A',
      'reason:B',
      'resolution:A',
      'resolution:B',
      'shipping',
      'review',
    ]);
  });

  test('have one for the variant only when a line is exchanged', () => {
    expect(keys(play(...both, { type: 'method', lineId: 'A', method: 'variantExchange' }))).toContain('variant:A');
    expect(keys(play(...both, { type: 'method', lineId: 'A', method: 'giftCard' }))).not.toContain('variant:A');
  });

  test('ask once when one resolution is for all, and again where it is not possible', () => {
    const same: DraftAction = { type: 'sameForAll', isSameForAll: true };
    const credit = play(...both, same, { type: 'method', lineId: 'A', method: 'storeCredit' });
    expect(keys(credit)).not.toContain('resolution:B');
    expect(methodOf(credit, order, 'B')).toBe('storeCredit');
    const refund = play(...both, same, { type: 'method', lineId: 'A', method: 'refund' });
    expect(keys(refund)).toContain('resolution:B');
    expect(methodOf(refund, order, 'B')).toBeNull();
  });

  test('leave out how it comes back when there is only one way', () => {
    const oneWay = { ...order, shippingMethods: ['packingSlip' as const] };
    const draft = emptyDraft(oneWay, KEY);
    expect(draft.shippingMethod).toBe('packingSlip');
    expect(stepsOf(draft, oneWay).map(stepKey)).toEqual(['items', 'review']);
  });

  test('cannot be jumped over', () => {
    const at = (draft: Draft, asked: string): string => {
      const { steps, index } = reachableStep(draft, order, asked);
      return stepKey(steps[index] ?? { kind: 'items' });
    };
    expect(at(play(), 'review')).toBe('items');
    expect(at(play(...both), 'review')).toBe('resolution:A');
    expect(at(play(...both), 'reason:B')).toBe('reason:B');
    expect(at(play(...both), 'reason:unknown')).toBe('items');
  });
});

const ITEM: BasketItem = {
  productId: 'p9',
  variantId: 'v9',
  title: 'Tee',
  variantTitle: 'M',
  imgUrl: null,
  price: 25,
  quantity: 1,
};

test('a gift asks who returns it before it is sent back, and keeps what was said', () => {
  const gift: PortalOrder = { ...order, isGiftReturn: true };
  const begun = reduceDraft(emptyDraft(gift, KEY), { type: 'quantity', lineId: 'A', quantity: 1 });
  const kinds = stepsOf(begun, gift).map(({ kind }) => kind);
  expect(kinds.slice(kinds.indexOf('recipient'))).toEqual(['recipient', 'shipping', 'review']);
  expect(missingOn({ kind: 'recipient' }, begun, gift)).toBe('Enter your email address.');
  const said = reduceDraft(begun, { type: 'recipient', part: { email: 'grace@example.com' } });
  expect(missingOn({ kind: 'recipient' }, said, gift)).toBe('Enter your first name.');
  expect(reconcileDraft(JSON.parse(JSON.stringify(said)), gift)?.recipient.email).toBe('grace@example.com');
});

test('a phone number is asked for last where the store wants one, and begins as the order has it', () => {
  const wanting = { ...order, isPhoneRequired: { Return: false, Warranty: true } };
  const kinds = (claimType: ClaimType) => stepsOf({ ...play(...both), claimType }, wanting).map(({ kind }) => kind);
  expect(kinds('Return')).not.toContain('phone');
  expect(kinds('Warranty').slice(-2)).toEqual(['phone', 'review']);
  const asked = (draft: Draft, its: PortalOrder) => missingOn({ kind: 'phone' }, draft, its);
  expect(asked(play(), wanting)).toBe('Enter your phone number.');
  const known = { ...wanting, addresses: [Address.parse({ phone: '+1 555 0100' })] };
  expect(asked(play(), known)).toBeNull();
  expect(asked(play({ type: 'phone', phone: '' }), known)).toBe('Enter your phone number.');
  expect(asked(play({ type: 'phone', phone: '030 / 5550100' }), wanting)).toBeNull();
});

test('custom fields are asked with the reason, held back until they fit, and sent as far as they are asked', () => {
  const field = { displayName: 'Serial number', description: '', options: '', required: false } as const;
  const fields = [
    { ...field, id: '1', valueType: 'Text' as const, required: true },
    { ...field, id: '2', valueType: 'MultiSelect' as const, displayName: 'Look', options: 'Worn,Torn' },
  ];
  const demands = { fields, isCommentShown: false, isCommentRequired: false, leastMedia: 0, mediaInstructions: [] };
  const asking = portalOrder({ asksAfterReasons: true, lineItems: [portalLine('A', { demands })] });
  const step = { kind: 'reason', lineId: 'A' } as const;
  const said = (...actions: DraftAction[]): Draft =>
    [
      { type: 'quantity', lineId: 'A', quantity: 1 } as const,
      { type: 'reason', lineId: 'A', reasonId: 'other' } as const,
      { type: 'method', lineId: 'A', method: 'refund' } as const,
      ...actions,
    ].reduce(reduceDraft, emptyDraft(asking, KEY));
  const answer = (fieldId: string, value: string): DraftAction => ({ type: 'fieldValue', lineId: 'A', fieldId, value });
  expect(missingOn(step, said(), asking)).toBe('Serial number: Must not be empty.');
  const serial = answer('1', ' SN-1 ');
  expect(missingOn(step, said(serial, answer('2', 'Lost')), asking)).toBe('Look: Choose one or more of the options.');
  const whole = said(serial, answer('2', ''), answer('9', 'of another reason'));
  expect(missingOn(step, whole, asking)).toBeNull();
  expect(wholeReturn(whole, asking)?.selections[0]?.customFields).toEqual([{ id: '1', value: 'SN-1' }]);
  // Remembered by a tab before fields were asked.
  const { fieldValues: _none, ...old } = lineOf(whole, 'A');
  const restored = reconcileDraft({ ...whole, lines: { A: old } }, asking);
  expect(restored && missingOn(step, restored, asking)).toBe('Serial number: Must not be empty.');
});

describe('an item that some reasons alone open', () => {
  const closedOn = { id: 'ineligible.WINDOW_CLOSED.on', values: { date: { day: '2026-10-01T00:00:00Z' } } } as const;
  const shut = { isEligible: false, returnableQuantity: 0, whyNot: closedOn, returnUntil: null } as const;
  const warranty = { ...mayNot, reviewQuantity: 0 };
  const orderWith = (change: Partial<PortalOrder['lineItems'][number]>): PortalOrder =>
    portalOrder({
      asksAfterReasons: true,
      lineItems: [portalLine('A', { ...shut, warranty, choosable: { Return: 2, Warranty: 0 }, ...change })],
    });
  const looked = orderWith({});
  const draft = [
    { type: 'quantity', lineId: 'A', quantity: 2 } as const,
    { type: 'reason', lineId: 'A', reasonId: 'other' } as const,
  ].reduce(reduceDraft, emptyDraft(looked, KEY));
  const reason = { kind: 'reason', lineId: 'A' } as const;

  test('is chosen before its reason is, and asked about with it', () => {
    expect(claimTypesOf(looked)).toEqual(['Return']);
    expect(reconcileDraft(draft, looked, true)).toEqual(draft);
    expect(reasonsSoFar(draft, looked)).toMatchObject([{ lineIdFromPlatform: 'A', quantity: 2, reasonId: 'other' }]);
    expect(chosenLines(draft, looked)).toHaveLength(1);
  });

  test('stays chosen for a reason that refuses it, which says why and leads no further', () => {
    const kept = reconcileDraft(draft, looked);
    expect(kept && lineOf(kept, 'A').quantity).toBe(2);
    expect(missingOn(reason, draft, looked)).toBe('The return window closed on October 1, 2026.');
    const { steps, index } = reachableStep(draft, looked, 'review');
    expect(steps[index]).toEqual(reason);
  });

  test('goes on for a reason that opens all of it, and says how much another one opens', () => {
    const open = orderWith({ isEligible: true, returnableQuantity: 2, whyNot: null });
    expect(missingOn(reason, draft, open)).toBeNull();
    const some = orderWith({ isEligible: true, returnableQuantity: 1, whyNot: null });
    expect(missingOn(reason, draft, some)).toBe('Only available for 1 of 2.');
  });

  test('is no warranty claim where its warranty has ended for every reason', () => {
    const both = orderWith({ choosable: { Return: 0, Warranty: 2 } });
    expect(claimTypesOf(both)).toEqual(['Warranty']);
    const claimed = { ...draft, claimType: 'Warranty' } as const;
    expect(missingOn(reason, claimed, both)).toBe('The time for a refund is over.');
  });
});

describe('a return of several items', () => {
  const chosen = (['A', 'B'] as const).reduce(
    (draft, lineId) => reduceDraft(draft, { type: 'quantity', lineId, quantity: 1 }),
    emptyDraft(order, 'key'),
  );

  test('asks for one reason, where it is the same for all', () => {
    const same = reduceDraft(chosen, { type: 'sameReason', isSameReason: true });
    expect(keys(chosen)).toEqual(expect.arrayContaining(['reason:A', 'reason:B']));
    expect(keys(same)).not.toContain('reason:B');
    const said = reduceDraft(same, { type: 'reason', lineId: 'A', reasonId: 'fit' });
    const whole = reduceDraft(said, { type: 'reasonDetail', lineId: 'A', reasonDetail: 'Too small' });
    expect(reasonOf(whole, order, 'B')).toMatchObject({ reasonId: 'fit', reasonDetail: 'Too small' });
    expect(stepAbout('reason', 'B', stepsOf(whole, order))).toBe('reason:A');
    expect(stepAbout('reason', 'B', stepsOf(chosen, order))).toBe('reason:B');
  });

  test('goes through its phases in order, whatever is chosen', () => {
    for (const method of ['refund', 'variantExchange', 'otherProduct', 'shopNow'] as const) {
      const phases = stepsOf(reduceDraft(chosen, { type: 'method', lineId: 'A', method }), order, true).map(phaseOf);
      const places = phases.map((phase) => phasesOf(chosen).indexOf(phase));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect([phases[0], phases.at(-1)]).toEqual(['items', 'review']);
    }
  });
});

describe('a warranty claim', () => {
  const ended = portalLine('C', {
    isEligible: false,
    returnableQuantity: 0,
    choosable: { Return: 0, Warranty: 2 },
    reasonText: 'The return window has closed.',
    whyNot: 'The return window has closed.',
  });
  const withEnded = { ...order, lineItems: [...order.lineItems, ended] };
  const toWarranty: DraftAction = { type: 'claimType', claimType: 'Warranty' };
  const begun = reduceDraft(emptyDraft(withEnded, 'key'), { type: 'quantity', lineId: 'C', quantity: 1 });

  test('covers what can no longer be returned, and asks for neither a resolution nor how it is sent', () => {
    expect(chosenLines(begun, withEnded)).toEqual([]);
    const claim = reduceDraft(begun, toWarranty);
    expect(chosenLines(claim, withEnded)).toEqual([ended]);
    expect(stepsOf(claim, withEnded).map(stepKey)).toEqual(['items', 'reason:C', 'review']);
    expect(phasesOf(claim)).toEqual(['items', 'reason', 'review']);
    expect(wholeReturn(claim, withEnded)).toMatchObject({
      claimType: 'Warranty',
      shippingMethod: 'none',
      selections: [{ lineIdFromPlatform: 'C', method: 'warrantyReview' }],
    });
  });

  test('is what it is where nothing can be returned, and is asked for where both can be had', () => {
    expect(emptyDraft({ ...order, lineItems: [ended] }, 'key').claimType).toBe('Warranty');
    expect(claimTypesOf(withEnded)).toEqual(['Return', 'Warranty']);
    const uncovered = {
      ...order,
      lineItems: [portalLine('D', { warranty: null, choosable: { Return: 2, Warranty: 0 } })],
    };
    expect(claimTypesOf(uncovered)).toEqual(['Return']);
    expect(reconcileDraft(reduceDraft(begun, toWarranty), uncovered)?.claimType).toBe('Return');
  });
});

describe('an item whose units came in several packages', () => {
  const few = { ...may, quantity: 1 };
  const split = portalOrder({
    lineItems: [
      portalLine('A', { methods: { refund: few, storeCredit: may, giftCard: few, variantExchange: may } }),
      portalLine('B', { methods: { refund: few, storeCredit: few, giftCard: few, variantExchange: few } }),
    ],
  });
  const [lineA, lineB] = split.lineItems as [PortalLine, PortalLine];
  const units = (lineId: string, quantity: number): DraftAction => ({ type: 'quantity', lineId, quantity });
  const by = (lineId: string, method: Method): DraftAction => ({ type: 'method', lineId, method });

  test('goes by the ways that are open to as many as are chosen, and the others say to how many they are', () => {
    expect(verdictOf(split, lineA, 'refund', 1)).toMatchObject({ isEligible: true, whyNot: null });
    expect(verdictOf(split, lineA, 'refund', 2)).toMatchObject({
      isEligible: false,
      whyNot: { id: 'resolution.most', values: { most: 1, quantity: 2 } },
    });
    expect(verdictOf(split, lineA, 'storeCredit', 2)?.isEligible).toBe(true);
    const one = play(units('A', 1), by('A', 'refund'));
    expect(methodOf(reconcileDraft(one, split) ?? one, split, 'A')).toBe('refund');
    const two = reduceDraft(one, units('A', 2));
    expect(methodOf(reconcileDraft(two, split) ?? two, split, 'A')).toBeNull();
  });

  test('has its Shop Now credit left over by such a way too', () => {
    expect([verdictOf(split, lineA, 'shopNow', 2)?.isEligible, restOf(lineA, 'giftCard', 2)]).toEqual([
      true,
      'storeCredit',
    ]);
    expect([verdictOf(split, lineB, 'shopNow', 2)?.isEligible, restOf(lineB, null, 2)]).toEqual([false, undefined]);
    const shopping = play(units('A', 2), by('A', 'shopNow'), { type: 'restMethod', restMethod: 'giftCard' });
    expect(restFor(shopping, split)).toBe('storeCredit');
  });

  test('does not follow another item to a way that is open to fewer', () => {
    const both = play(units('A', 1), units('B', 2), by('A', 'refund'), { type: 'sameForAll', isSameForAll: true });
    expect([methodOf(both, split, 'B'), methodOf(reduceDraft(both, units('B', 1)), split, 'B')]).toEqual([
      null,
      'refund',
    ]);
  });
});

describe('the steps of goods', () => {
  const withA = (...actions: DraftAction[]): Draft => play(both[0] as DraftAction, ...actions);
  const other = withA({ type: 'method', lineId: 'A', method: 'otherProduct' });

  test('another product is chosen first, then its variant, then when it is sent', () => {
    expect(keys(other)).toEqual([
      'items',
      'reason:A',
      'resolution:A',
      'product:A',
      'variant:A',
      'instant',
      'shipping',
      'review',
    ]);
    expect(missingOn({ kind: 'product', lineId: 'A' }, other, order)).toMatch(/product/);
    expect(missingOn({ kind: 'instant' }, other, order)).not.toBeNull();
    // Where it sold out, another is chosen where the choice ended.
    expect(lastGoodsSteps(stepsOf(other, order)).map(stepKey)).toEqual(['variant:A']);
  });

  test('a variant that is chosen at once is not asked for again; a rule offers it whatever the order does', () => {
    const productExchange = { pricing: 'PAYMENT', isVariantEven: false, kind: 'variant', isSearchable: true } as const;
    const offered = {
      ...order,
      isAdvancedExchangeEnabled: false,
      lineItems: order.lineItems.map((line) => ({ ...line, productExchange })),
    };
    const steps = stepsOf(other, offered).map(stepKey);
    expect([steps.includes('product:A'), steps.includes('variant:A')]).toEqual([true, false]);
    expect(lastGoodsSteps(stepsOf(other, offered)).map(stepKey)).toEqual(['product:A']);
    const product = { id: '7', title: 'Chino' };
    const half = reduceDraft(other, { type: 'product', lineId: 'A', product });
    expect(missingOn({ kind: 'product', lineId: 'A' }, half, offered)).not.toBeNull();
    const chosen = reduceDraft(half, { type: 'product', lineId: 'A', product, variant: { id: '8', title: 'M' } });
    expect(missingOn({ kind: 'product', lineId: 'A' }, chosen, offered)).toBeNull();
    expect(returnSoFar(chosen, offered)?.selections[0]).toMatchObject({
      productIdFromPlatform: '7',
      variantIdFromPlatform: '8',
    });
  });

  test('what only a rule offers stays chosen until the rule was asked', () => {
    const looked = portalOrder({
      asksAfterReasons: true,
      isAdvancedExchangeEnabled: false,
      offerInstantExchange: false,
      offerShopNow: false,
      shippingMethods: ['packingSlip'],
      lineItems: order.lineItems,
    });
    const productExchange = { pricing: 'PAYMENT', isVariantEven: false, kind: 'variant', isSearchable: true } as const;
    const ruled: PortalOrder = {
      ...looked,
      offerInstantExchange: true,
      shippingMethods: ['label', 'packingSlip'],
      lineItems: looked.lineItems.map((line) => ({ ...line, productExchange })),
    };
    const chosen = withA(
      { type: 'method', lineId: 'A', method: 'otherProduct' },
      { type: 'instantExchange', isInstantExchange: true },
      { type: 'shipping', shippingMethod: 'label' },
    );
    const waysIn = (draft: Draft | undefined) =>
      draft && [lineOf(draft, 'A').method, draft.isInstantExchange, draft.shippingMethod];
    const kept = reconcileDraft(chosen, looked, true);
    expect(waysIn(kept)).toEqual(['otherProduct', true, 'label']);
    expect(waysIn(reconcileDraft(kept, ruled))).toEqual(['otherProduct', true, 'label']);
    expect(waysIn(reconcileDraft(kept, looked))).toEqual([null, null, 'packingSlip']);
  });

  test('the shop comes once, however many lines pay for it', () => {
    const shop = play(
      ...both,
      { type: 'method', lineId: 'A', method: 'shopNow' },
      { type: 'method', lineId: 'B', method: 'shopNow' },
    );
    expect(keys(shop).filter((key) => key === 'shop')).toHaveLength(1);
    expect(keys(shop)).not.toContain('instant');
    expect(missingOn({ kind: 'shop' }, shop, order)).toMatch(/cart/);
    expect(missingOn({ kind: 'shop' }, reduceDraft(shop, { type: 'basket', item: ITEM }), order)).toBeNull();
  });

  test('what the store does not offer has no step, and is forgotten by a remembered draft', () => {
    const plain: PortalOrder = {
      ...order,
      isAdvancedExchangeEnabled: false,
      offerInstantExchange: false,
      offerShopNow: false,
    };
    expect(stepsOf(other, plain).map(stepKey)).not.toContain('instant');
    const kept = reconcileDraft(reduceDraft(other, { type: 'instantExchange', isInstantExchange: true }), plain);
    expect(kept && lineOf(kept, 'A').method).toBeNull();
    expect(kept?.isInstantExchange).toBeNull();
  });

  test('paying is last, and gives way to the review when there is nothing to pay any more', () => {
    const whole = play(
      both[0] as DraftAction,
      { type: 'reason', lineId: 'A', reasonId: 'other' },
      { type: 'method', lineId: 'A', method: 'refund' },
      { type: 'shipping', shippingMethod: 'label' },
    );
    const at = (isPaymentNeeded: boolean): string => {
      const { steps, index } = reachableStep(whole, order, 'pay', isPaymentNeeded);
      return stepKey(steps[index] ?? { kind: 'items' });
    };
    expect(at(true)).toBe('pay');
    expect(at(false)).toBe('review');
  });

  test('another product forgets the variant of the one before, the same product keeps it', () => {
    const chosen = withA(
      { type: 'method', lineId: 'A', method: 'otherProduct' },
      { type: 'product', lineId: 'A', product: { id: 'p9', title: 'Tee' } },
      { type: 'variant', lineId: 'A', variant: { id: 'v9', title: 'M' } },
    );
    const same = reduceDraft(chosen, { type: 'product', lineId: 'A', product: { id: 'p9', title: 'Tee' } });
    expect(lineOf(same, 'A').productVariant?.id).toBe('v9');
    const next = reduceDraft(chosen, { type: 'product', lineId: 'A', product: { id: 'p8', title: 'Cap' } });
    expect(lineOf(next, 'A').productVariant).toBeNull();
    expect(lineOf(chosen, 'A').variant).toBeNull();
  });

  test('a basket counts one thing once, and loses it at none', () => {
    const put = (quantity: number): DraftAction => ({ type: 'basket', item: { ...ITEM, quantity } });
    expect(play(put(1), put(3)).basket).toEqual([{ ...ITEM, quantity: 3 }]);
    expect(play(put(1000)).basket[0]?.quantity).toBe(99);
    expect(play(put(1), put(0)).basket).toEqual([]);
  });
});

describe('what is missing', () => {
  const step = { kind: 'reason', lineId: 'A' } as const;

  test('a reason, then its detail where it has any', () => {
    expect(missingOn(step, play(), order)).toMatch(/reason/);
    const fit = play({ type: 'reason', lineId: 'A', reasonId: 'fit' });
    expect(missingOn(step, fit, order)).toMatch(/describes/);
    expect(
      missingOn(step, reduceDraft(fit, { type: 'reasonDetail', lineId: 'A', reasonDetail: 'Too small' }), order),
    ).toBeNull();
    expect(missingOn(step, play({ type: 'reason', lineId: 'A', reasonId: 'other' }), order)).toBeNull();
  });

  test('another reason forgets the detail of the first, the same reason keeps it', () => {
    const said = play(
      { type: 'reason', lineId: 'A', reasonId: 'fit' },
      { type: 'reasonDetail', lineId: 'A', reasonDetail: 'Too small' },
    );
    expect(lineOf(reduceDraft(said, { type: 'reason', lineId: 'A', reasonId: 'fit' }), 'A').reasonDetail).toBe(
      'Too small',
    );
    expect(lineOf(reduceDraft(said, { type: 'reason', lineId: 'A', reasonId: 'other' }), 'A').reasonDetail).toBe('');
  });
});

describe('what is kept', () => {
  test('a line taken out and put back keeps what was said about it', () => {
    const out = play(
      ...both,
      { type: 'comments', lineId: 'A', comments: 'Torn seam' },
      { type: 'quantity', lineId: 'A', quantity: 0 },
    );
    expect(wholeReturn(out, order)).toBeUndefined();
    expect(lineOf(reduceDraft(out, { type: 'quantity', lineId: 'A', quantity: 1 }), 'A').comments).toBe('Torn seam');
  });

  test('no more photos than a line may carry', () => {
    const add = (n: number): DraftAction => ({
      type: 'mediaAdded',
      lineId: 'A',
      media: { mediaId: `m${n}`, filename: 'a.jpg', contentType: 'image/jpeg', url: '' },
    });
    const many = play(...Array.from({ length: MAX_MEDIA + 3 }, (_, n) => add(n)));
    expect(lineOf(many, 'A').media).toHaveLength(MAX_MEDIA);
    const fewer = reduceDraft(many, { type: 'mediaRemoved', lineId: 'A', mediaId: 'm0' });
    expect(lineOf(fewer, 'A').media.map(({ mediaId }) => mediaId)).not.toContain('m0');
  });

  test('photos stand in the order they were chosen, whichever arrived first, those kept before that first', () => {
    const arrives = (mediaId: string, chosenOn?: number): DraftAction => ({
      type: 'mediaAdded',
      lineId: 'A',
      media: {
        mediaId,
        filename: 'a.jpg',
        contentType: 'image/jpeg',
        url: '',
        ...(chosenOn === undefined ? {} : { chosenOn }),
      },
    });
    const all = play(arrives('kept'), arrives('third', 3), arrives('first', 1), arrives('second', 2));
    expect(lineOf(all, 'A').media.map(({ mediaId }) => mediaId)).toEqual(['kept', 'first', 'second', 'third']);
  });

  test('a reload keeps the draft with its request key, less what is no longer possible', () => {
    const draft = play(
      ...both,
      { type: 'method', lineId: 'A', method: 'refund' },
      { type: 'shipping', shippingMethod: 'label' },
    );
    const stored: unknown = JSON.parse(JSON.stringify(draft));
    expect(reconcileDraft(stored, order)).toEqual(draft);
    const later: PortalOrder = {
      ...order,
      shippingMethods: ['packingSlip'],
      lineItems: [
        portalLine('A', {
          methods: { refund: mayNot, storeCredit: may, giftCard: may, variantExchange: may },
        }),
        portalLine('B', { returnableQuantity: 1, choosable: { Return: 1, Warranty: 0 } }),
      ],
    };
    const kept = reconcileDraft(stored, later);
    expect(kept?.requestKey).toBe(KEY);
    expect(kept?.shippingMethod).toBe('packingSlip');
    expect(kept && lineOf(kept, 'A').method).toBeNull();
    expect(kept && lineOf(kept, 'B').quantity).toBe(1);
  });

  test('a line that is no longer on the order or no longer returnable is not sent', () => {
    const gone: PortalOrder = {
      ...order,
      lineItems: [portalLine('A', { isEligible: false, returnableQuantity: 0, choosable: { Return: 0, Warranty: 2 } })],
    };
    const kept = reconcileDraft(play(...both), gone);
    expect(kept && Object.keys(kept.lines)).toEqual(['A']);
    expect(kept && lineOf(kept, 'A').quantity).toBe(0);
  });

  test('what is not a draft is forgotten', () => {
    for (const stored of [undefined, null, 'x', 4, {}, { version: 2, requestKey: KEY, lines: {} }, []]) {
      expect(reconcileDraft(stored, order)).toBeUndefined();
    }
  });
});

describe('what is sent', () => {
  test('nothing until every line has its resolution', () => {
    expect(wholeReturn(play(...both, { type: 'method', lineId: 'A', method: 'refund' }), order)).toBeUndefined();
    const exchange = play(both[0] as DraftAction, {
      type: 'method',
      lineId: 'A',
      method: 'variantExchange',
    });
    expect(wholeReturn(exchange, order)).toBeUndefined();
  });

  test('the variant only with an exchange, comments without blanks around them', () => {
    const chosen = play(
      { type: 'quantity', lineId: 'A', quantity: 2 },
      { type: 'comments', lineId: 'A', comments: '  too tight ' },
      { type: 'method', lineId: 'A', method: 'variantExchange' },
      { type: 'variant', lineId: 'A', variant: { id: 'v9', title: 'L' } },
    );
    expect(wholeReturn(chosen, order)?.selections[0]).toMatchObject({
      quantity: 2,
      comments: 'too tight',
      variantIdFromPlatform: 'v9',
    });
    const changed = reduceDraft(chosen, { type: 'method', lineId: 'A', method: 'refund' });
    expect(wholeReturn(changed, order)?.selections[0]).toMatchObject({
      method: 'refund',
      variantIdFromPlatform: null,
    });
  });

  test('another product with its variant, sent at once only where goods are sent', () => {
    const chosen = play(
      { type: 'quantity', lineId: 'A', quantity: 1 },
      { type: 'method', lineId: 'A', method: 'otherProduct' },
      { type: 'product', lineId: 'A', product: { id: 'p9', title: 'Tee' } },
      { type: 'variant', lineId: 'A', variant: { id: 'v9', title: 'M' } },
      { type: 'instantExchange', isInstantExchange: true },
    );
    const sent = wholeReturn(chosen, order);
    expect(sent?.selections[0]).toMatchObject({
      method: 'variantExchange',
      productIdFromPlatform: 'p9',
      variantIdFromPlatform: 'v9',
    });
    expect(sent?.isInstantExchange).toBe(true);
    const refund = reduceDraft(chosen, { type: 'method', lineId: 'A', method: 'refund' });
    expect(wholeReturn(refund, order)?.isInstantExchange).toBe(false);
  });

  test('a basket only with a line that pays for it, and what is left by a way that is open to that line', () => {
    const shop = play(
      { type: 'quantity', lineId: 'A', quantity: 1 },
      { type: 'method', lineId: 'A', method: 'shopNow' },
      { type: 'basket', item: ITEM },
    );
    expect(wholeReturn(shop, order)).toMatchObject({
      selections: [{ method: 'giftCard', isShopNow: true }],
      shopNowItems: [{ productIdFromPlatform: 'p9', variantIdFromPlatform: 'v9', quantity: 1 }],
    });
    const noGiftCard: PortalOrder = {
      ...order,
      lineItems: [
        portalLine('A', { methods: { refund: may, storeCredit: may, giftCard: mayNot, variantExchange: may } }),
      ],
    };
    expect(wholeReturn(shop, noGiftCard)?.selections[0]?.method).toBe('storeCredit');
    const wished = reduceDraft(shop, { type: 'restMethod', restMethod: 'refund' });
    expect(wholeReturn(wished, order)?.selections[0]?.method).toBe('refund');
    const refund = reduceDraft(shop, { type: 'method', lineId: 'A', method: 'refund' });
    expect(wholeReturn(refund, order)?.shopNowItems).toEqual([]);
  });

  test('what is left of the credit of several lines by the first way that is open to all of them', () => {
    const mixed: PortalOrder = {
      ...order,
      lineItems: [
        portalLine('A'),
        portalLine('B', { methods: { refund: may, storeCredit: may, giftCard: mayNot, variantExchange: may } }),
      ],
    };
    const shop = play(
      ...both,
      { type: 'method', lineId: 'A', method: 'shopNow' },
      { type: 'method', lineId: 'B', method: 'shopNow' },
      { type: 'basket', item: ITEM },
    );
    const rests = (draft: Draft) => wholeReturn(draft, mixed)?.selections.map(({ method }) => method);
    expect(rests(shop)).toEqual(['storeCredit', 'storeCredit']);
    expect(restFor(shop, mixed)).toBe('storeCredit');
    expect(rests(reduceDraft(shop, { type: 'restMethod', restMethod: 'giftCard' }))).toEqual(rests(shop));
    expect(rests(reduceDraft(shop, { type: 'restMethod', restMethod: 'refund' }))).toEqual(['refund', 'refund']);
  });

  test('for the sums so far, the lines that are complete', () => {
    const half = play(...both, { type: 'method', lineId: 'A', method: 'refund' });
    expect(returnSoFar(half, order)?.selections.map((one) => one.lineIdFromPlatform)).toEqual(['A']);
    expect(wholeReturn(half, order)).toBeUndefined();
  });

  test('request keys are UUIDs and differ', () => {
    expect(newRequestKey()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(newRequestKey()).not.toBe(newRequestKey());
  });
});

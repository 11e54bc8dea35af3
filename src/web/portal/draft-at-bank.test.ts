import { expect, test } from 'vitest';
import { addressBack, draftIn } from './draft-at-bank.ts';
import { emptyDraft, newRequestKey, reconcileDraft } from './draft.ts';
import { portalOrder } from './portal-order.fixture.ts';

const order = portalOrder();
const draft = { ...emptyDraft(order, newRequestKey()), shippingMethod: 'label' as const };
const keptOn = Date.parse('2026-03-03T12:00:00Z');
const text = JSON.stringify({ draft, keptOn });
const searchOf = (requestKey: string) =>
  new URL(addressBack('https://returns.example/p/fern/order/7?step=pay', { requestKey })).search;

test('whichever tab the bank leads back to goes on with the return that was being paid', () => {
  const search = `${searchOf(draft.requestKey)}&payment_intent=pi_1&redirect_status=succeeded`;
  expect(reconcileDraft(draftIn(text, search, keptOn), order)).toMatchObject({
    requestKey: draft.requestKey,
    shippingMethod: 'label',
  });
});

test('it is given to no other return, not without the address, and for a day', () => {
  const search = searchOf(draft.requestKey);
  expect(draftIn(text, searchOf(newRequestKey()), keptOn)).toBeUndefined();
  expect(draftIn(text, '?step=pay', keptOn)).toBeUndefined();
  expect(draftIn(null, search, keptOn)).toBeUndefined();
  expect(draftIn(text, search, keptOn + 23 * 3_600_000)).toEqual(draft);
  expect(draftIn(text, search, keptOn + 25 * 3_600_000)).toBeUndefined();
  for (const other of [JSON.stringify({ draft }), 'null', '{']) expect(draftIn(other, search, keptOn)).toBeUndefined();
});

import type { Proof } from '#server/testing/proof.ts';
import { expect } from 'vitest';
import { Address } from '#core/address.ts';
import type { Claim } from '#core/claims/claim.ts';
import { messageIdOf } from '#partners/smtp/adapter.ts';
import { effectsOfClaim, type EffectRow } from '#server/db/effects.ts';
import {
  anyOrder,
  canceledWithLabel,
  draft,
  exchangedInOrder,
  failureToTell,
  newsToTell,
  finalized,
  freshOrder,
  leftToRule,
  restocked,
  saved,
  slipToMail,
  stockToKeep,
  stockToRelease,
  type Shop,
  type Wanted,
} from '#server/testing/effect-claims.ts';
import { newRecipient } from '#server/testing/gifts.ts';
import { PAYMENT_PROOFS } from '#server/testing/payment-proofs.ts';

const shopOrderOf = ({ server }: Shop, { orderInShop }: Wanted) =>
  server.shop.orders.find((order) => order.id === orderInShop);
const entriesOf = (claim: Claim, subject: RegExp) => claim.timeline.filter((entry) => subject.test(entry.subject));
const minorOf = (wanted: Wanted): number => {
  const { payload } = wanted.intent;
  return 'amount' in payload ? payload.amount.amount : 0;
};

function expectOneRefund(shop: Shop, wanted: Wanted, claim: Claim): void {
  const { refunds, transactions } = shopOrderOf(shop, wanted) ?? { refunds: [], transactions: [] };
  expect(refunds).toHaveLength(1);
  const moved = transactions.filter((one) => one.kind === 'REFUND' && one.status === 'SUCCESS');
  expect(moved.reduce((sum, one) => sum + one.amount.presentment, 0)).toBe(minorOf(wanted));
  expect(shop.server.shop.returns.filter((one) => one.orderId === wanted.orderInShop)).toHaveLength(1);
  expect(entriesOf(claim, /^Refunded /)).toHaveLength(1);
  expect(claim.refunds).toEqual([
    { idFromPlatform: String(refunds[0]?.id), amount: minorOf(wanted), lineIds: claim.lines.map(({ id }) => id) },
  ]);
}

function expectOneCard({ server }: Shop, wanted: Wanted, claim: Claim): void {
  const { externalId } = wanted.claim;
  const cards = server.shop.giftCards.filter((card) => card.note?.includes(externalId));
  expect(cards.map((card) => card.initialValue)).toEqual([minorOf(wanted)]);
  expect(entriesOf(claim, / gift card issued$/)).toHaveLength(1);
}

const effectsOf = ({ server }: Shop, claim: Claim): Promise<EffectRow[]> =>
  server.server.deps.database.inStore(server.storeId, (db) => effectsOfClaim(db, server.storeId, claim.id));

async function expectOneDocument(shop: Shop, claim: Claim, type: 'Label' | 'Packing_Slip'): Promise<void> {
  expect(claim.shipments.map((shipment) => shipment.type)).toEqual([type]);
  const file = await shop.server.server.deps.files.get(claim.shipments[0]?.documentKey ?? '');
  expect(Buffer.from(file?.content ?? []).toString('latin1', 0, 5)).toBe('%PDF-');
  const effects = await effectsOf(shop, claim);
  expect(effects.filter((effect) => effect.purpose_key.startsWith('email:labelReady:'))).toHaveLength(1);
}

type EasyPostShipment = { id: string; reference: string | null; postage_label: object | null; refund_status: string };
export async function easyPostShipments({ server }: Shop): Promise<EasyPostShipment[]> {
  const { EASYPOST_API_KEY } = server.server.deps.config;
  const response = await fetch(`${server.easypost.url}/v2/shipments?purchased=false&page_size=100`, {
    headers: { authorization: `Basic ${btoa(`${EASYPOST_API_KEY}:`)}` },
  });
  return ((await response.json()) as { shipments: EasyPostShipment[] }).shipments;
}

const mailsOf = ({ server }: Shop, { claim }: Wanted) =>
  server.mailbox.messages().filter((mail) => mail.subject.includes(claim.externalId));

function expectOneCredit({ server }: Shop, wanted: Wanted, claim: Claim): void {
  const accounts = server.shop.customers.filter((one) => one.email === wanted.claim.customerEmail);
  expect(accounts).toHaveLength(1);
  const moves = server.shop.storeCreditAccounts
    .filter((account) => account.customerId === accounts[0]?.id)
    .flatMap((account) => account.movements);
  expect(moves.map((move) => move.amount)).toEqual([minorOf(wanted)]);
  expect(entriesOf(claim, / store credit added$/)).toHaveLength(1);
}

export const PROOFS: Readonly<Record<string, Proof>> = {
  ...PAYMENT_PROOFS,
  'refund to the original payment': {
    kind: 'refund',
    want: async (shop) => saved(shop, await finalized(shop, freshOrder(shop), 'refund'), 'refund'),
    expectOnce: expectOneRefund,
  },
  'refund as store credit': {
    kind: 'refund',
    want: async (shop) => saved(shop, await finalized(shop, freshOrder(shop), 'storeCredit'), 'refund'),
    expectOnce(shop, wanted, claim) {
      const moves = shop.server.shop.storeCreditAccounts
        .flatMap((account) => account.movements)
        .filter((move) => move.origin?.orderId === wanted.orderInShop);
      expect(moves.map((move) => move.amount)).toEqual([minorOf(wanted)]);
      expect(shopOrderOf(shop, wanted)?.refunds).toHaveLength(1);
      expect(entriesOf(claim, /^Refunded /)).toHaveLength(1);
    },
  },
  'gift card': {
    kind: 'giftCard',
    want: async (shop) => saved(shop, await finalized(shop, anyOrder(shop), 'giftCard'), 'giftCard'),
    expectOnce: expectOneCard,
  },
  'gift card of a guest, whose code we write': {
    kind: 'giftCard',
    want: async (shop) => {
      const from = anyOrder(shop);
      const order = { ...from.order, customer: null };
      return saved(shop, await finalized(shop, from, 'giftCard', { order }), 'giftCard');
    },
    async expectOnce(shop, wanted, claim) {
      expectOneCard(shop, wanted, claim);
      const effects = await effectsOf(shop, claim);
      expect(effects.filter((effect) => effect.kind === 'email')).toHaveLength(1);
    },
  },
  'store credit of a guest, added to an account of the email of the order': {
    kind: 'giftCard',
    want: async (shop) => {
      const from = anyOrder(shop);
      const order = { ...from.order, customer: null, email: newRecipient().email };
      return saved(shop, await finalized(shop, from, 'storeCredit', { order }), 'giftCard');
    },
    expectOnce: expectOneCredit,
  },
  "store credit of a gift's recipient, whom the platform does not know yet": {
    kind: 'giftCard',
    want: async (shop) => {
      const { email, address } = newRecipient();
      const recipient = { name: 'Grace Hopper', email, shippingAddress: Address.parse(address) };
      return saved(shop, await finalized(shop, anyOrder(shop), 'storeCredit', { recipient }), 'giftCard');
    },
    expectOnce: expectOneCredit,
  },
  'exchange order': {
    kind: 'exchangeOrder',
    want: async (shop) => saved(shop, await finalized(shop, anyOrder(shop), 'variantExchange'), 'exchangeOrder'),
    expectOnce(shop, { claim: { externalId } }, claim) {
      expect(shop.server.shop.orders.filter((order) => order.note?.includes(externalId))).toHaveLength(1);
      expect(entriesOf(claim, /^Exchange order .* created$/)).toHaveLength(1);
    },
  },
  'exchange within the order': {
    kind: 'returnExchange',
    want: async (shop) => saved(shop, await exchangedInOrder(shop), 'returnExchange'),
    expectOnce(shop, wanted, claim) {
      const returns = shop.server.shop.returns.filter((one) => one.orderId === wanted.orderInShop);
      expect(returns.flatMap((one) => one.exchanges.map((each) => each.processedQuantity))).toEqual([1]);
      expect(returns.flatMap((one) => one.lines.map((line) => line.processedQuantity))).toEqual([1]);
      expect(entriesOf(claim, /^Exchanged on the original order$/)).toHaveLength(1);
    },
  },
  'stock kept': {
    kind: 'reserveStock',
    want: async (shop) => saved(shop, await stockToKeep(shop), 'reserveStock'),
    expectOnce(shop, { claim: { externalId } }, claim) {
      expect(shop.server.shop.draftOrders.filter((one) => one.note?.includes(externalId))).toHaveLength(1);
      expect(claim.reservation?.state).toBe('held');
      expect(entriesOf(claim, /^Stock reserved/)).toHaveLength(1);
    },
  },
  'stock given free': {
    kind: 'releaseStock',
    want: async (shop) => saved(shop, await stockToRelease(shop), 'releaseStock'),
    expectOnce(shop, { claim: { externalId } }, claim) {
      expect(shop.server.shop.draftOrders.filter((one) => one.note?.includes(externalId))).toEqual([]);
      expect(claim.reservation?.state).toBe('released');
    },
  },
  'email about a failure': {
    kind: 'failureEmail',
    want: async (shop) => saved(shop, await failureToTell(shop), 'failureEmail'),
    expectOnce(shop, wanted) {
      const mails = mailsOf(shop, wanted);
      expect(mails).toMatchObject([{ to: ['returns@store.example'] }]);
      expect(mails[0]?.copies).toBeLessThanOrEqual(2);
    },
  },
  'email to staff': {
    kind: 'staffEmail',
    want: async (shop) => saved(shop, await newsToTell(shop), 'staffEmail'),
    expectOnce(shop, wanted) {
      const mails = mailsOf(shop, wanted);
      expect(mails).toMatchObject([{ to: ['ops@store.example'] }]);
      expect(mails[0]?.copies).toBeLessThanOrEqual(2);
    },
  },
  'units put back into stock': {
    kind: 'restock',
    want: async (shop) => saved(shop, await restocked(shop), 'restock'),
    expectOnce(shop, { claim: { externalId } }) {
      const adjusted = shop.server.shop.inventoryAdjustments.filter(({ reference }) => reference?.endsWith(externalId));
      expect(adjusted).toMatchObject([{ name: 'damaged', changes: [{ delta: 1 }] }]);
    },
  },
  'finalized by a rule': {
    kind: 'autoFinalize',
    want: async (shop) => saved(shop, await leftToRule(shop), 'autoFinalize'),
    async expectOnce(shop, _wanted, claim) {
      expect(claim.settlements).toHaveLength(1);
      expect(entriesOf(claim, /^Finalized by rule /)).toHaveLength(1);
      expect((await effectsOf(shop, claim)).filter(({ kind }) => kind === 'refund')).toHaveLength(1);
    },
  },
  'order tags': {
    kind: 'orderTags',
    want: async (shop) => saved(shop, await finalized(shop, anyOrder(shop), 'refund'), 'orderTags'),
    expectOnce(shop, wanted) {
      const tags = shopOrderOf(shop, wanted)?.tags ?? [];
      expect(tags.filter((tag) => ['returned', 'makegood'].includes(tag)).toSorted()).toEqual(['makegood', 'returned']);
    },
  },
  label: {
    kind: 'label',
    want: async (shop) =>
      saved(shop, await draft(shop, anyOrder(shop), 'refund', { shippingMethod: 'label' }), 'label'),
    async expectOnce(shop, { claim: { externalId } }, claim) {
      const shipments = (await easyPostShipments(shop)).filter((one) => one.reference?.endsWith(externalId));
      expect(shipments.filter((one) => one.postage_label !== null)).toHaveLength(1);
      await expectOneDocument(shop, claim, 'Label');
    },
  },
  'voided label': {
    kind: 'labelRefund',
    want: async (shop) => saved(shop, await canceledWithLabel(shop), 'labelRefund'),
    async expectOnce(shop, _wanted, claim) {
      const id = claim.shipments[0]?.shipmentIdFromProvider;
      expect((await easyPostShipments(shop)).find((one) => one.id === id)?.refund_status).toBe('submitted');
      expect(claim.shipments.every((shipment) => shipment.canceledOn !== null)).toBe(true);
    },
  },
  'packing slip': {
    kind: 'packingSlip',
    want: async (shop) => saved(shop, await draft(shop, anyOrder(shop), 'refund'), 'packingSlip'),
    expectOnce: (shop, _wanted, claim) => expectOneDocument(shop, claim, 'Packing_Slip'),
  },
  // Mail servers know no "once": a mail taken whose answer was lost is sent again under the same Message-ID.
  email: {
    kind: 'email',
    want: async (shop) => saved(shop, await slipToMail(shop), 'email'),
    expectOnce(shop, wanted, claim) {
      const mails = mailsOf(shop, wanted);
      const [mail] = mails;
      const key = `${wanted.intent.purposeKey}:${claim.externalId}`;
      expect(mails.map((one) => one.messageId)).toEqual([messageIdOf(key)]);
      expect(mail?.copies).toBeLessThanOrEqual(2);
      expect(mail?.to).toEqual([wanted.claim.customerEmail.toLowerCase()]);
      expect(mail?.attachments).toHaveLength(1);
      expect(entriesOf(claim, /^Email sent$/)).toHaveLength(1);
    },
  },
};

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from './client.fixture.ts';
import { at, listAt, seededClient, SHOP, textAt } from './client.fixture.ts';

let client: Client;
beforeAll(async () => {
  client = await seededClient();
});
afterAll(() => client.sandbox.close());

const RETURNABLE = `query R($id: ID!) { returnableFulfillments(orderId: $id, first: 10) { nodes { returnableFulfillmentLineItems(first: 20) { nodes { quantity fulfillmentLineItem { id lineItem { id } } } } } } }`;
const CREATE = `mutation C($input: ReturnInput!) { returnCreate(returnInput: $input) { return { id name status returnLineItems(first: 10) { nodes { id quantity } } reverseFulfillmentOrders(first: 1) { nodes { lineItems(first: 10) { nodes { id } } } } } userErrors { code field message } } }`;
const PROCESS = `mutation P($input: ReturnProcessInput!) { returnProcess(input: $input) { return { id status refunds(first: 5) { nodes { totalRefundedSet { presentmentMoney { amount currencyCode } } transactions(first: 5) { nodes { kind gateway } } } } } userErrors { code field message } } }`;
const ORDER = `query O($id: ID!) { order(id: $id) { id name displayFinancialStatus returnStatus customer { id storeCreditAccounts(first: 5) { nodes { balance { amount currencyCode } transactions(first: 5) { nodes { amount { amount } event } } } } } transactions { id kind gateway maximumRefundableV2 { amount currencyCode } } lineItems(first: 10) { nodes { id currentQuantity variant { id inventoryQuantity } } } totalRefundedSet { presentmentMoney { amount } } } }`;

function sampleOrder(index: number): string {
  const sample = client.sandbox.seedDemo(SHOP).samples[index];
  const order = client.sandbox.store(SHOP).orders.find((each) => each.name === sample?.orderName);
  return `gid://shopify/Order/${order?.id}`;
}

async function openReturn(
  orderId: string,
  line: number,
  quantity = 1,
): Promise<{ returnId: string; lineId: string; reverseLineId: string }> {
  const returnable = await client.call(RETURNABLE, { id: orderId });
  const fulfillmentLineItemId = textAt(
    returnable,
    'data',
    'returnableFulfillments',
    'nodes',
    0,
    'returnableFulfillmentLineItems',
    'nodes',
    line,
    'fulfillmentLineItem',
    'id',
  );
  const made = await client.call(CREATE, {
    input: {
      orderId,
      returnLineItems: [{ fulfillmentLineItemId, quantity, returnReason: 'SIZE_TOO_SMALL', returnReasonNote: 'tight' }],
    },
  });
  expect(listAt(made, 'data', 'returnCreate', 'userErrors')).toEqual([]);
  const found = ['data', 'returnCreate', 'return'];
  return {
    returnId: textAt(made, ...found, 'id'),
    lineId: textAt(made, ...found, 'returnLineItems', 'nodes', 0, 'id'),
    reverseLineId: textAt(made, ...found, 'reverseFulfillmentOrders', 'nodes', 0, 'lineItems', 'nodes', 0, 'id'),
  };
}

test('a processed return moves the money, restocks and closes', async () => {
  const orderId = sampleOrder(0);
  const before = await client.call(ORDER, { id: orderId });
  const stock = Number(at(before, 'data', 'order', 'lineItems', 'nodes', 0, 'variant', 'inventoryQuantity'));
  const made = await openReturn(orderId, 0, 2);
  expect(textAt(await client.call(ORDER, { id: orderId }), 'data', 'order', 'returnStatus')).toBe('IN_PROGRESS');
  const processed = await client.call(PROCESS, {
    input: {
      returnId: made.returnId,
      returnLineItems: [
        {
          id: made.lineId,
          quantity: 2,
          dispositions: [
            {
              reverseFulfillmentOrderLineItemId: made.reverseLineId,
              quantity: 2,
              dispositionType: 'RESTOCKED',
              locationId: 'gid://shopify/Location/7000000001',
            },
          ],
        },
      ],
      financialTransfer: {
        issueRefund: {
          orderTransactions: [
            {
              parentId: textAt(before, 'data', 'order', 'transactions', 0, 'id'),
              transactionAmount: { amount: '54.56', currencyCode: 'USD' },
            },
          ],
        },
      },
    },
  });
  expect(listAt(processed, 'data', 'returnProcess', 'userErrors')).toEqual([]);
  expect(textAt(processed, 'data', 'returnProcess', 'return', 'status')).toBe('CLOSED');
  const after = await client.call(ORDER, { id: orderId });
  expect(textAt(after, 'data', 'order', 'displayFinancialStatus')).toBe('PARTIALLY_REFUNDED');
  expect(textAt(after, 'data', 'order', 'totalRefundedSet', 'presentmentMoney', 'amount')).toBe('54.56');
  expect(at(after, 'data', 'order', 'lineItems', 'nodes', 0, 'currentQuantity')).toBe(0);
  expect(at(after, 'data', 'order', 'lineItems', 'nodes', 0, 'variant', 'inventoryQuantity')).toBe(stock + 2);
});

test('a refund as store credit lands on the account of the customer in the currency paid', async () => {
  const orderId = sampleOrder(2);
  const made = await openReturn(orderId, 0);
  const processed = await client.call(PROCESS, {
    input: {
      returnId: made.returnId,
      returnLineItems: [{ id: made.lineId, quantity: 1 }],
      financialTransfer: {
        issueRefund: {
          orderTransactions: [],
          refundMethods: [{ storeCreditRefund: { amount: { amount: '20.5', currencyCode: 'EUR' } } }],
        },
      },
    },
  });
  expect(listAt(processed, 'data', 'returnProcess', 'userErrors')).toEqual([]);
  const order = await client.call(ORDER, { id: orderId });
  expect(at(order, 'data', 'order', 'customer', 'storeCreditAccounts', 'nodes', 0)).toEqual({
    balance: { amount: '20.5', currencyCode: 'EUR' },
    transactions: { nodes: [{ amount: { amount: '20.5' }, event: 'ORDER_REFUND' }] },
  });
});

test('more than was paid is refused and nothing changes, unless over-refunding is allowed', async () => {
  const orderId = sampleOrder(3);
  const made = await openReturn(orderId, 0);
  const input = (allowOverRefunding: boolean) => ({
    returnId: made.returnId,
    returnLineItems: [{ id: made.lineId, quantity: 1 }],
    financialTransfer: {
      issueRefund: {
        allowOverRefunding,
        orderTransactions: [],
        refundMethods: [{ storeCreditRefund: { amount: { amount: '99999', currencyCode: 'JPY' } } }],
      },
    },
  });
  const refused = await client.call(PROCESS, { input: input(false) });
  expect(textAt(refused, 'data', 'returnProcess', 'userErrors', 0, 'message')).toContain('exceeds');
  expect(
    textAt(
      await client.call(ORDER, { id: orderId }),
      'data',
      'order',
      'totalRefundedSet',
      'presentmentMoney',
      'amount',
    ),
  ).toBe('0.0');
  const allowed = await client.call(PROCESS, { input: input(true) });
  expect(listAt(allowed, 'data', 'returnProcess', 'userErrors')).toEqual([]);
});

test('what is already in a return cannot be returned again', async () => {
  const orderId = sampleOrder(1);
  const returnable = await client.call(RETURNABLE, { id: orderId });
  const id = textAt(
    returnable,
    'data',
    'returnableFulfillments',
    'nodes',
    0,
    'returnableFulfillmentLineItems',
    'nodes',
    0,
    'fulfillmentLineItem',
    'id',
  );
  const input = { orderId, returnLineItems: [{ fulfillmentLineItemId: id, quantity: 1, returnReason: 'OTHER' }] };
  const first = await client.call(CREATE, { input });
  const second = await client.call(CREATE, { input });
  expect(textAt(second, 'data', 'returnCreate', 'userErrors', 0, 'code')).toBe('INVALID');
  const cancelled = await client.call(
    'mutation X($id: ID!) { returnCancel(id: $id) { return { status } userErrors { message } } }',
    { id: textAt(first, 'data', 'returnCreate', 'return', 'id') },
  );
  expect(textAt(cancelled, 'data', 'returnCancel', 'return', 'status')).toBe('CANCELED');
  const third = await client.call(CREATE, { input });
  expect(listAt(third, 'data', 'returnCreate', 'userErrors')).toEqual([]);
});

test.each([[0], [-1], [99]])('a quantity of %i is refused', async (quantity) => {
  const orderId = sampleOrder(4);
  const returnable = await client.call(RETURNABLE, { id: orderId });
  const id = textAt(
    returnable,
    'data',
    'returnableFulfillments',
    'nodes',
    0,
    'returnableFulfillmentLineItems',
    'nodes',
    0,
    'fulfillmentLineItem',
    'id',
  );
  const answer = await client.call(CREATE, {
    input: { orderId, returnLineItems: [{ fulfillmentLineItemId: id, quantity }] },
  });
  expect(at(answer, 'data', 'returnCreate', 'return')).toBeNull();
  expect(listAt(answer, 'data', 'returnCreate', 'userErrors')).toHaveLength(1);
});

const REFUND = (key: string) =>
  `mutation F($input: RefundInput!) { refundCreate(input: $input) ${key === '' ? '' : `@idempotent(key: "${key}")`} { refund { id totalRefundedSet { shopMoney { amount } } } userErrors { field message } } }`;

test('refundCreate asks for an idempotency key and does the same work once', async () => {
  const order = client.sandbox
    .store(SHOP)
    .orders.find(
      (each) =>
        each.transactions.length === 1 &&
        each.transactions[0]?.kind === 'SALE' &&
        each.refunds.length === 0 &&
        each.currencies.presentment === 'USD' &&
        each.cancelledAt === null,
    );
  const input = (amount: string) => ({
    input: {
      orderId: `gid://shopify/Order/${order?.id}`,
      transactions: [
        {
          orderId: `gid://shopify/Order/${order?.id}`,
          amount,
          gateway: 'shopify_payments',
          kind: 'REFUND',
          parentId: `gid://shopify/OrderTransaction/${order?.transactions[0]?.id}`,
        },
      ],
    },
  });
  expect(textAt(await client.call(REFUND(''), input('1.00')), 'errors', 0, 'message')).toContain('@idempotent');
  const first = await client.call(REFUND('k-1'), input('1.00'));
  const again = await client.call(REFUND('k-1'), input('1.00'));
  expect(textAt(first, 'data', 'refundCreate', 'refund', 'id')).toMatch(/^gid:\/\/shopify\/Refund\/\d+$/);
  expect(at(again, 'data')).toEqual(at(first, 'data'));
  expect(order?.refunds).toHaveLength(1);
  const other = await client.call(REFUND('k-1'), input('2.00'));
  expect(at(other, 'data', 'refundCreate', 'refund')).toBeNull();
  expect(listAt(other, 'data', 'refundCreate', 'userErrors')).toHaveLength(1);
  const over = await client.call(REFUND('k-2'), input('99999.00'));
  expect(textAt(over, 'data', 'refundCreate', 'userErrors', 0, 'message')).toContain('exceeds');
});

test('gift cards and store credit are issued', async () => {
  const customer = client.sandbox.store(SHOP).customers[0];
  const card = await client.call(
    'mutation G($input: GiftCardCreateInput!) { giftCardCreate(input: $input) { giftCardCode giftCard { id balance { amount currencyCode } customer { id } } userErrors { code message } } }',
    { input: { initialValue: '25.50', customerId: `gid://shopify/Customer/${customer?.id}`, code: 'makegood2026' } },
  );
  expect(textAt(card, 'data', 'giftCardCreate', 'giftCardCode')).toBe('makegood2026');
  expect(textAt(card, 'data', 'giftCardCreate', 'giftCard', 'balance', 'amount')).toBe('25.5');
  const taken = await client.call(
    'mutation G { giftCardCreate(input: { initialValue: "1", code: "makegood2026" }) { giftCard { id } userErrors { code } } }',
  );
  expect(textAt(taken, 'data', 'giftCardCreate', 'userErrors', 0, 'code')).toBe('TAKEN');
  const credit = await client.call(
    'mutation S($id: ID!) { storeCreditAccountCredit(id: $id, creditInput: { creditAmount: { amount: "12", currencyCode: USD } }) { storeCreditAccountTransaction { account { id balance { amount } } } userErrors { code } } }',
    { id: `gid://shopify/Customer/${customer?.id}` },
  );
  expect(
    textAt(credit, 'data', 'storeCreditAccountCredit', 'storeCreditAccountTransaction', 'account', 'balance', 'amount'),
  ).toBe('12.0');
});

import { law } from '#core/law.fixture.ts';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lineEligibility } from '#core/claims/eligibility.ts';
import { Order } from '#core/orders/order.ts';
import { policyOf } from '#core/claims/test-data.ts';
import { readOrdersCsv, type CsvOutcome } from '#server/import/orders-csv.ts';

const HEADER =
  'Name,Email,Financial Status,Paid at,Fulfillment Status,Fulfilled at,Accepts Marketing,Currency,Subtotal,Shipping,Taxes,Total,Discount Code,Discount Amount,Shipping Method,Created at,Lineitem quantity,Lineitem name,Lineitem price,Lineitem compare at price,Lineitem sku,Lineitem requires shipping,Lineitem taxable,Lineitem fulfillment status,Billing Name,Billing Street,Billing Address1,Billing Address2,Billing Company,Billing City,Billing Zip,Billing Province,Billing Country,Billing Phone,Shipping Name,Shipping Street,Shipping Address1,Shipping Address2,Shipping Company,Shipping City,Shipping Zip,Shipping Province,Shipping Country,Shipping Phone,Notes,Note Attributes,Cancelled at,Payment Method,Payment Reference,Refunded Amount,Vendor,Outstanding Balance,Employee,Location,Device ID,Id,Tags,Risk Level,Source,Lineitem discount,Tax 1 Name,Tax 1 Value,Tax 2 Name,Tax 2 Value,Phone';
const COLUMNS = HEADER.split(',');
type Cells = Record<string, string>;

const FIRST: Cells = {
  Name: '#1001',
  Email: 'ada@example.com',
  'Financial Status': 'paid',
  'Paid at': '2026-03-01 10:00:01 -0500',
  'Fulfillment Status': 'fulfilled',
  'Fulfilled at': '2026-03-02 09:00:00 -0500',
  Currency: 'USD',
  Subtotal: '47.00',
  Shipping: '6.00',
  Taxes: '3.29',
  Total: '56.29',
  'Discount Code': 'FALL5',
  'Discount Amount': '5.00',
  'Created at': '2026-03-01 10:00:00 -0500',
  'Lineitem quantity': '2',
  'Lineitem name': 'Fern Print - A4',
  'Lineitem price': '16.00',
  'Lineitem sku': 'FERN',
  'Lineitem taxable': 'true',
  'Lineitem fulfillment status': 'fulfilled',
  'Shipping Name': 'Ada King Byron',
  'Shipping Address1': '1 Lane',
  'Shipping City': 'Albany',
  'Shipping Zip': "'02207",
  'Shipping Province': 'NY',
  'Shipping Country': 'US',
  Vendor: 'Acme',
  Tags: 'vip, gift',
  Source: 'web',
  'Outstanding Balance': '0.00',
  'Refunded Amount': '0.00',
  'Lineitem discount': '0.00',
  Id: '5550001',
  'Tax 1 Name': 'NY State Tax 11.375%',
  'Tax 1 Value': '3.29',
};
const SECOND: Cells = {
  Name: '#1001',
  Email: 'ada@example.com',
  'Lineitem quantity': '1',
  'Lineitem name': 'Tote',
  'Lineitem price': '20.00',
  'Lineitem taxable': 'false',
  'Lineitem fulfillment status': 'pending',
  'Lineitem discount': '0.00',
};

const quote = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const rowText = (cells: Cells): string => COLUMNS.map((column) => quote(cells[column] ?? '')).join(',');
const fileOf = (...rows: Cells[]): string => [HEADER, ...rows.map(rowText)].join('\n') + '\n';
const read = async (text: string, chunk = 7): Promise<CsvOutcome[]> => {
  const bytes = Buffer.from(text);
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunk) }, (_, index) =>
    bytes.subarray(index * chunk, (index + 1) * chunk),
  );
  return Array.fromAsync(readOrdersCsv(Readable.from(chunks)));
};
const orders = (outcomes: readonly CsvOutcome[]): Order[] =>
  outcomes.flatMap((outcome) => ('order' in outcome ? [outcome.order] : []));
const refusals = (outcomes: readonly CsvOutcome[]) =>
  outcomes.flatMap((outcome) => ('refused' in outcome ? [outcome.refused] : []));
const only = async (...rows: Cells[]): Promise<Order> => {
  const [order] = orders(await read(fileOf(...rows)));
  if (!order) throw new Error(JSON.stringify(await read(fileOf(...rows))));
  return order;
};

describe('an order of several lines', () => {
  test('is one order with exact amounts', async () => {
    const order = await only(FIRST, SECOND);
    expect(Order.parse(order)).toEqual(order);
    expect(order).toMatchObject({
      idFromPlatform: 'csv:id:5550001',
      orderNo: '#1001',
      createdOn: '2026-03-01T15:00:00.000Z',
      currencyCode: 'USD',
      taxesIncluded: false,
      subtotal: 4700,
      shippingPaid: 600,
      taxTotal: 329,
      total: 5629,
      totalPaid: 5629,
      totalRefunded: 0,
      tags: ['vip', 'gift'],
      discountCodes: ['FALL5'],
      shippingAddress: { firstName: 'Ada King', lastName: 'Byron', postalCode: '02207' },
      billingAddress: null,
    });
    expect(order.lines).toMatchObject([
      { idFromPlatform: 'csv:#1001:line:1', quantity: 2, paidTotal: 2892, taxTotal: 329 },
      { paidTotal: 1808, taxTotal: 0 },
    ]);
  });
  test('can be returned where it was sent', async () => {
    const order = await only(FIRST, SECOND);
    expect(
      lineEligibility(order, policyOf(order), [], '2026-03-10T00:00:00Z').map((line) => [
        line.returnableQuantity,
        line.reason,
      ]),
    ).toEqual([
      [2, null],
      [0, 'NOT_FULFILLED'],
    ]);
  });
  test('gives the same orders when it is read again', async () =>
    expect(await read(fileOf(FIRST, SECOND), 3)).toEqual(await read(fileOf(FIRST, SECOND), 900)));
  test('may repeat the order columns on every row', async () =>
    expect((await only(FIRST, { ...FIRST, ...SECOND })).lines).toHaveLength(2));
});

test('quoted newlines, quotation marks and commas stay inside their cells, and lines are counted past them', async () => {
  const outcomes = await read(
    fileOf({ ...FIRST, Notes: 'one\ntwo, "three"\n' }, SECOND, { ...FIRST, Name: '#1002', Id: '2', Total: 'much' }),
  );
  expect(orders(outcomes)[0]?.note).toBe('one\ntwo, "three"');
  expect(refusals(outcomes)).toEqual([{ line: 6, reason: 'Total is not an amount of USD: "much"' }]);
});

test('Windows line ends and a byte order mark are understood', async () => {
  expect(orders(await read(`\uFEFF${fileOf(FIRST, SECOND).replaceAll('\n', '\r\n')}`))).toHaveLength(1);
});

test('currencies keep their own decimals', async () => {
  const yen = await only({
    ...FIRST,
    Currency: 'JPY',
    Subtotal: '3200',
    Shipping: '0',
    'Tax 1 Value': '320',
    Taxes: '320',
    Total: '3520',
    'Lineitem price': '1600',
  });
  expect(yen).toMatchObject({ total: 3520, lines: [{ paidTotal: 3200, unitListPrice: 1600 }] });
  const pesos = await only({
    ...FIRST,
    Currency: 'CLP',
    Subtotal: '163056',
    Shipping: '1',
    'Tax 1 Value': '30981',
    Taxes: '30981',
    Total: '194038',
    'Lineitem price': '84028',
  });
  expect(pesos).toMatchObject({ total: 194_038, lines: [{ paidTotal: 163_056 }] });
  expect(refusals(await read(fileOf({ ...FIRST, Currency: 'JPY' })))).toEqual([
    { line: 2, reason: 'Taxes is not an amount of JPY: "3.29"' },
  ]);
});

test('taxes inside the prices are told from taxes on top', async () => {
  expect(
    (await only({ ...FIRST, Subtotal: '32.00', Taxes: '5.11', Total: '38.00', 'Discount Amount': '0.00' }))
      .taxesIncluded,
  ).toBe(true);
});

describe('the tax of shipping stays with the shipping', () => {
  const mug: Cells = {
    ...FIRST,
    Subtotal: '20.00',
    Shipping: '5.00',
    Taxes: '2.06',
    Total: '27.06',
    'Lineitem quantity': '1',
    'Lineitem price': '20.00',
  };
  const taxesOf = async (...rows: Cells[]) => (await only(...rows)).lines.map((line) => line.taxTotal);

  test('where the rate in the file says that shipping is taxed', async () => {
    expect(await taxesOf({ ...mug, 'Tax 1 Name': 'CO State Tax 8.25%', 'Tax 1 Value': '2.06' })).toEqual([165]);
    const canadian = { Currency: 'CAD', Subtotal: '100.00', Shipping: '15.00', Taxes: '14.95', Total: '129.95' };
    const hst = { 'Lineitem price': '100.00', 'Tax 1 Name': 'HST 13%', 'Tax 1 Value': '14.95' };
    expect(await taxesOf({ ...mug, ...canadian, ...hst })).toEqual([1300]);
  });
  test('where the file has no rate', async () => {
    expect(await taxesOf({ ...mug, 'Tax 1 Name': '', 'Tax 1 Value': '' })).toEqual([165]);
    expect(await taxesOf({ ...mug, 'Tax 1 Name': 'State tax' })).toEqual([165]);
  });
  test('and none of the tax is that of shipping where the rate says that only goods are taxed', async () => {
    const goodsOnly = { Taxes: '1.65', Total: '26.65', 'Tax 1 Value': '1.65' };
    expect(await taxesOf({ ...mug, ...goodsOnly, 'Tax 1 Name': 'NY State Tax 8.25%' })).toEqual([165]);
  });
  test('each of several taxes by its own rate', async () => {
    const both = { 'Tax 1 Name': 'GST 5%', 'Tax 1 Value': '1.25', 'Tax 2 Name': 'BC PST 7%', 'Tax 2 Value': '1.40' };
    expect(await taxesOf({ ...mug, Currency: 'CAD', Taxes: '2.65', Total: '27.65', ...both })).toEqual([240]);
  });
  test('where taxes are inside the prices', async () => {
    const inside = {
      Currency: 'EUR',
      Total: '25.00',
      Taxes: '3.99',
      'Tax 1 Name': 'DE MwSt 19%',
      'Tax 1 Value': '3.99',
    };
    expect(await taxesOf({ ...mug, ...inside })).toEqual([319]);
    expect(await taxesOf({ ...mug, ...inside, Taxes: '3.19', 'Tax 1 Value': '3.19' })).toEqual([319]);
  });
});

describe('gift cards', () => {
  const card: Cells = {
    ...FIRST,
    Subtotal: '50.00',
    Shipping: '0.00',
    Taxes: '0.00',
    Total: '50.00',
    'Lineitem quantity': '1',
    'Lineitem price': '50.00',
    'Lineitem requires shipping': 'false',
    'Lineitem taxable': 'false',
  };
  test.each(['Gift Card - $50.00', 'Makegood e-gift card', 'Geschenkgutschein', 'Carte-cadeau', 'Gift voucher'])(
    '%s is no item that can be returned',
    async (name) => {
      const order = await only({ ...card, 'Lineitem name': name });
      expect(order.lines).toMatchObject([{ isGiftCard: true }]);
      expect(lineEligibility(order, policyOf(order), [], '2026-03-10T00:00:00Z')[0]).toMatchObject({
        returnableQuantity: 0,
        reason: 'GIFT_CARD',
      });
    },
  );
  test('goods named after them are goods', async () => {
    const holder = await only({ ...card, 'Lineitem name': 'Gift card holder', 'Lineitem taxable': 'true' });
    expect(holder.lines).toMatchObject([{ isGiftCard: false }]);
    expect((await only({ ...card, 'Lineitem name': 'Fern Print' })).lines).toMatchObject([{ isGiftCard: false }]);
  });
});

test('a line of quantity 0 is left out, and the other lines keep their ids', async () => {
  const removed = { ...SECOND, 'Lineitem quantity': '0' };
  const order = await only(FIRST, removed, SECOND);
  expect(order.lines.map((line) => [line.idFromPlatform, line.quantity, line.paidTotal])).toEqual([
    ['csv:#1001:line:1', 2, 2892],
    ['csv:#1001:line:3', 1, 1808],
  ]);
  expect(await only({ ...FIRST, 'Lineitem quantity': '0', Subtotal: '20.00' }, SECOND)).toMatchObject({
    orderNo: '#1001',
    email: 'ada@example.com',
    lines: [{ name: 'Tote', quantity: 1 }],
  });
});

describe('files that a spreadsheet has written', () => {
  test.each([';', '\t'])('are read with the separator %j', async (separator) => {
    const first = { ...FIRST, Notes: 'one, two; three' };
    const cells = (row: Cells) => COLUMNS.map((column) => JSON.stringify(row[column] ?? '')).join(separator);
    const text = [COLUMNS.join(separator), cells(first), cells(SECOND)].join('\n');
    expect(await read(text)).toEqual(await read(fileOf(first, SECOND)));
  });

  const bytesOf = async (bytes: Buffer, size = 7) =>
    Array.fromAsync(
      readOrdersCsv(
        Readable.from(
          Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size)),
        ),
      ),
    );
  const german = fileOf({ ...FIRST, 'Shipping Name': 'Jürgen Müßig', 'Shipping City': 'Köln' }, SECOND);
  test.each([1, 7, 64_000])(
    'are read in Windows-1252 where they are not in UTF-8 (%i bytes at a time)',
    async (size) => {
      const [order] = orders(await bytesOf(Buffer.from(german, 'latin1'), size));
      expect(order?.shippingAddress).toMatchObject({ firstName: 'Jürgen', lastName: 'Müßig', city: 'Köln' });
      expect(await bytesOf(Buffer.from(german), size)).toEqual(await read(german));
    },
  );
  test('are read in UTF-16', async () => {
    expect(await bytesOf(Buffer.from(`\uFEFF${german}`, 'utf16le'), 5)).toEqual(await read(german));
  });
  test('whose bytes make no sense are refused where they do not', async () => {
    const next = Buffer.from(`${rowText({ ...FIRST, Name: '#1002', Id: '2', 'Shipping City': 'Köln' })}\n`, 'latin1');
    const outcomes = await bytesOf(Buffer.concat([Buffer.from(german), next]));
    expect(orders(outcomes)).toMatchObject([{ shippingAddress: { city: 'Köln' } }]);
    expect(refusals(outcomes)).toEqual([{ line: 4, reason: expect.stringContaining('Save the file as UTF-8') }]);
  });

  test.each<[Cells, string]>([
    [{ Id: '6.1E+12' }, 'Id was rounded by a spreadsheet: "6.1E+12". Import the file as Shopify exported it.'],
    [{ Total: '56,29' }, 'Write amounts like 1200.50'],
    [{ 'Lineitem price': '1,200.00' }, 'Write amounts like 1200.50'],
    [{ 'Created at': '14/11/2026' }, 'Write dates like 2026-11-14 10:00:00 +0100'],
  ])('%j is refused with what to do', async (wrong, reason) => {
    expect(refusals(await read(fileOf({ ...FIRST, ...wrong }, SECOND)))).toEqual([
      { line: 2, reason: expect.stringContaining(reason) },
    ]);
  });
});

test('line discounts fall on their own line', async () => {
  const order = await only({ ...FIRST, 'Lineitem discount': '5.00' }, SECOND);
  expect(order.lines.map((line) => line.paidTotal)).toEqual([2700, 2000]);
});

test('only what was paid counts as paid', async () => {
  expect((await only({ ...FIRST, 'Financial Status': 'pending' }, SECOND)).totalPaid).toBe(0);
  expect(
    (await only({ ...FIRST, 'Financial Status': 'partially_paid', 'Outstanding Balance': '6.29' }, SECOND)).totalPaid,
  ).toBe(5000);
  expect(
    await only({ ...FIRST, 'Financial Status': 'partially_refunded', 'Refunded Amount': '16.00' }, SECOND),
  ).toMatchObject({ totalPaid: 5629, totalRefunded: 1600 });
});

describe('refused with line and reason, the rest is read', () => {
  test.each<[Cells, string]>([
    [{ Currency: 'dollars' }, 'Currency is not'],
    [{ 'Created at': '' }, 'Created at is empty'],
    [{ 'Created at': 'March' }, 'Created at is not a date'],
    [{ 'Created at': '2026-13-41 10:00:00 -0500' }, 'Created at is not a date'],
    [{ 'Lineitem quantity': '0' }, 'No line has a quantity of at least 1'],
    [{ 'Lineitem quantity': '-2' }, 'Lineitem quantity is not'],
    [{ 'Lineitem quantity': '1.5' }, 'Lineitem quantity is not'],
    [{ 'Lineitem price': '-1' }, 'Lineitem price is not'],
    [{ Subtotal: '' }, 'Subtotal is not'],
    [{ Subtotal: '1000.00' }, 'Subtotal is more'],
    [{ 'Refunded Amount': '99.00' }, 'Refunded Amount is more'],
    [{ 'Shipping Zip': '1'.repeat(21), Subtotal: '32.00' }, 'shippingAddress.postalCode'],
    [{ Currency: '', Total: '' }, 'This row continues'],
  ])('%j', async (wrong, reason) => {
    const outcomes = await read(fileOf({ ...FIRST, Name: '#1000', Id: '1', ...wrong }, FIRST, SECOND));
    expect(refusals(outcomes)).toEqual([{ line: 2, reason: expect.stringContaining(reason) }]);
    expect(orders(outcomes).map((order) => order.orderNo)).toEqual(['#1001']);
  });
  test('a broken second line takes its order with it', async () => {
    expect(await read(fileOf(FIRST, { ...SECOND, 'Lineitem quantity': 'x' }))).toEqual([
      { refused: { line: 3, reason: 'Lineitem quantity is not a whole number: "x"' } },
    ]);
  });
  test('a row with too many cells', async () => {
    const outcomes = await read(
      `${HEADER}\n${rowText({ ...FIRST, Name: '#1000' })},,,x\n${rowText(FIRST)}\n${rowText(SECOND)}\n`,
    );
    expect(refusals(outcomes)).toMatchObject([
      { line: 2, reason: expect.stringContaining('more than there are columns') },
    ]);
    expect(orders(outcomes)).toHaveLength(1);
  });
  test('a stray quotation mark costs its row and at most the next, both told', async () => {
    const next = { ...FIRST, Name: '#1000', Id: '1', Subtotal: '30.00' };
    const outcomes = await read(`${HEADER}\n"#0999"x,a\n${[next, FIRST, SECOND].map(rowText).join('\n')}\n`);
    expect(refusals(outcomes)).toMatchObject([{ line: 2 }, { line: 3 }]);
    expect(orders(outcomes).map((order) => order.orderNo)).toEqual(['#1001']);
  });
  test('a broken row takes its own order with it, wherever it stands, and no other', async () => {
    const order = (at: number, wrong = '') =>
      `${rowText({ ...FIRST, Name: `#${at}`, Id: String(at) })}\n${wrong}${rowText({ ...SECOND, Name: `#${at}` })}\n`;
    for (const broken of [`${rowText({ ...SECOND, Name: '#4' })},x\n`, `${rowText({ ...SECOND, Name: '' })},x\n`]) {
      const text = Array.from({ length: 9 }, (_, at) => order(at, at === 4 ? broken : '')).join('');
      const outcomes = await read(`${HEADER}\n${text}`);
      expect(orders(outcomes).map(({ orderNo }) => orderNo)).toEqual(['#0', '#1', '#2', '#3', '#5', '#6', '#7', '#8']);
      expect(refusals(outcomes)).toMatchObject([{ line: 11 }]);
    }
  });
  test('a quotation mark that is never closed ends in a refusal, not in a crash', async () => {
    const outcomes = await read(`${HEADER}\n${rowText(FIRST)}\n${rowText(SECOND)}\n"#1002,${'x'.repeat(2000)}\n`);
    expect(orders(outcomes)).toHaveLength(1);
    expect(refusals(outcomes)).toHaveLength(1);
  });
});

test.each(['', 'a,b\n1,2\n'])('a file that is no orders export is refused: %j', async (text) => {
  await expect(read(text)).rejects.toMatchObject({ code: 'CSV_COLUMNS_MISSING' });
});

test('amounts are conserved for any prices and discounts', async () => {
  const line = fc.record({ quantity: fc.integer({ min: 1, max: 20 }), price: fc.nat(50_000), taxable: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { minLength: 1, maxLength: 6 }),
      fc.nat(100),
      fc.nat(10_000),
      async (lines, percent, tax) => {
        const gross = lines.reduce((sum, one) => sum + one.quantity * one.price, 0);
        const subtotal = Math.floor((gross * percent) / 100);
        const text = (minor: number): string => (minor / 100).toFixed(2);
        const rows = lines.map((one, index) => ({
          ...(index === 0
            ? { ...FIRST, Subtotal: text(subtotal), Shipping: '0.00', Taxes: text(tax), Total: text(subtotal + tax) }
            : { Name: '#1001' }),
          'Lineitem quantity': String(one.quantity),
          'Lineitem name': 'x',
          'Lineitem price': text(one.price),
          'Lineitem taxable': String(one.taxable),
        }));
        const order = await only(...rows);
        expect(order.lines.reduce((sum, one) => sum + one.paidTotal, 0)).toBe(subtotal);
        const isTaxed = lines.some(({ taxable }, index) => taxable && (order.lines[index]?.paidTotal ?? 0) > 0);
        expect(order.lines.reduce((sum, one) => sum + one.taxTotal, 0)).toBe(isTaxed ? tax : 0);
        const shipped = await only(...rows.map((row, index) => (index === 0 ? { ...row, Shipping: '7.00' } : row)));
        expect(shipped.lines.reduce((sum, one) => sum + one.taxTotal, 0)).toBeLessThanOrEqual(tax);
      },
    ),
    law(1000),
  );
});

test('memory does not grow with the file', async () => {
  const block = [FIRST, SECOND].map(rowText).join('\n') + '\n';
  const whole = 20_000;
  async function* file() {
    yield Buffer.from(`${HEADER}\n`);
    for (let index = 0; index < whole; index += 1)
      yield Buffer.from(block.replaceAll('#1001', `#${index}`).replace('5550001', String(index)));
  }
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  const held = (): number => {
    if (typeof collect === 'function') collect();
    return process.memoryUsage().heapUsed;
  };
  let count = 0;
  const seen: number[] = [];
  for await (const outcome of readOrdersCsv(Readable.from(file()))) {
    count += 'order' in outcome ? 1 : 0;
    if (count % (whole / 10) === 0) seen.push(held());
  }
  expect(count).toBe(whole);
  // The 90 % of the file that came after the first look are 13 MB of text, several times that as objects.
  expect(Math.max(...seen) - (seen[0] ?? 0)).toBeLessThan(3_000_000);
});

import type { Address } from '#core/address.ts';
import { allocate, CurrencyCode, type Minor } from '#core/money.ts';
import { fileOrderId } from '#core/orders/order-origin.ts';
import { statusCode } from '#core/orders/order-statuses.ts';
import { Order } from '#core/orders/order.ts';
import { lineTaxes } from '#server/import/csv-taxes.ts';
import { amountIn, idIn, instantIn, quantityIn, RowRefused, type Row } from '#server/import/csv-row.ts';

type Line = Order['lines'][number];

/**
 * The order in the rows of one order: its own columns are on the first row, each row has one line.
 * Throws RowRefused with the line in the file. Ids come from the order's own id or name, so that
 * reading the same file again gives the same order.
 */
export function orderFromRows(rows: readonly [Row, ...Row[]]): Order {
  const [first] = rows;
  const name = first.cell('Name');
  const currency = CurrencyCode.safeParse(first.cell('Currency').toUpperCase());
  if (!currency.success) throw new RowRefused(first.line, missingStart(first));
  const createdOn = instantIn(first, 'Created at');
  if (createdOn === null) throw new RowRefused(first.line, 'Created at is empty.');
  const id = fileOrderId(name, idIn(first, 'Id'));
  // By the number in any case: a later export may lack the column Id, or have it for the first time.
  const parts = fileOrderId(name, '');
  const sums = orderSums(first, currency.data);
  const read = orderLines(rows, parts, currency.data, sums);
  const canceledOn = instantIn(first, 'Cancelled at');
  const fulfilledOn = instantIn(first, 'Fulfilled at');
  const parsed = Order.safeParse({
    idFromPlatform: id,
    orderNo: name,
    createdOn,
    updatedOn: latest(createdOn, instantIn(first, 'Paid at'), fulfilledOn, canceledOn),
    canceledOn,
    email: first.cell('Email'),
    phone: first.cell('Phone'),
    currencyCode: currency.data,
    ...sums,
    financialStatus: statusCode(first.cell('Financial Status')),
    fulfillmentStatus: statusCode(first.cell('Fulfillment Status')) || 'unfulfilled',
    tags: first
      .cell('Tags')
      .split(',')
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ''),
    note: first.cell('Notes'),
    channel: first.cell('Source'),
    discountCodes: first
      .cell('Discount Code')
      .split(',')
      .map((code) => code.trim())
      .filter((code) => code !== ''),
    shippingAddress: addressIn(first, 'Shipping'),
    billingAddress: addressIn(first, 'Billing'),
    lines: read.map(({ line }) => line),
    fulfillments: fulfillmentsOf(first, read, parts, fulfilledOn ?? createdOn),
  } satisfies Partial<Order>);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new RowRefused(first.line, `${issue?.path.join('.') ?? 'The order'}: ${issue?.message ?? 'cannot be read'}`);
}

const missingStart = (row: Row): string =>
  row.cell('Currency') === '' && row.cell('Total') === ''
    ? 'This row continues an order whose first row is not just above it.'
    : `Currency is not a three-letter code: ${JSON.stringify(row.cell('Currency').slice(0, 10))}`;

type Sums = Pick<
  Order,
  'subtotal' | 'shippingPaid' | 'taxTotal' | 'total' | 'totalPaid' | 'totalRefunded' | 'taxesIncluded'
>;

function orderSums(row: Row, currency: CurrencyCode): Sums {
  const subtotal = amountIn(row, 'Subtotal', currency);
  const shippingPaid = amountIn(row, 'Shipping', currency, 0);
  const taxTotal = amountIn(row, 'Taxes', currency, 0);
  const total = amountIn(row, 'Total', currency);
  const totalRefunded = amountIn(row, 'Refunded Amount', currency, 0);
  const totalPaid = paidOf(row, currency, total);
  if (totalRefunded > totalPaid) throw new RowRefused(row.line, 'Refunded Amount is more than was paid.');
  const duties = amountIn(row, 'Duties', currency, 0);
  return {
    subtotal,
    shippingPaid,
    taxTotal,
    total,
    totalPaid,
    totalRefunded,
    taxesIncluded: isTaxInside(total, subtotal + shippingPaid + duties, taxTotal),
  };
}

/** The export has no column for it: the total either has the taxes on top of the other sums or not; tips and rounding may be in it too. */
const isTaxInside = (total: Minor, withoutTax: Minor, tax: Minor): boolean =>
  tax > 0 && Math.abs(total - withoutTax) < Math.abs(total - withoutTax - tax);

const PAID = new Set(['paid', 'partially_refunded', 'refunded']);

function paidOf(row: Row, currency: CurrencyCode, total: Minor): Minor {
  const status = row.cell('Financial Status').toLowerCase();
  if (PAID.has(status)) return total;
  if (status !== 'partially_paid' || row.cell('Outstanding Balance') === '') return 0;
  return Math.max(0, total - amountIn(row, 'Outstanding Balance', currency));
}

type LineInFile = { row: Row; line: Line };

/**
 * What was paid for each line: the order's subtotal (after all discounts) split by the lines' prices minus their own
 * discounts, plus the taxes split over the taxable lines. Ids count every row, so that a line keeps its id when another
 * one is removed.
 */
function orderLines(rows: readonly [Row, ...Row[]], id: string, currency: CurrencyCode, sums: Sums): LineInFile[] {
  const read = rows.flatMap((row, index) => {
    const quantity = quantityIn(row, 'Lineitem quantity');
    // Removed from the order before it was paid: there is nothing to return.
    if (quantity === 0) return [];
    const unitListPrice = amountIn(row, 'Lineitem price', currency);
    const discount = amountIn(row, 'Lineitem discount', currency, 0);
    return {
      row,
      idFromPlatform: `${id}:line:${index + 1}`,
      quantity,
      unitListPrice,
      worth: Math.max(0, unitListPrice * quantity - discount),
      gross: unitListPrice * quantity,
    };
  });
  const [first] = rows;
  if (read.length === 0) throw new RowRefused(first.line, 'No line has a quantity of at least 1.');
  const gross = read.reduce((sum, line) => sum + line.gross, 0);
  if (!Number.isSafeInteger(gross)) throw new RowRefused(first.line, 'The lines add up to more than can be counted.');
  if (sums.subtotal > gross) throw new RowRefused(first.line, 'Subtotal is more than its lines add up to.');
  const worth = read.reduce((sum, line) => sum + line.worth, 0);
  const paid = allocate(
    sums.subtotal,
    read.map((line) => (worth >= sums.subtotal && worth > 0 ? line.worth : line.gross)),
  );
  const taxable = read.map((line, index) => (isTrue(line.row, 'Lineitem taxable') ? (paid[index] ?? 0) : 0));
  const taxes = lineTaxes(first, currency, { ...sums, taxable });
  return read.map(({ row, idFromPlatform, quantity, unitListPrice }, index) => ({
    row,
    line: {
      idFromPlatform,
      productIdFromPlatform: null,
      variantIdFromPlatform: null,
      name: row.cell('Lineitem name') || 'Item',
      variantTitle: '',
      options: [],
      sku: row.cell('Lineitem sku'),
      imgUrl: null,
      vendor: row.cell('Vendor'),
      productType: '',
      productTags: [],
      quantity,
      currentQuantity: statusOf(row, first) === 'restocked' ? 0 : quantity,
      unitListPrice,
      paidTotal: paid[index] ?? 0,
      taxTotal: taxes[index] ?? 0,
      grams: 0,
      requiresShipping: isTrue(row, 'Lineitem requires shipping'),
      isGiftCard: isGiftCard(row),
      isProtection: false,
      isFinalSale: false,
    },
  }));
}

const GIFT_CARD =
  /gift[\s-]?(?:card|certificate|voucher)|geschenk(?:gutschein|karte)|(?:carte|ch[eè]que)[\s-]cadeau|tarjeta (?:de )?regalo|(?:buono|carta) regalo|cadeau(?:bon|kaart)|cart[aã]o[\s-]presente|presentkort|gavekort|lahjakortti|(?:karta|bon) podarunkow|ギフトカード|기프트\s?카드|[礼禮]品卡/iu;

/** The export has no column for it. Gift cards are never taxed, which tells them from goods that are named after them. */
const isGiftCard = (row: Row): boolean =>
  GIFT_CARD.test(row.cell('Lineitem name')) && !['true', 'yes'].includes(row.cell('Lineitem taxable').toLowerCase());

/** An empty cell counts as true: older exports leave it out. */
const isTrue = (row: Row, column: string): boolean => !['false', 'no'].includes(row.cell(column).toLowerCase());

const statusOf = (row: Row, first: Row): string =>
  (row.cell('Lineitem fulfillment status') || first.cell('Fulfillment Status')).toLowerCase();

/** The export says of a line that it was sent, not when nor in which parcel; of a partly sent line not how many units, so it counts as not sent. */
function fulfillmentsOf(
  first: Row,
  lines: readonly LineInFile[],
  id: string,
  createdOn: string,
): Order['fulfillments'] {
  const sent = lines.filter(({ row }) => statusOf(row, first) === 'fulfilled');
  if (sent.length === 0) return [];
  return [
    {
      idFromPlatform: `${id}:fulfillment:1`,
      createdOn,
      deliveredOn: null,
      status: 'success',
      trackingCodes: [],
      lines: sent.map(({ line }) => ({
        idFromPlatform: `${line.idFromPlatform}:sent`,
        lineIdFromPlatform: line.idFromPlatform,
        quantity: line.quantity,
      })),
    },
  ];
}

function addressIn(row: Row, kind: 'Shipping' | 'Billing'): Address | null {
  const cell = (column: string): string => row.cell(`${kind} ${column}`);
  const words = cell('Name').split(/\s+/);
  const address: Address = {
    firstName: words.slice(0, -1).join(' ') || (words[0] ?? ''),
    lastName: words.length > 1 ? (words.at(-1) ?? '') : '',
    line1: cell('Address1') || cell('Street'),
    line2: cell('Address2'),
    city: cell('City'),
    stateOrProvinceCode: cell('Province'),
    postalCode: unquoted(cell('Zip')),
    // The carriers and the platform take two letters; a country by name is no code.
    countryCode: /^[A-Za-z]{2}$/.test(cell('Country')) ? cell('Country').toUpperCase() : '',
    phone: unquoted(cell('Phone')),
    ...(cell('Company') === '' ? {} : { company: cell('Company') }),
  };
  return Object.values(address).every((text) => text === '') ? null : address;
}

/** The export puts an apostrophe before digits, so that spreadsheets keep leading zeros. */
const unquoted = (text: string): string => text.replace(/^'/, '');

const latest = (...instants: (string | null)[]): string =>
  instants
    .flatMap((instant) => instant ?? [])
    .toSorted()
    .at(-1) ?? '';

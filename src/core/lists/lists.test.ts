import { describe, expect, test } from 'vitest';
import { claimOf, lineOf, orderOf } from '#core/claims/test-data.ts';
import { DateFilter, rangeOf } from '#core/lists/date-filter.ts';
import { filteredBy } from '#core/lists/claim-list.ts';
import { filtersOn, ListFilters } from '#core/lists/lists.ts';
import { ClaimType } from '#core/claims/types.ts';
import { CLAIM_REPORT } from '#core/lists/claim-report.ts';
import { ORDER_REPORT } from '#core/lists/order-report.ts';
import { csvCell, reportHead, reportLine, ReportRequest } from '#core/lists/report.ts';
import { isOfList, isOwnView, savingOf, systemViews, ViewName } from '#core/lists/saved-view.ts';
import { exactFacet, facetsOf, LIST_SORTS, ListSearch, wantedFacets } from '#core/lists/search.ts';
import { distinctTags } from '#core/lists/tags.ts';

describe('filters', () => {
  test('the views a list begins with use filters it has, under ids of their own', () => {
    for (const type of ClaimType.options) {
      const views = systemViews(type);
      expect(views.map(({ name }) => name)).toEqual([
        'Needs decision',
        'Waiting for the customer',
        'In transit',
        'Failed',
      ]);
      expect(views.every(isOfList)).toBe(true);
      expect(new Set(views.map(({ id }) => id)).size).toBe(views.length);
      expect(views.some(isOwnView)).toBe(false);
      const [first] = views;
      expect(first && savingOf(first, { hasError: true })).toBe('create');
    }
  });
  test('each list has those it should', () => {
    expect(filtersOn('Order').map(({ id }) => id)).toEqual(['createdOn']);
    const returns = filtersOn('Return').map(({ id }) => id);
    const warranties = filtersOn('Warranty').map(({ id }) => id);
    expect(returns.filter((id) => !warranties.includes(id))).toEqual([
      'hasInstantExchange',
      'hasUpsellExchange',
      'isGiftReturn',
      'isWithdrawal',
      'isWithdrawalDue',
    ]);
    expect(warranties.filter((id) => !returns.includes(id))).toEqual([
      'salesChannels',
      'isAppealed',
      'repairDue',
      'hasRegistration',
    ]);
  });
  // The others look at columns.
  const byFacet = ClaimType.options.flatMap((type) =>
    filtersOn(type).flatMap(({ id, filter }) =>
      filter.kind === 'date' || typeof filter.at !== 'function' ? [] : [{ type, id, filter }],
    ),
  );
  test.each(byFacet)('$type, $id: a claim has what it is wanted by, and nothing it is not', ({ type, id, filter }) => {
    const claim = { ...claimOf(orderOf([lineOf({ idFromPlatform: 'a' })])), claimType: type };
    const listed = { claim, tags: ['VIP'], rollup: 'Open', detail: 'Pending_Review', hasError: true, channel: 'web' };
    const facets = new Set(facetsOf(listed));
    const has = filteredBy(listed).find(([one]) => one === id)?.[1];
    if (has === undefined) throw new Error(`nothing says what a claim has of ${id}`);
    for (const value of has) {
      const wanted = ListFilters.parse({ [id]: filter.kind === 'boolean' ? value === 'true' : [value] });
      expect(wantedFacets(type, wanted).every((set) => set.some((facet) => facets.has(facet)))).toBe(true);
    }
    const choices = filter.kind === 'boolean' || typeof filter.options === 'string' ? [] : filter.options;
    const another = choices.find(({ value }) => !has.includes(value))?.value ?? 'something else';
    const other = ListFilters.parse({ [id]: filter.kind === 'boolean' ? !has.includes('true') : [another] });
    expect(wantedFacets(type, other).every((set) => set.some((facet) => facets.has(facet)))).toBe(false);
  });
  test('a claim is found exactly by its number, its order and its address', () => {
    const claim = claimOf(orderOf([lineOf({ idFromPlatform: 'a' })]));
    const facets = facetsOf({ claim, tags: [], rollup: 'Open', detail: '', hasError: false, channel: '' });
    for (const words of [
      claim.externalId.toLowerCase(),
      claim.orderNo,
      claim.orderNo.replace('#', ''),
      claim.customerEmail.toUpperCase(),
    ])
      expect(facets).toContain(exactFacet(words));
  });
});

test('an empty search is the newest fifty of everything', () => {
  expect(ListSearch.parse({ kind: 'Return' })).toEqual({
    kind: 'Return',
    cursor: null,
    orderBy: { column: 'createdOn', direction: 'desc' },
    take: 50,
    filters: {},
  });
  expect(LIST_SORTS.map(({ label }) => label)).toEqual(['Newest to oldest', 'Oldest to newest']);
});

test.each([
  { kind: 'Parcel' },
  { take: 0 },
  { take: 101 },
  { orderBy: { column: 'price', direction: 'asc' } },
  { filters: { statusCodes: 'Open' } },
  { filters: { statusCodes: ['Open', 'Nonsense'] } },
  { filters: { requestedResolutionMethods: ['Gift_Card'] } },
  { filters: { salesChannels: ['web'] } },
  { filters: { unknown: true } },
  { cursor: { direction: 'up', id: '1' } },
])('%j is refused', (query) => {
  expect(ListSearch.safeParse({ kind: 'Return', ...query }).success).toBe(false);
});

describe('spans of days', () => {
  // In New York, where the clocks go back on 1 November.
  const midnightOf = (day: string) => `${day}T0${day > '2026-11-01' || day < '2026-03-09' ? 5 : 4}:00:00.000Z`;
  test.each([
    ['today', '2026-11-05T05:00:00.000Z'],
    ['7d', '2026-10-30T04:00:00.000Z'],
    ['90d', '2026-08-08T04:00:00.000Z'],
    ['12m', '2025-11-06T05:00:00.000Z'],
  ] as const)('%s begins at %s', (preset, start) => {
    expect(rangeOf({ preset }, '2026-11-05', midnightOf)).toEqual({ start, end: null });
  });
  test('start is not after end, and one of them is there', () => {
    const [earlier, later] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
    expect(DateFilter.safeParse({ start: earlier, end: later }).success).toBe(true);
    expect(DateFilter.safeParse({ start: earlier, end: earlier }).success).toBe(true);
    expect(DateFilter.safeParse({ start: later, end: earlier }).success).toBe(false);
    expect(DateFilter.safeParse({ start: null, end: null }).success).toBe(false);
    for (const start of ['tomorrow', '0000-01-01T00:00:00Z', '0001-01-01T00:00:00+14:00', '2026-01-01T00:00:00+23:00'])
      expect(DateFilter.safeParse({ start, end: null }).success).toBe(false);
  });
});

test('the name of a view', () => {
  const problem = (name: string) => ViewName.safeParse(name).error?.issues[0]?.message;
  expect(problem('')).toBe('Name is required');
  expect(problem('x'.repeat(41))).toBe('Name must be less than 40 characters');
  expect(problem('x'.repeat(40))).toBeUndefined();
});

test('tags are told apart without their case', () => {
  expect(distinctTags(['VIP', 'vip', 'Late'])).toEqual(['VIP', 'Late']);
});

test('a report has each column once', () => {
  const asked = { kind: 'Return', filename: 'Returns', email: 'ada@example.com', columns: ['claimId', 'claimId'] };
  expect(ReportRequest.safeParse(asked).error?.issues.map(({ message }) => message)).toEqual([
    'Choose each column once',
  ]);
});

describe('cells of a report', () => {
  test.each([
    ['=1+1', '"\'=1+1"'],
    ['+49 170', '"\'+49 170"'],
    ['-SUM(A1)', '"\'-SUM(A1)"'],
    ['@cmd', '"\'@cmd"'],
    ['\tx', '"\'\tx"'],
    ['\rx', '"\'\rx"'],
    ['-12.50', '-12.50'],
    ['say "hi", you', '"say ""hi"", you"'],
    ['two\nlines', '"two\nlines"'],
    ['plain', 'plain'],
  ])('%j is written %j', (text, cell) => expect(csvCell(text)).toBe(cell));
});

test('the price is that of one unit before tax, beside what was asked for in all', () => {
  const claim = claimOf(orderOf([lineOf({ idFromPlatform: 'a' })]));
  const [first] = claim.lines;
  if (!first) throw new Error('the claim has a line');
  const line = { ...first, quantity: 3, subtotal: 3000, tax: 300, requestedAmount: 3300 };
  const request = ReportRequest.parse({
    kind: 'Return',
    filename: 'Returns',
    email: 'ada@example.com',
    columns: ['price', 'quantity', 'requestedAmount'],
  });
  const row = {
    claim,
    line,
    tags: [],
    status: 'Open',
    orderCreatedOn: claim.createdOn,
    media: [],
    inspectionMedia: [],
  };
  expect(reportHead(request, { lineItem: [], inspection: [] })).toBe('Price,Quantity,Requested amount\r\n');
  expect(reportLine(request, CLAIM_REPORT, row)).toBe('10.00,3,33.00\r\n');
});

test.each([
  ['Shop now', 'Shop now', false],
  ['Shop now', 'Gift Card', true],
])('Shop Now is reported as asked for, and not as what becomes of the rest: %s, %s', (asked, given, isExternal) => {
  const claim = claimOf(orderOf([lineOf({ idFromPlatform: 'a' })]));
  const [first] = claim.lines;
  if (!first) throw new Error('the claim has a line');
  const method = 'giftCard' as const;
  const line = { ...first, isShopNow: true, requestedMethod: method, method, wasResolvedExternally: isExternal };
  const columns = ['requestedResolutionMethod', 'finalResolutionMethod'];
  const request = ReportRequest.parse({ kind: 'Return', filename: 'Returns', email: 'ada@example.com', columns });
  const shown = { tags: [], status: 'Open', orderCreatedOn: claim.createdOn, media: [], inspectionMedia: [] };
  expect(reportLine(request, CLAIM_REPORT, { claim, line, ...shown })).toBe(`${asked},${given}\r\n`);
});

test('an order is reported with the email that only its customer has', () => {
  const customer = { idFromPlatform: '7', email: 'cy@example.com', firstName: 'Cy', lastName: 'Young' };
  const request = ReportRequest.parse({
    kind: 'Order',
    filename: 'Orders',
    email: 'ada@example.com',
    columns: ['customerName', 'customerEmail'],
  });
  const order = orderOf([lineOf({ idFromPlatform: 'a' })], { email: '', customer });
  expect(reportLine(request, ORDER_REPORT, { order, claims: [] })).toBe('Cy Young,cy@example.com\r\n');
});

test.each([
  { filename: 'a/b' },
  { filename: '' },
  { columns: ['nothing'] },
  { columns: ['totalPaid'] },
  { kind: 'Order', claimIds: [1] },
  { email: 'x' },
])('a report of %j is refused', (change) => {
  const request = { kind: 'Return', filename: 'Returns', email: 'ada@example.com' };
  expect(ReportRequest.safeParse(request).success).toBe(true);
  expect(ReportRequest.safeParse({ ...request, ...change }).success).toBe(false);
});

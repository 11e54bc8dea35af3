import {
  amountIn,
  COUNT,
  figure,
  moneyUnit,
  row,
  SHARE,
  shareOf,
  sumOf,
  TEXT,
  type Panel,
  type Row,
  type Span,
} from '#core/analytics/dashboard.ts';
import type { Account } from '#core/books/entry.ts';
import type { ResolutionMethod } from '#core/claims/claim.ts';
import { methodName } from '#core/claims/method-names.ts';
import { requestedText } from '#core/claims/requested.ts';
import type { CurrencyCode, Minor } from '#core/money.ts';

/** What the journal holds of an account by the step it was booked in. Minor units: debit above zero, credit below. */
export type Booked = { startsOn: string; account: Account; currencyCode: CurrencyCode; amount: Minor };
/** Where money leaves to; what is credited there is what left. */
export const OUT_ACCOUNTS = [
  'platform:refunds',
  'payments:captured',
  'platform:giftCards',
  'platform:storeCredit',
  'external',
] as const satisfies readonly Account[];
type OutAccount = (typeof OUT_ACCOUNTS)[number];
/** Minor units that left by the step they were booked in. */
export type Left = { startsOn: string; account: OutAccount; currencyCode: CurrencyCode; amount: Minor };
/** Lines finalized in the period, by requested and final method. */
export type Decided = {
  requestedMethod: ResolutionMethod;
  method: ResolutionMethod | null;
  isShopNow: boolean;
  isApproved: boolean;
  currencyCode: CurrencyCode;
  lines: number;
  units: number;
  amount: Minor;
};
export type MoneyRows = { booked: readonly Booked[]; left: readonly Left[]; decided: readonly Decided[] };

type Measure = { label: string; accounts: readonly Account[]; sign: 1 | -1 };

/** What claims cost the store: debits, less what it kept. */
const COST: readonly Measure[] = [
  { label: 'Value of returned goods', accounts: ['store:returns'], sign: 1 },
  { label: 'Bonuses', accounts: ['store:incentives'], sign: 1 },
  { label: 'Goodwill', accounts: ['store:goodwill'], sign: 1 },
  { label: 'Label costs', accounts: ['store:labels'], sign: 1 },
  { label: 'Kept in exchanges', accounts: ['store:exchangeSales'], sign: 1 },
  { label: 'Paid for repairs', accounts: ['store:repairs'], sign: 1 },
  { label: 'Refunds of shipping claims', accounts: ['store:protection'], sign: 1 },
  { label: 'Fees', accounts: ['store:fees'], sign: 1 },
  { label: 'Shipping kept', accounts: ['store:returnShipping', 'store:exchangeShipping'], sign: 1 },
];
/** Where that went: the other side of the same entries, so both have the same sum. */
const WENT: readonly Measure[] = [
  { label: 'Refunded through the store', accounts: ['platform:refunds'], sign: -1 },
  { label: 'Gift cards', accounts: ['platform:giftCards'], sign: -1 },
  { label: 'Store credit', accounts: ['platform:storeCredit'], sign: -1 },
  { label: 'Resolved externally', accounts: ['external'], sign: -1 },
  { label: 'Labels from the provider', accounts: ['labels:provider'], sign: -1 },
  { label: 'Customer payments, minus refunds', accounts: ['payments:captured'], sign: -1 },
  { label: 'Decided, not yet paid out', accounts: ['shopper:claim'], sign: -1 },
];

const OUT_NAMES: Readonly<Record<OutAccount, string>> = {
  'platform:refunds': 'Refunded through the store',
  'payments:captured': 'Refunded customer payments',
  'platform:giftCards': 'Gift cards',
  'platform:storeCredit': 'Store credit',
  external: 'Resolved externally',
};

/** How claims ended and what that moved, from the journal: in all, the debits and credits of its accounts. */
export function moneyPanels(span: Span, currencyCode: CurrencyCode, { booked, left, decided }: MoneyRows): Panel[] {
  const inStore = booked.filter((one) => one.currencyCode === currencyCode);
  const of = (label: string): Minor =>
    sumOf(
      [...COST, ...WENT].filter((one) => one.label === label),
      (measure) => measured(inStore, measure),
    );
  const money = moneyUnit(currencyCode);
  const amount = (minor: Minor): number => amountIn(minor, currencyCode);
  const returned = of('Value of returned goods');
  const kept = -of('Kept in exchanges');
  return [
    {
      kind: 'figures',
      title: 'In this period',
      figures: [
        figure('Returned goods', money, amount(returned), 'Value of finalized lines'),
        figure('Refunded', money, amount(of('Refunded through the store')), 'To original payment methods'),
        figure(
          'Gift cards and credit',
          money,
          amount(of('Gift cards') + of('Store credit')),
          'To be spent in your store',
        ),
        figure('Kept in exchanges', money, amount(kept), 'Sent in exchanges or bought with return credit'),
        figure('Share retained', SHARE, shareOf(kept, returned), 'Of the value of returned goods'),
        figure(
          'Net cost',
          money,
          amount(sumOf(COST, (one) => measured(inStore, one))),
          'Paid out and spent, minus what you kept',
        ),
      ],
    },
    {
      kind: 'chart',
      title: 'Money out over time',
      before: null,
      caption: `By booking date, ${currencyCode}`,
      unit: money,
      bars: span.steps.map(({ startsOn, isRunning }) => ({
        startsOn,
        isRunning,
        parts: OUT_ACCOUNTS.map((account) => ({
          name: OUT_NAMES[account],
          value: amount(
            sumOf(
              left.filter(
                (one) => one.startsOn === startsOn && one.account === account && one.currencyCode === currencyCode,
              ),
              (one) => one.amount,
            ),
          ),
          opens: null,
        })),
      })),
    },
    sidesPanel(
      'Costs',
      'Debits minus credits of your accounts. What you kept is subtracted.',
      'Net cost',
      COST,
      booked,
      currencyCode,
    ),
    sidesPanel('Where the money went', 'The other side of the same entries.', 'Net cost', WENT, booked, currencyCode),
    decidedPanel(decided, currencyCode),
  ];
}

const measured = (booked: readonly Booked[], { accounts, sign }: Measure): Minor =>
  sign *
    sumOf(
      booked.filter((one) => accounts.includes(one.account)),
      (one) => one.amount,
    ) || 0;

/** The store's own currency first. */
const currenciesOf = (rows: readonly { currencyCode: CurrencyCode }[], own: CurrencyCode): CurrencyCode[] => {
  const others = new Set(rows.map((one) => one.currencyCode).filter((code) => code !== own));
  return [own, ...[...others].toSorted()];
};

function sidesPanel(
  title: string,
  note: string,
  total: string,
  measures: readonly Measure[],
  booked: readonly Booked[],
  own: CurrencyCode,
): Panel {
  const currencies = currenciesOf(booked, own);
  const line = (label: string, of: readonly Measure[], as: Row['as']): Row =>
    row(
      [
        label,
        ...currencies.map((code) => {
          const mine = booked.filter((one) => one.currencyCode === code);
          return amountIn(
            sumOf(of, (measure) => measured(mine, measure)),
            code,
          );
        }),
      ],
      null,
      as,
    );
  return {
    kind: 'table',
    title,
    note,
    columns: [{ title: 'What', unit: TEXT }, ...currencies.map((code) => ({ title: code, unit: moneyUnit(code) }))],
    rows:
      booked.length === 0
        ? []
        : [...measures.map((measure) => line(measure.label, [measure], 'row')), line(total, measures, 'total')],
    empty: 'No entries in this period. Finalizing a claim creates them.',
  };
}

const givenName = ({ isApproved, isShopNow, method }: Decided): string =>
  !isApproved ? 'Denied' : isShopNow ? 'Shop now' : method === null ? 'Not decided' : methodName(method);

function decidedPanel(decided: readonly Decided[], own: CurrencyCode): Panel {
  const pairs = [...new Set(decided.map((one) => `${requestedText(one)} ${givenName(one)}`))];
  const currencies = currenciesOf(decided, own);
  const rows = pairs
    .flatMap((pair) => {
      const mine = decided.filter((one) => `${requestedText(one)} ${givenName(one)}` === pair);
      const [first] = mine;
      return first ? [{ first, mine, lines: sumOf(mine, (one) => one.lines) }] : [];
    })
    .toSorted((one, other) => other.lines - one.lines);
  return {
    kind: 'table',
    title: 'Requested and given',
    note: 'Lines finalized in the period.',
    columns: [
      { title: 'Requested', unit: TEXT },
      { title: 'Given', unit: TEXT },
      { title: 'Lines', unit: COUNT },
      { title: 'Units', unit: COUNT },
      ...currencies.map((code) => ({ title: `Value, ${code}`, unit: moneyUnit(code) })),
    ],
    rows: rows.map(({ first, mine, lines }) =>
      row([
        requestedText(first),
        givenName(first),
        lines,
        sumOf(mine, (one) => one.units),
        ...currencies.map((code) =>
          amountIn(
            sumOf(
              mine.filter((one) => one.currencyCode === code),
              (one) => one.amount,
            ),
            code,
          ),
        ),
      ]),
    ),
    empty: 'No lines were finalized in this period.',
  };
}

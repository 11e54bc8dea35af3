import type { CurrencyCode, Minor } from '#core/money.ts';
import type { PortalTextId } from '#core/texts/ids.ts';

export const SECTION_TYPES = [
  'SUBTOTAL',
  'TAX',
  'INCENTIVE',
  'SHOP_NOW_INCENTIVE',
  'PAYMENT',
  'SHIPPING',
  'RETURN_SHIPPING',
  'FEE',
] as const;
export type SectionType = (typeof SECTION_TYPES)[number];
type Side = 'credits' | 'deductions';

/** One thing that counts for (`credits`) or against (`deductions`) the shopper. Amounts in minor units, never negative. */
export type LedgerEvent =
  | { kind: 'item'; side: Side; id: string; label: string; subtotal: Minor; tax: Minor }
  | { kind: 'section'; side: Side; type: Exclude<SectionType, 'SUBTOTAL' | 'TAX'>; label: string; amount: Minor };

export type LedgerSide = {
  total: Minor;
  lineItems: { id: string; label: string; amount: Minor }[];
  sections: { type: SectionType; label: string; amount: Minor }[];
};

/** C3.28. `balance` is what goes to the shopper; negative: what the shopper owes. */
export type Ledger = { currencyCode: CurrencyCode; credits: LedgerSide; deductions: LedgerSide; balance: Minor };

/** The checkout balance of a claim, from everything that counts for and against the shopper, in any order of events. */
export function foldLedger(currencyCode: CurrencyCode, events: readonly LedgerEvent[]): Ledger {
  const credits = foldSide(events.filter((event) => event.side === 'credits'));
  const deductions = foldSide(events.filter((event) => event.side === 'deductions'));
  return { currencyCode, credits, deductions, balance: credits.total - deductions.total };
}

/** What sections are called whose type doesn't say it. A fee has its own name. */
export const SECTION_LABELS = {
  paid: 'Paid',
  held: 'Held on the card',
  byStore: 'Covered by the store',
  waived: 'Waived',
  fee: 'Fee',
  repair: 'Repair',
  external: 'Resolved externally',
} as const;

/** What shoppers read for a section, by its type or else by its name; a fee has the store's own name. */
const SECTION_TEXTS = {
  INCENTIVE: 'ledger.bonus',
  SHOP_NOW_INCENTIVE: 'ledger.shopNowBonus',
  SHIPPING: 'ledger.shipping',
  RETURN_SHIPPING: 'ledger.returnShipping',
  [SECTION_LABELS.paid]: 'ledger.paid',
  [SECTION_LABELS.held]: 'ledger.onCard',
  [SECTION_LABELS.byStore]: 'ledger.byStore',
  [SECTION_LABELS.waived]: 'ledger.waived',
  [SECTION_LABELS.fee]: 'ledger.fee',
  [SECTION_LABELS.repair]: 'claim.repair',
  [SECTION_LABELS.external]: 'ledger.external',
} as const satisfies Readonly<Record<string, PortalTextId>>;
type SectionText = (typeof SECTION_TEXTS)[keyof typeof SECTION_TEXTS];
const isSection = (name: string): name is keyof typeof SECTION_TEXTS => Object.hasOwn(SECTION_TEXTS, name);

/** The text of a section for shoppers; null for a fee of the store's own name. */
export const sectionText = (type: SectionType, label: string): SectionText | null =>
  isSection(type) ? SECTION_TEXTS[type] : isSection(label) ? SECTION_TEXTS[label] : null;

const LABELS = { SUBTOTAL: 'Items', TAX: 'Tax' } as const;

function foldSide(events: readonly LedgerEvent[]): LedgerSide {
  const items = events.filter((event) => event.kind === 'item');
  const sections = new Map<string, LedgerSide['sections'][number]>();
  const add = (type: SectionType, label: string, amount: Minor): void => {
    if (amount === 0) return;
    const key = `${SECTION_TYPES.indexOf(type)} ${label}`;
    const section = sections.get(key) ?? { type, label, amount: 0 };
    sections.set(key, { ...section, amount: section.amount + amount });
  };
  for (const event of events) {
    if (event.kind === 'section') add(event.type, event.label, event.amount);
    else {
      add('SUBTOTAL', LABELS.SUBTOTAL, event.subtotal);
      add('TAX', LABELS.TAX, event.tax);
    }
  }
  return {
    total: [...sections.values()].reduce((sum, section) => sum + section.amount, 0),
    lineItems: items
      .map(({ id, label, subtotal, tax }) => ({ id, label, amount: subtotal + tax }))
      .toSorted((one, other) => (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)),
    sections: [...sections]
      .toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0))
      .map(([, section]) => section),
  };
}

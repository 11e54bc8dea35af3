import { asMarkup } from '#core/emails/markup.ts';

/** What a template can name; `{{customerName}}` stands for the customer's name. */
export const VARIABLES = {
  customerName: { label: "Customer's name", sample: 'Ada Byron' },
  claimNumber: { label: 'Claim number', sample: 'R-7K2M9QXD' },
  orderNumber: { label: 'Order number', sample: '#1001' },
  claimType: { label: 'Claim type, such as “return”', sample: 'return' },
  request: { label: 'What was asked for, such as “return request”', sample: 'return request' },
  storeName: { label: "Your store's name", sample: 'Northwind' },
  nextStep: {
    label: 'What happens next, as a sentence',
    sample: "We're preparing your shipping label and will email it to you shortly.",
  },
  howToShip: {
    label: 'How to send the items, as a sentence',
    sample: 'Print the label, attach it to your package and drop it off with the carrier.',
  },
  shipmentDocument: { label: '“shipping label” or “packing slip”', sample: 'shipping label' },
  expirationDate: { label: 'Last day to ship; empty without a limit', sample: 'March 31, 2026' },
  shipByNote: {
    label: 'Last day to ship, as a sentence; empty without a limit',
    sample: 'Please ship the package by March 31, 2026.',
  },
  trackingNumber: { label: 'Tracking number; empty on a packing slip', sample: '9400100000000000000000' },
  sentAheadNote: { label: 'About items sent before the return; else empty', sample: '' },
  amountOwed: { label: 'Amount the customer owes', sample: '$12.00' },
  amountCharged: { label: 'Amount that was charged', sample: '$48.00' },
  question: { label: 'Your question', sample: 'Could you send us a photo of the seam?' },
  goodsNote: {
    label: 'Where the items of a denied claim are, as a sentence',
    sample: "You don't need to send anything. Please keep your items.",
  },
  unusedLabelNote: {
    label: 'That a label must not be used, as a sentence; empty without one',
    sample: "Please don't use the shipping label we sent you.",
  },
  paymentNote: { label: 'What becomes of a payment, as a sentence; empty without one', sample: '' },
  itemName: { label: 'The item that is repaired', sample: 'Wool sweater' },
  repairNote: { label: 'Your note with the quote; empty without one', sample: 'The zipper has to be replaced.' },
  repairStep: {
    label: 'How far the repair is, as a sentence',
    sample: 'Wool sweater is repaired. We send it back to you next.',
  },
  parcelNote: {
    label: 'Carrier and tracking number of the package, as a sentence; empty without one',
    sample: 'It travels with USPS. Its tracking number is 9400100000000000000000.',
  },
} as const satisfies Record<string, { label: string; sample: string }>;

export type VariableName = keyof typeof VARIABLES;

export type EmailValues = Readonly<Partial<Record<VariableName, string>>>;

/** Known of every claim. */
export const COMMON_VARIABLES = [
  'customerName',
  'claimNumber',
  'orderNumber',
  'claimType',
  'request',
  'storeName',
] as const satisfies readonly VariableName[];

const VARIABLE = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** What is wrong with a text of a template that may name these variables; null when nothing is. */
export function problemOfText(text: string, allowed: readonly VariableName[]): string | null {
  const isAllowed = (name: string): boolean => allowed.some((one) => one === name);
  const unknown = [...text.matchAll(VARIABLE)].map(([, name = '']) => name).find((name) => !isAllowed(name));
  if (unknown !== undefined) return `{{${unknown}}} isn't a variable of this email.`;
  const rest = text.replaceAll(VARIABLE, '');
  if (rest.includes('{{')) return 'A variable starts with {{ and has no }} at its end.';
  return rest.includes('}}') ? 'A variable ends with }} and has no {{ at its start.' : null;
}

/** A line of text, with values in place of the variables; one that isn't known is empty. */
export const filledLine = (text: string, values: EmailValues): string => filled(text, values, (value) => value);

/** A body, where values are text and nothing of them is read as HTML. */
export const filledBody = (text: string, values: EmailValues): string => filled(text, values, asMarkup);

const filled = (text: string, values: EmailValues, write: (value: string) => string): string => {
  const known: Readonly<Partial<Record<string, string>>> = values;
  return text.replaceAll(VARIABLE, (_, name: string) => write(known[name] ?? ''));
};

/** Values for a preview where no claim is at hand. */
export const sampleValues = (storeName: string): EmailValues => ({
  ...Object.fromEntries(Object.entries(VARIABLES).map(([name, { sample }]) => [name, sample])),
  storeName,
});

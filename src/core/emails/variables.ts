import { asMarkup } from '#core/emails/markup.ts';

/** What a template can name, and what it is called; `{{customerName}}` stands for the customer's name. */
export const VARIABLES = {
  customerName: "Customer's name",
  customerFirstName: "Customer's first name",
  claimNumber: 'Claim number',
  orderNumber: 'Order number',
  claimType: 'Claim type, such as “return”',
  request: 'What was asked for, such as “return request”',
  storeName: "Your store's name",
  nextStep: 'What happens next, as a sentence',
  howToShip: 'How to send the items, as a sentence',
  shipmentDocument: '“shipping label” or “packing slip”',
  expirationDate: 'Last day to ship; empty without a limit',
  shipByNote: 'Last day to ship, as a sentence; empty without a limit',
  trackingNumber: 'Tracking number; empty on a packing slip',
  sentAheadNote: 'About items sent before the return; else empty',
  amountOwed: 'Amount the customer owes',
  amountCharged: 'Amount that was charged',
  question: 'Your question',
  goodsNote: 'Where the items of a denied claim are, as a sentence',
  unusedLabelNote: 'That a label must not be used, as a sentence; empty without one',
  paymentNote: 'What becomes of a payment, as a sentence; empty without one',
  itemName: 'The item that is repaired',
  repairNote: 'Your note with the quote; empty without one',
  repairStep: 'How far the repair is, as a sentence',
  parcelNote: 'Carrier and tracking number of the package, as a sentence; empty without one',
} as const satisfies Record<string, string>;

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
export function problemOfText(text: string, allowed: readonly VariableName[], of = 'email'): string | null {
  const isAllowed = (name: string): boolean => allowed.some((one) => one === name);
  const unknown = [...text.matchAll(VARIABLE)].map(([, name = '']) => name).find((name) => !isAllowed(name));
  if (unknown !== undefined) return `{{${unknown}}} isn't a variable of this ${of}.`;
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

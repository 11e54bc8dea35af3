import { z } from 'zod';
import catalog from '#core/texts/catalogs/en/email.ts';
import type { Writer } from '#core/texts/writer.ts';
import {
  COMMON_VARIABLES,
  filledBody,
  filledLine,
  problemOfText,
  type EmailValues,
  type VariableName,
} from '#core/emails/variables.ts';

export type TemplateText = { subject: string; header: string; body: string };

type Usual = TemplateText & {
  name: string;
  help: string;
  /** What it can name beside what every claim has. */
  variables: readonly VariableName[];
};
type AutomatedRow = Usual & {
  /** A store may decide not to send it. */
  canBeOff: boolean;
  isEnabled: boolean;
  /** Days after the label or packing slip was given; null for an email that is sent at once (S5.03). */
  sendAfterDays: number | null;
};

type Email = keyof typeof catalog extends infer Id ? (Id extends `email.${infer Code}.body` ? Code : never) : never;

/** A text of the catalog as stores write theirs: its variables have two braces. */
const asTemplate = (text: string): string => text.replaceAll(/\{(\w+)\}/g, '{{$1}}');

const words = (code: Email): TemplateText => ({
  subject: asTemplate(catalog[`email.${code}.subject`]),
  header: asTemplate(catalog[`email.${code}.header`]),
  body: asTemplate(catalog[`email.${code}.body`]),
});

/** Emails that are sent by themselves (S3.18), as they are until a store writes its own. Their texts are in the catalog, where they are in every language. */
export const AUTOMATED = {
  Claim_Created: {
    name: 'Claim received',
    help: 'When a claim was made.',
    canBeOff: true,
    isEnabled: true,
    sendAfterDays: null,
    variables: ['nextStep'],
    ...words('Claim_Created'),
  },
  Claim_Shipment_Created: {
    name: 'Label or packing slip ready',
    help: 'With the label or packing slip attached.',
    canBeOff: true,
    isEnabled: true,
    sendAfterDays: null,
    variables: ['howToShip', 'shipByNote', 'sentAheadNote', 'shipmentDocument', 'expirationDate', 'trackingNumber'],
    ...words('Claim_Shipment_Created'),
  },
  Return_Reminder: {
    name: 'Return reminder',
    help: "When the carrier doesn't have the package yet.",
    canBeOff: true,
    isEnabled: false,
    sendAfterDays: 7,
    variables: ['howToShip', 'shipByNote', 'shipmentDocument', 'expirationDate', 'trackingNumber'],
    ...words('Return_Reminder'),
  },
  Return_Expiring: {
    name: 'Return expiring',
    help: "When the last day to ship is near. Not sent where there's no such day.",
    canBeOff: true,
    isEnabled: false,
    sendAfterDays: 25,
    variables: ['howToShip', 'shipByNote', 'shipmentDocument', 'expirationDate', 'trackingNumber'],
    ...words('Return_Expiring'),
  },
  Claim_Canceled: {
    name: 'Canceled by the customer',
    help: 'When a customer cancels everything.',
    canBeOff: true,
    isEnabled: true,
    sendAfterDays: null,
    variables: ['unusedLabelNote', 'paymentNote'],
    ...words('Claim_Canceled'),
  },
  Return_Expired: {
    name: 'Return canceled',
    help: 'When a return is canceled because it was never shipped.',
    canBeOff: true,
    isEnabled: true,
    sendAfterDays: null,
    variables: ['shipmentDocument', 'expirationDate'],
    ...words('Return_Expired'),
  },
  Claim_Payment_Requested: {
    name: 'Payment needed',
    help: 'When staff ask for what a customer owes.',
    canBeOff: false,
    isEnabled: true,
    sendAfterDays: null,
    variables: ['amountOwed'],
    ...words('Claim_Payment_Requested'),
  },
  Claim_Payment_Taken: {
    name: 'Card charged',
    help: "When a card is charged because a return for items sent ahead didn't arrive.",
    canBeOff: false,
    isEnabled: true,
    sendAfterDays: null,
    variables: ['amountCharged'],
    ...words('Claim_Payment_Taken'),
  },
  Claim_Repair_Quoted: {
    name: 'Repair quoted',
    help: 'When staff say what a repair costs. Sent again when it is not answered.',
    canBeOff: false,
    isEnabled: true,
    sendAfterDays: null,
    variables: ['itemName', 'amountOwed', 'repairNote'],
    ...words('Claim_Repair_Quoted'),
  },
  Claim_Repair_News: {
    name: 'Repair moved on',
    help: 'When a repair has begun, is done, and when the item is on its way back.',
    canBeOff: true,
    isEnabled: true,
    sendAfterDays: null,
    variables: ['itemName', 'repairStep', 'parcelNote'],
    ...words('Claim_Repair_News'),
  },
} as const satisfies Record<string, AutomatedRow>;

export type AutomatedCode = keyof typeof AUTOMATED;
const isAutomated = (code: string): code is AutomatedCode => code in AUTOMATED;
export const AUTOMATED_CODES: readonly AutomatedCode[] = Object.keys(AUTOMATED).filter(isAutomated);

/** Emails that staff send when they finalize a claim or ask something, as they are until a store writes its own. */
export const BY_STAFF = {
  Complete: {
    name: 'Complete',
    help: 'Every item was finalized.',
    variables: [],
    ...words('Complete'),
  },
  Partly_Complete: {
    name: 'Partly complete',
    help: 'Some items were finalized, and others come later.',
    variables: [],
    ...words('Partly_Complete'),
  },
  Repair_Approved: {
    name: 'Repair approved',
    help: 'Every item was finalized, and a repair is under way.',
    variables: [],
    ...words('Repair_Approved'),
  },
  Not_Approved: {
    name: 'Not approved',
    help: 'Every item was denied.',
    variables: ['goodsNote'],
    ...words('Not_Approved'),
  },
  Needs_More_Info: {
    name: 'Needs more information',
    help: 'Staff ask the customer a question.',
    variables: ['question'],
    ...words('Needs_More_Info'),
  },
} as const satisfies Record<string, Usual>;

/** When an email by staff is the usual one. */
export type StaffCode = keyof typeof BY_STAFF;
const isStaff = (code: string): code is StaffCode => code in BY_STAFF;
export const STAFF_CODES: readonly StaffCode[] = Object.keys(BY_STAFF).filter(isStaff);

export type TemplateCode = AutomatedCode | StaffCode;
export const TemplateCode = z.enum([...AUTOMATED_CODES, ...STAFF_CODES]);

const USUAL: Readonly<Record<TemplateCode, Usual>> = { ...AUTOMATED, ...BY_STAFF };

/** The text of a template that no store has changed. */
export const usualText = (code: TemplateCode): TemplateText => USUAL[code];

/** Whether a store left the words to us. */
export const isUsual = (code: TemplateCode, { subject, header, body }: TemplateText): boolean => {
  const usual = USUAL[code];
  return subject === usual.subject && header === usual.header && body === usual.body;
};

/** The text of a template that no store has changed, for readers of a language. */
export function usualTextIn(code: TemplateCode, { text }: Pick<Writer, 'text'>): TemplateText {
  return {
    subject: asTemplate(text(`email.${code}.subject`)),
    header: asTemplate(text(`email.${code}.header`)),
    body: asTemplate(text(`email.${code}.body`)),
  };
}

/** Whether a text of the catalog is a part of a template. */
export const isTemplateText = (id: string): boolean =>
  TemplateCode.options.some((code) => PARTS.some((part) => id === `email.${code}.${part}`));
const PARTS = ['subject', 'header', 'body'] as const;

/** What an email can name. */
export const variablesOf = (code: TemplateCode): readonly VariableName[] => [
  ...COMMON_VARIABLES,
  ...USUAL[code].variables,
];

const Line = z.string().max(200);
const Body = z.string().max(10_000);
export const AutomatedTemplate = z.object({
  id: z.string().min(1).max(60),
  name: z.string().max(100),
  type: z.enum(AUTOMATED_CODES),
  isEnabled: z.boolean(),
  sendAfterDays: z.number().int().min(1, 'At least 1 day.').max(365, 'At most 365 days.').nullable(),
  subject: Line,
  header: Line,
  body: Body,
});
export type AutomatedTemplate = z.infer<typeof AutomatedTemplate>;

/** `usedFor`: it is the usual one then; null for one that staff choose themselves. */
export const StaffTemplate = z.object({
  id: z.string().min(1).max(60),
  name: z.string().trim().min(1, 'Must not be empty.').max(100),
  type: z.enum(['Finalized', 'Needs_More_Info']),
  usedFor: z.enum(STAFF_CODES).nullable(),
  subject: Line,
  header: Line,
  body: Body,
});
export type StaffTemplate = z.infer<typeof StaffTemplate>;

export const usualAutomated = (code: AutomatedCode): AutomatedTemplate => {
  const { name, isEnabled, sendAfterDays, subject, header, body: text }: AutomatedRow = AUTOMATED[code];
  return { id: code, name, type: code, isEnabled, sendAfterDays, subject, header, body: text };
};

export const usualByStaff = (code: StaffCode): StaffTemplate => {
  const { name, subject, header, body: text }: Usual = BY_STAFF[code];
  const type = code === 'Needs_More_Info' ? 'Needs_More_Info' : 'Finalized';
  return { id: code, name, type, usedFor: code, subject, header, body: text };
};

/** The code whose variables an email by staff can name; of one they choose, what any of its kind can. */
export const codeOf = ({ type, usedFor }: Pick<StaffTemplate, 'type' | 'usedFor'>): StaffCode =>
  usedFor ?? (type === 'Needs_More_Info' ? 'Needs_More_Info' : 'Complete');

/** What is wrong with the texts of a template (C5.03), by their names. */
export function problemsOfTemplate(code: TemplateCode, text: TemplateText): Partial<TemplateText> {
  const allowed = variablesOf(code);
  const problem = (label: string, typed: string): string | null =>
    typed.trim() === '' ? `${label} is required.` : problemOfText(typed, allowed);
  const found = {
    subject: problem('Subject', text.subject),
    header: problem('Header', text.header),
    body: problem('Body', text.body),
  };
  return Object.fromEntries(Object.entries(found).filter(([, one]) => one !== null));
}

/** The emails of a store. */
export type EmailTemplates = { automated: readonly AutomatedTemplate[]; byStaff: readonly StaffTemplate[] };

export const automatedOf = ({ automated }: EmailTemplates, code: AutomatedCode): AutomatedTemplate =>
  automated.find(({ type }) => type === code) ?? usualAutomated(code);

/** The text of a store for an email; null where the store does not send it. */
export function textOf(templates: EmailTemplates, code: TemplateCode): TemplateText | null {
  if (isStaff(code)) return templates.byStaff.find(({ usedFor }) => usedFor === code) ?? usualText(code);
  const template = automatedOf(templates, code);
  return template.isEnabled || !AUTOMATED[code].canBeOff ? template : null;
}

export const filledTemplate = (
  { subject, header, body: text }: TemplateText,
  values: EmailValues,
): Required<TemplateText> => ({
  subject: filledLine(subject, values),
  header: filledLine(header, values),
  body: filledBody(text, values),
});

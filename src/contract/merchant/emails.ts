import { z } from 'zod';
import { ClaimParams, StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';
import { DomainStatus, Found, RECORD_KINDS } from '#core/emails/domain-records.ts';
import { StaffTemplate, TemplateCode } from '#core/emails/templates.ts';
import { SuppressionReason } from '#core/emails/suppression.ts';
import { LANGUAGE_CODES } from '#core/texts/languages.ts';

const Language = z.enum(LANGUAGE_CODES);

/** The language of an email that staff are about to send, and the one its shopper reads. */
export const EmailLanguages = z.object({ language: Language, readerLanguage: Language });

/** A template as it is edited, not saved yet. */
const EditedTemplate = z.object({
  code: TemplateCode,
  subject: z.string().max(200),
  header: z.string().max(200),
  body: z.string().max(10_000),
  /** It stands for no usual email: staff choose it. */
  isChosenByStaff: z.boolean().default(false),
  /** Of the reader; the store's default when it is null. */
  language: Language.nullable().default(null),
  /** Number of the claim it is tried with; the newest one when it is null, made-up values without any. */
  claimExternalId: z.string().trim().max(40).nullable().default(null),
});

const Refused = {
  TEMPLATE_REFUSED: 'A text is missing, or names a variable that this email has no value for; each with its text',
  CLAIM_NOT_FOUND: 'The store has no claim with this number',
};

export const previewEmail = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/email/preview',
  access: 'admin',
  summary: 'Render a template that is being edited as the email a customer would get',
  params: StoreParams,
  body: EditedTemplate,
  response: z.object({
    /** The claim it was tried with; null with made-up values. */
    claimExternalId: z.string().nullable(),
    /** Of the text: the store's, where the store didn't say it in that of the reader. */
    language: Language,
    subject: z.string(),
    html: z.string(),
    text: z.string(),
  }),
  errors: Refused,
});

export const sendTestEmail = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/email/test',
  access: 'admin',
  summary: 'Email a template that is being edited to oneself',
  params: StoreParams,
  body: EditedTemplate,
  response: z.object({ to: z.string() }),
  errors: { ...Refused, EMAIL_NOT_SENT: "The mail server didn't take it" },
});

export const claimEmailTemplates = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/email-template',
  access: 'staff',
  summary:
    'List the texts that staff choose from when they finalize a claim or ask something, with its values filled in',
  params: ClaimParams,
  /** `{{question}}` stays: it is typed last. */
  response: z.object({
    templates: z.array(
      StaffTemplate.pick({
        id: true,
        name: true,
        type: true,
        usedFor: true,
        subject: true,
        header: true,
        body: true,
      }).extend(EmailLanguages.shape),
    ),
    /** The usual email that asks for what the customer owes; null where nothing is owed. */
    payment: StaffTemplate.pick({ subject: true, header: true, body: true }).extend(EmailLanguages.shape).nullable(),
  }),
  errors: { CLAIM_NOT_FOUND: "This claim doesn't exist in this store" },
});

const DomainShown = z.object({
  /** What senders may use instead of an address of their own domain. */
  noReplyEmail: z.string(),
  verifiedEmailDomain: z.string().nullable(),
  domain: z
    .object({
      name: z.string(),
      status: DomainStatus,
      checkedOn: z.string().nullable(),
      verifiedOn: z.string().nullable(),
      failingSince: z.string().nullable(),
      records: z.array(
        z.object({
          kind: z.enum(RECORD_KINDS),
          name: z.string(),
          value: z.string(),
          /** Null while nobody looked. */
          found: Found.nullable(),
        }),
      ),
    })
    .nullable(),
});
export type DomainShown = z.infer<typeof DomainShown>;

export const getEmailDomain = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/email/domain',
  access: 'admin',
  summary: 'Get the domain emails are sent from, with the DNS records that prove it',
  params: StoreParams,
  response: DomainShown,
});

export const putEmailDomain = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/email/domain',
  access: 'admin',
  summary:
    'Begin to send from a domain: makes a key to sign emails with, and the records to add. Replaces the one before',
  params: StoreParams,
  body: z.object({ domain: z.string().trim().min(1, 'Must not be empty.').max(300) }),
  response: DomainShown,
  errors: { DOMAIN_INVALID: "It isn't the name of a domain" },
});

export const checkEmailDomain = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/email/domain/check',
  access: 'admin',
  summary: 'Look the records of the domain up now',
  params: StoreParams,
  response: DomainShown,
  errors: { DOMAIN_MISSING: 'The store has no domain to check', DNS_UNAVAILABLE: "The DNS didn't answer" },
});

export const deleteEmailDomain = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/email/domain',
  access: 'admin',
  summary: 'Stop sending from the domain; its key is thrown away',
  params: StoreParams,
  response: DomainShown,
});

export const getClaimReminders = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/reminder',
  access: 'staff',
  summary: "Tell whether the claim's customer gets reminders",
  params: ClaimParams,
  response: z.object({ suppressed: SuppressionReason.nullable() }),
  errors: { CLAIM_NOT_FOUND: "This claim doesn't exist in this store" },
});

export const allowClaimReminders = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/reminder/allow',
  access: 'staff',
  summary: "Let the store remind the claim's customer again, after emails bounced",
  params: ClaimParams,
  response: Nothing,
  errors: {
    CLAIM_NOT_FOUND: "This claim doesn't exist in this store",
    REMINDERS_REFUSED: 'The customer unsubscribed or complained; only the customer can ask for reminders again',
  },
});

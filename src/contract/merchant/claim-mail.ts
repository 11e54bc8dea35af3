import { z } from 'zod';
import { MOST_ATTACHMENTS } from '#core/mail/attachments.ts';
import { MailKind } from '#core/mail/mail-kind.ts';
import { ShippingStatus } from '#core/protection/shipping-claim.ts';
import { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';

const ShippingClaimParams = StoreParams.extend({ shippingClaimId: z.coerce.number().int().positive() });
const MailParams = StoreParams.extend({ mailId: z.coerce.number().int().positive() });
const NotFound = { SHIPPING_CLAIM_NOT_FOUND: 'Shipping claim not found' };
const Gone = { MAIL_NOT_FOUND: 'The email is not in the list, or no longer' };

export const writeShippingMessage = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/shipping-protection/claim/{shippingClaimId}/message',
  access: 'staff',
  summary: 'Email a message to the customer of a shipping claim; the same requestKey never sends two (C2.22)',
  params: ShippingClaimParams,
  body: z.object({
    requestKey: z.uuid(),
    text: z.string().trim().min(1, 'Write a message.').max(10_000),
    /** Uploads for the claim's order. */
    mediaIds: z.array(z.string().max(100)).max(MOST_ATTACHMENTS).default([]),
  }),
  response: ShippingClaimShown,
  errors: {
    ...NotFound,
    CUSTOMER_ERASED: "The customer's data was erased",
    NO_EMAIL: 'The claim has no email address',
    TOO_MANY_MESSAGES: 'Too many messages to this customer within an hour',
    UPLOAD_UNKNOWN: 'A file is of another order, incomplete or already used',
    FILES_TOO_LARGE: 'The files are too large for one message',
  },
});

export const markShippingMessageAnswered = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/shipping-protection/claim/{shippingClaimId}/message/answered',
  access: 'staff',
  summary: "Say that the customer's last message needs no answer",
  params: ShippingClaimParams,
  response: ShippingClaimShown,
  errors: { ...NotFound, CUSTOMER_ERASED: "The customer's data was erased" },
});

export const unplacedMail = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/shipping-protection/unplaced-mail',
  access: 'staff',
  summary: 'List emails that no shipping claim can be told for; provider admins also see those of no store',
  params: StoreParams,
  query: z.object({ take: z.coerce.number().int().min(0).max(100).default(100) }),
  response: z.object({
    /** All there are; the newest are listed. */
    count: z.number().int(),
    mails: z.array(
      z.object({
        id: z.number().int(),
        receivedOn: z.string(),
        from: z.object({ name: z.string(), email: z.string() }),
        to: z.string(),
        subject: z.string(),
        kind: MailKind,
        kindLabel: z.string(),
        text: z.string(),
        /** Why no claim has it. */
        why: z.string(),
        /** False where only its being there is known. */
        isReadable: z.boolean(),
        isOfStore: z.boolean(),
        attachments: z.array(z.object({ filename: z.string(), problem: z.string().nullable() })),
        /** Claims of the sender. */
        claims: z.array(
          z.object({
            id: z.number().int(),
            externalId: z.string(),
            orderNo: z.string(),
            customerName: z.string(),
            status: ShippingStatus,
            statusLabel: z.string(),
          }),
        ),
      }),
    ),
  }),
});

export const placeMail = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/shipping-protection/unplaced-mail/{mailId}/claim/{shippingClaimId}',
  access: 'staff',
  summary: 'Put an email into a shipping claim',
  params: MailParams.extend({ shippingClaimId: z.coerce.number().int().positive() }),
  response: Nothing,
  errors: { ...Gone, ...NotFound, CUSTOMER_ERASED: "The customer's data was erased" },
});

export const dismissMail = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/shipping-protection/unplaced-mail/{mailId}',
  access: 'staff',
  summary: 'Delete an email that belongs to no shipping claim',
  params: MailParams,
  response: Nothing,
  errors: Gone,
});

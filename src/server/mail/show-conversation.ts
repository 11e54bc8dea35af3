import type { EmailConversation } from '#contract/shipping-claim-shapes.ts';
import { ATTACHMENT_PROBLEMS, type KeptAttachment } from '#core/mail/attachments.ts';
import { MAIL_KINDS } from '#core/mail/mail-kind.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import { showMedia } from '#server/claim-view.ts';
import type { ShownMailRow } from '#server/db/claim-mail.ts';
import type { ServerDeps } from '#server/deps.ts';
import { inboundOf } from '#server/mail/reply-address.ts';

type Deps = Pick<ServerDeps, 'files' | 'config'>;
type Shown = EmailConversation['messages'][number];

/** The conversation of a claim as staff see it. */
export async function showConversation(
  storeId: number,
  claim: Pick<ShippingClaim, 'externalId' | 'customerName' | 'customerEmail'>,
  mails: readonly ShownMailRow[],
  deps: Deps,
): Promise<EmailConversation> {
  return {
    subject: mails[0]?.subject ?? '',
    customerName: claim.customerName,
    customerEmail: claim.customerEmail,
    isAnswerable: inboundOf(deps.config) !== null,
    messages: await Promise.all(mails.map((mail) => showMail(storeId, mail, deps))),
  };
}

async function showMail(storeId: number, mail: ShownMailRow, deps: Deps): Promise<Shown> {
  return {
    id: mail.mail_id,
    direction: mail.direction,
    kind: mail.kind,
    kindLabel: mail.kind === 'message' || mail.kind === 'news' ? '' : MAIL_KINDS[mail.kind],
    from: { name: mail.from_name, email: mail.from_address },
    to: mail.to_address,
    subject: mail.subject,
    createdOn: mail.created_on.toISOString(),
    sanitizedHtmlBody: mail.html,
    isCut: mail.is_cut,
    attachments: await Promise.all(mail.attachments.map((one) => showAttachment(storeId, one, deps))),
    by: mail.by,
    delivery: mail.direction === 'out' ? deliveryOf(mail) : null,
  };
}

async function showAttachment(
  storeId: number,
  { filename, contentType, size, mediaId, problem }: KeptAttachment,
  { files }: Deps,
): Promise<Shown['attachments'][number]> {
  const kept = mediaId === null ? [] : [{ id: mediaId, filename, contentType, size }];
  const [media = null] = await showMedia(storeId, kept, files);
  return { filename, size, media, problem: problem && ATTACHMENT_PROBLEMS[problem] };
}

function deliveryOf({ state, undelivered }: ShownMailRow): NonNullable<Shown['delivery']> {
  if (undelivered !== null) return { state: 'undelivered', reason: undelivered };
  switch (state) {
    case 'failed':
      return { state: 'failed', reason: null };
    case 'calledOff':
      return { state: 'canceled', reason: null };
    case 'done':
    case 'doneElsewhere':
      return { state: 'sent', reason: null };
    default:
      return { state: 'sending', reason: null };
  }
}

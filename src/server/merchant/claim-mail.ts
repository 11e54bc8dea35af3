import * as contract from '#contract/merchant/claim-mail.ts';
import { ATTACHMENT_PROBLEMS, MOST_SENT_BYTES } from '#core/mail/attachments.ts';
import { MAIL_KINDS } from '#core/mail/mail-kind.ts';
import { UNPLACED } from '#core/mail/match-claim.ts';
import { messagesAnswered, messageWritten, MOST_OUT_IN_AN_HOUR } from '#core/protection/claim-messages.ts';
import { aboutShippingClaim } from '#core/effects/subject.ts';
import { sum } from '#core/orders/movements.ts';
import { normalizeEmail } from '#core/orders/lookup.ts';
import { SHIPPING_STATUSES } from '#core/protection/shipping-claim.ts';
import { Refusal } from '#core/refusal.ts';
import {
  addMail,
  claimsOfSenders,
  countUnplaced,
  mailsWithinHour,
  takeUnplaced,
  threadOf,
  unplacedMails,
  type UnplacedRow,
} from '#server/db/claim-mail.ts';
import { checkAllFound, foundMedia } from '#server/customer/claim-media.ts';
import type { Db } from '#server/db/connect.ts';
import { attachMediaTo } from '#server/db/media.ts';
import { shippingClaimById, type ShippingClaimRow } from '#server/db/shipping-claims.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { mailboxOf, storeSender } from '#server/email/sender.ts';
import { linesAsHtml } from '#server/email/render.ts';
import { enqueue } from '#server/effects/outbox.ts';
import type { StoreContext } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { placeByHand } from '#server/mail/take-in.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { changeShippingClaim } from '#server/protection/change.ts';
import { loadShippingPage, shippingClaimNotFound } from '#server/protection/load-page.ts';
import { showShippingClaim } from '#server/protection/show.ts';
import { writerFor } from '#server/texts.ts';

type Deps = Pick<ServerDeps, 'database' | 'files' | 'install' | 'config' | 'secret' | 'log'>;

/** The conversation by email of claims of shipping protection, and the mail that no claim can be told for. */
export function claimMailHandlers(deps: Deps): Handler[] {
  const { database } = deps;

  const show = async (id: number, context: StoreContext) =>
    showShippingClaim(
      await database.readStore(context.storeId, (db) => loadShippingPage(db, context.storeId, id)),
      deps,
      context,
    );

  return [
    handle(contract.writeShippingMessage, async ({ params: { shippingClaimId: id }, body }, context) => {
      const { storeId } = context;
      await database.inStore(storeId, async (db) => {
        const row = await shippingClaimById(db, storeId, id);
        if (!row) throw shippingClaimNotFound();
        await write(db, deps, row, body, context);
      });
      return show(id, context);
    }),

    handle(contract.markShippingMessageAnswered, async ({ params: { shippingClaimId: id } }, context) => {
      const { storeId, requestId } = context;
      const by = { kind: 'person', version: null } as const;
      const changed = await database.inStore(storeId, (db) =>
        changeShippingClaim(db, { storeId, id, requestId, by }, (claim) =>
          messagesAnswered(claim, new Date().toISOString()),
        ),
      );
      if (!changed) throw shippingClaimNotFound();
      return show(id, context);
    }),

    handle(contract.unplacedMail, async ({ query: { take } }, { storeId, user }) => {
      const isAll = user.isProviderAdmin;
      const read = async (db: Db) => {
        const rows = await unplacedMails(db, storeId, isAll, take);
        return {
          rows,
          count: await countUnplaced(db, storeId, isAll),
          claims: await claimsOfSenders(db, storeId, [...new Set(rows.map((row) => row.from_key))]),
        };
      };
      const { rows, count, claims } = await (isAll ? database.asOwner(read) : database.readStore(storeId, read));
      return { count, mails: rows.map((row) => showUnplaced(row, claims)) };
    }),

    handle(contract.placeMail, async ({ params: { mailId, shippingClaimId } }, { storeId, user, requestId }) => {
      const row = await database.readStore(storeId, (db) => shippingClaimById(db, storeId, shippingClaimId));
      if (!row) throw shippingClaimNotFound();
      checkNotErased(row);
      const who = { by: staffName(user), isProviderAdmin: user.isProviderAdmin, requestId };
      if (!(await placeByHand(deps, { storeId, mailId, shippingClaimId }, who))) throw mailNotFound();
      return {};
    }),

    handle(contract.dismissMail, async ({ params: { mailId } }, { storeId, user }) => {
      const take = (db: Db) => takeUnplaced(db, storeId, user.isProviderAdmin, mailId);
      const gone = await (user.isProviderAdmin ? database.asOwner(take) : database.inStore(storeId, take));
      if (!gone) throw mailNotFound();
      return {};
    }),
  ];
}

/** Keeps what staff wrote, and has it sent. Refuses NO_EMAIL, CUSTOMER_ERASED, TOO_MANY_MESSAGES and its files. */
async function write(
  db: Db,
  deps: Deps,
  { document: claim }: ShippingClaimRow,
  { requestKey, text, mediaIds }: { requestKey: string; text: string; mediaIds: readonly string[] },
  { storeId, requestId, user }: StoreContext,
): Promise<void> {
  const store = await storeById(db, storeId);
  if (!store) throw shippingClaimNotFound();
  checkNotErased({ document: claim });
  if (claim.customerEmail === '')
    throw new Refusal('notAllowed', 'NO_EMAIL', 'This claim has no email address of the customer.');
  const purposeKey = `shippingMessage:shippingClaim:${claim.id}:${requestKey}`;
  const { subject } = await threadOf(db, storeId, claim.id);
  const sender = await storeSender(db, store, deps);
  const { write: say } = await writerFor(db, store, claim.language ?? 'en');
  const heading = subject ?? say({ id: 'email.shipping.message.subject', values: { externalId: claim.externalId } });
  const files = await foundMedia(db, { storeId, orderId: claim.orderId }, mediaIds);
  const mailId = await addMail(db, storeId, {
    shipping_claim_id: claim.id,
    direction: 'out',
    kind: 'message',
    message_id: null,
    purpose_key: purposeKey,
    ...mailboxOf(sender.from),
    to_address: claim.customerEmail,
    subject: subject === null || /^re:/i.test(heading) ? heading : `Re: ${heading}`,
    html: linesAsHtml(text),
    body_text: text,
    by: staffName(user),
    attachments: files.map(({ id: mediaId, ...file }) => ({ ...file, mediaId, problem: null })),
  });
  // The same request wrote it before.
  if (mailId === null) return;
  checkAllFound(files, mediaIds);
  if (sum(files, ({ size }) => size) > MOST_SENT_BYTES)
    throw new Refusal('notAllowed', 'FILES_TOO_LARGE', 'The files of a message can have 18 MB together.');
  await attachMediaTo(db, storeId, aboutShippingClaim(claim), mediaIds);
  if ((await mailsWithinHour(db, storeId, claim.id, 'out')) > MOST_OUT_IN_AN_HOUR)
    throw new Refusal(
      'tooMany',
      'TOO_MANY_MESSAGES',
      `At most ${MOST_OUT_IN_AN_HOUR} messages an hour go to one customer. Try again later.`,
    );
  const by = { userId: user.userId, name: staffName(user) };
  await changeShippingClaim(db, { storeId, id: claim.id, requestId, by: { kind: 'background' } }, (held) =>
    messageWritten(held, by, new Date().toISOString()),
  );
  await enqueue(db, storeId, requestId, [
    {
      kind: 'shippingMessage',
      purposeKey,
      subject: aboutShippingClaim(claim),
      payload: { shippingClaimId: claim.id, claimExternalId: claim.externalId, to: claim.customerEmail, mailId },
    },
  ]);
}

function checkNotErased({ document }: Pick<ShippingClaimRow, 'document'>): void {
  if (document.erasedOn !== undefined)
    throw new Refusal('conflict', 'CUSTOMER_ERASED', "This customer's data was erased, so the claim can't be changed.");
}

const mailNotFound = (): Refusal => new Refusal('notFound', 'MAIL_NOT_FOUND', "This email isn't in the list any more.");

function showUnplaced(row: UnplacedRow, claims: Awaited<ReturnType<typeof claimsOfSenders>>) {
  return {
    id: row.mail_id,
    receivedOn: row.received_on.toISOString(),
    from: { name: row.from_name, email: row.from_address },
    to: row.to_address,
    subject: row.subject,
    kind: row.kind,
    kindLabel: row.kind === 'message' ? '' : MAIL_KINDS[row.kind],
    text: row.body_text,
    why: UNPLACED[row.why],
    isReadable: row.why !== 'unreadable' && row.why !== 'tooLarge',
    isOfStore: row.store_id !== null,
    attachments: row.attachments.map(({ filename, problem }) => ({
      filename,
      problem: problem && ATTACHMENT_PROBLEMS[problem],
    })),
    claims: claims
      .filter(({ email_key: key }) => key !== '' && key === normalizeEmail(row.from_address))
      .map((claim) => ({
        id: claim.shipping_claim_id,
        externalId: claim.external_id,
        orderNo: claim.order_no,
        customerName: claim.customer_name,
        status: claim.status,
        statusLabel: SHIPPING_STATUSES[claim.status].label,
      })),
  };
}

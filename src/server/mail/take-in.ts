import { createHash } from 'node:crypto';
import type { KeptAttachment } from '#core/mail/attachments.ts';
import type { IncomingMail } from '#core/mail/incoming-mail.ts';
import { mailKindOf, type MailKind } from '#core/mail/mail-kind.ts';
import {
  placeMail,
  type AddressFinding,
  type Candidate,
  type Placing,
  type WhyUnplaced,
} from '#core/mail/match-claim.ts';
import { MOST_IN_AN_HOUR, messageReceived, participantsOf } from '#core/protection/claim-messages.ts';
import { readIncomingMail, readMailReport } from '#partners/registry.ts';
import {
  addMail,
  addUnplaced,
  claimsOfMessages,
  mailsWithinHour,
  takeMail,
  takeUnplaced,
  unplacedRaw,
  wasTaken,
} from '#server/db/claim-mail.ts';
import type { Db } from '#server/db/connect.ts';
import { shippingClaimById, type ShippingClaimRow } from '#server/db/shipping-claims.ts';
import type { ServerDeps } from '#server/deps.ts';
import { noReplyOf } from '#server/email/sender.ts';
import { attachKept, judgeAttachments, keepAttachments } from '#server/mail/keep-attachments.ts';
import { inboundOf, readReplyAddress } from '#server/mail/reply-address.ts';
import type { SafeBody } from '#server/mail/safe-html.ts';
import { changeShippingClaim } from '#server/protection/change.ts';
import { orderToProtect } from '#server/protection/order-to-protect.ts';
import { concernedBy } from '#server/webhooks/concerned.ts';
import { keepCall } from '#server/webhooks/inbox.ts';

export const MAIL_PARTNER = 'mail';
/** Larger mails aren't read. Mail providers take up to 25 MB of files, which is a third more as text. */
export const MOST_MAIL_BYTES = 36_000_000;

/** The head of any mail is in these. */
const HEAD_BYTES = 600_000;
const EXCERPT_LETTERS = 20_000;
const SUBJECT_LETTERS = 300;
const ADDRESS_LETTERS = 320;

type Deps = Pick<ServerDeps, 'database' | 'files' | 'config' | 'secret' | 'log'>;
type Taken = { mail: IncomingMail; kind: MailKind; digest: string; raw: Uint8Array };

/** What became of a mail. `repeated`: it came before, and nothing was done. */
export type TakenIn =
  | { became: 'report'; isNew: boolean }
  | { became: 'repeated' }
  | { became: 'message'; storeId: number; shippingClaimId: number; kind: MailKind }
  | { became: 'unplaced'; why: WhyUnplaced };

/** Takes in one mail as raw MIME: once, in the claim it belongs to, or in the list of mail that no claim can be told for. */
export async function takeInMail(deps: Deps, raw: Uint8Array, requestId: string): Promise<TakenIn> {
  const report = saysReport(raw) ? await readMailReport(raw).catch(() => null) : null;
  if (report) {
    const id = createHash('sha256').update(raw).digest('hex');
    const call = { id, topic: report.kind, proof: null };
    const kept = await keepCall(deps.database, MAIL_PARTNER, call, concernedBy(MAIL_PARTNER, { kind: 'mail', report }));
    if (kept.length > 0) return { became: 'report', isNew: kept.some(({ isNew }) => isNew) };
  }
  const mail = await readIncomingMail(raw).catch((error: unknown) => {
    deps.log.info({ err: error }, 'an incoming mail could not be read');
    return null;
  });
  if (!mail) return keepUnreadable(deps, raw);
  const taken: Taken = { mail, kind: mailKindOf(mail, ownAddresses(deps)), digest: digestOf(mail, raw), raw };
  if (await wasTaken(deps.database, taken.digest)) return { became: 'repeated' };
  const placing = await placingOf(deps, mail);
  if (!placing.isPlaced) return keepUnplaced(deps, taken, placing.why, placing.storeId);
  const { storeId, shippingClaimId } = placing;
  const why = await putInClaim(deps, taken, placing, requestId);
  if (why === 'taken') return { became: 'repeated' };
  if (why !== null) return keepUnplaced(deps, taken, why, storeId);
  return { became: 'message', storeId, shippingClaimId, kind: taken.kind };
}

/** Whether a mail may be news of an email of ours; reading one as such takes as long as reading it. */
const saysReport = (raw: Uint8Array): boolean =>
  /multipart\/report/i.test(Buffer.from(raw.subarray(0, HEAD_BYTES)).toString('latin1'));

const ownAddresses = ({ config }: Pick<Deps, 'config'>): string[] => {
  const inbound = inboundOf(config);
  return [
    noReplyOf(config).toLowerCase(),
    ...(inbound && inbound.local !== '' ? [`${inbound.local}@${inbound.domain}`] : []),
  ];
};

/** The same for every copy of a mail, however it came. Its Message-ID alone may be that of many mails. */
function digestOf(
  { messageId, from, subject, text, html, attachments, headers }: IncomingMail,
  raw: Uint8Array,
): string {
  const hash = createHash('sha256');
  // Of what can't be told apart by its words, the bytes are looked at.
  if (messageId === null && from === null) hash.update(raw);
  const date = headers.find(({ key }) => key === 'date')?.value ?? '';
  for (const part of [messageId ?? '', from?.address ?? '', date, subject, text, html])
    hash.update(`${part.length}\n${part}`);
  for (const { filename, content } of attachments) hash.update(`\n${filename}\n${content.byteLength}`).update(content);
  return hash.digest('hex');
}

/** The claim a mail belongs to, or why none. */
async function placingOf({ database, config, secret }: Deps, mail: IncomingMail): Promise<Placing> {
  const now = new Date();
  const candidate = (storeId: number, shippingClaimId: number): Promise<Candidate | null> =>
    database.readStore(storeId, (db) => candidateOf(db, storeId, shippingClaimId));
  const read = mail.to.map((address) => readReplyAddress(config, secret, address, now));
  const findings: AddressFinding[] = [];
  for (const one of read) {
    if (one.kind === 'forged') findings.push({ kind: 'forged' });
    if (one.kind === 'expired') findings.push({ kind: 'expired', storeId: one.storeId });
    if (one.kind === 'valid')
      findings.push({
        kind: 'claim',
        storeId: one.storeId,
        candidate: await candidate(one.storeId, one.shippingClaimId),
      });
  }
  const address = findings.find(({ kind }) => kind === 'claim') ??
    findings.find(({ kind }) => kind === 'expired') ??
    findings[0] ?? { kind: 'none' as const };
  const answered: Candidate[] = [];
  if (address.kind !== 'claim')
    for (const { storeId, shippingClaimId } of await claimsOfMessages(database, mail.references)) {
      const one = await candidate(storeId, shippingClaimId);
      if (one) answered.push(one);
    }
  return placeMail(mail.from?.address ?? null, address, answered);
}

async function candidateOf(db: Db, storeId: number, shippingClaimId: number): Promise<Candidate | null> {
  const row = await shippingClaimById(db, storeId, shippingClaimId);
  const at = row && (await orderToProtect(db, storeId, row.order_id));
  return row && at
    ? {
        storeId,
        shippingClaimId,
        participants: participantsOf(row.document, at.order),
        isErased: row.document.erasedOn !== undefined,
      }
    : null;
}

/** Null once it is in the claim; else why it can't be. */
async function putInClaim(
  deps: Deps,
  taken: Taken,
  { storeId, shippingClaimId }: { storeId: number; shippingClaimId: number },
  requestId: string,
): Promise<'taken' | WhyUnplaced | null> {
  const attachments = await keepAttachments(deps, storeId, taken.mail.attachments);
  const body = await bodyOf(taken.mail);
  return deps.database.inStore(storeId, async (db) => {
    const row = await shippingClaimById(db, storeId, shippingClaimId);
    if (!row) return 'noClaim';
    if (row.document.erasedOn !== undefined) return 'erased';
    if ((await mailsWithinHour(db, storeId, shippingClaimId, 'in')) >= MOST_IN_AN_HOUR) return 'tooMany';
    if (!(await takeMail(db, taken.digest))) return 'taken';
    await addToClaim(db, row, { ...taken, body, attachments, by: null, on: new Date() }, requestId);
    return null;
  });
}

/** What a mail says. What reads HTML is loaded for the first mail. */
const bodyOf = async (mail: IncomingMail): Promise<SafeBody> =>
  (await import('#server/mail/safe-html.ts')).safeBody(mail);

const senderOf = ({ from }: IncomingMail): string =>
  (from?.name || from?.address || 'Unknown').slice(0, 200).toWellFormed();

type Added = Pick<Taken, 'mail' | 'kind'> & {
  body: SafeBody;
  attachments: readonly KeptAttachment[];
  /** Who put it there; null where it came there by itself. */
  by: string | null;
  on: Date;
};

/** Puts a mail into a claim, with its files, and lets the claim hear of it. */
async function addToClaim(
  db: Db,
  { store_id: storeId, shipping_claim_id: id, order_id: orderId }: ShippingClaimRow,
  { mail, kind, body, attachments, by, on }: Added,
  requestId: string,
): Promise<void> {
  await addMail(db, storeId, {
    shipping_claim_id: id,
    direction: 'in',
    kind,
    message_id: mail.messageId,
    purpose_key: null,
    ...namesOf(mail),
    html: body.html,
    body_text: body.text,
    is_cut: body.isCut,
    attachments,
    by,
    created_on: on,
  });
  await attachKept(db, storeId, { shippingClaimId: id, orderId }, attachments);
  if (kind !== 'message') return;
  const message = { text: body.text, from: senderOf(mail) };
  await changeShippingClaim(db, { storeId, id, requestId, by: { kind: 'background' } }, (claim, at) =>
    messageReceived(claim, at, message, new Date().toISOString()),
  );
}

const namesOf = ({ from, to, subject }: IncomingMail) => ({
  from_name: (from?.name ?? '').slice(0, 200),
  from_address: (from?.address ?? '').slice(0, ADDRESS_LETTERS),
  to_address: (to[0] ?? '').slice(0, ADDRESS_LETTERS),
  subject: subject.slice(0, SUBJECT_LETTERS),
});

async function keepUnplaced(
  { database, config }: Deps,
  { mail, kind, digest, raw }: Taken,
  why: WhyUnplaced,
  storeId: number | null,
): Promise<TakenIn> {
  const attachments = await judgeAttachments(mail.attachments, config, () => null);
  const row = {
    store_id: storeId,
    kind,
    why,
    ...namesOf(mail),
    body_text: (await bodyOf(mail)).text.slice(0, EXCERPT_LETTERS),
    attachments,
    raw,
  };
  const isNew = await database.asOwner(async (db) => {
    if (!(await takeMail(db, digest))) return false;
    await addUnplaced(db, row);
    return true;
  });
  return isNew ? { became: 'unplaced', why } : { became: 'repeated' };
}

/** What can't be read is kept for a person to see that it came. */
async function keepUnreadable({ database }: Deps, raw: Uint8Array): Promise<TakenIn> {
  const digest = createHash('sha256').update(raw).digest('hex');
  const isNew = await database.asOwner(async (db) => {
    if (!(await takeMail(db, digest))) return false;
    await addUnplaced(db, { ...NOBODY, why: 'unreadable', raw });
    return true;
  });
  return isNew ? { became: 'unplaced', why: 'unreadable' } : { became: 'repeated' };
}

const NOBODY = {
  store_id: null,
  kind: 'message' as const,
  from_name: '',
  from_address: '',
  to_address: '',
  subject: '',
  body_text: '',
  attachments: [],
};

/** Keeps that a mail came that is too large to be read. `id`: the same for every look at it. */
export async function keepTooLarge(
  { database }: Pick<Deps, 'database'>,
  { id, from, subject }: { id: string; from: string; subject: string },
): Promise<void> {
  await database.asOwner(async (db) => {
    if (!(await takeMail(db, createHash('sha256').update(`too large\n${id}`).digest('hex')))) return;
    const names = { from_address: from.slice(0, ADDRESS_LETTERS), subject: subject.slice(0, SUBJECT_LETTERS) };
    await addUnplaced(db, { ...NOBODY, ...names, why: 'tooLarge', raw: null });
  });
}

/**
 * Puts a mail that no claim could be told for into one, because a person says so. False where it is gone from the list, or
 * can't be read.
 */
export async function placeByHand(
  deps: Deps,
  { storeId, mailId, shippingClaimId }: { storeId: number; mailId: number; shippingClaimId: number },
  { by, isProviderAdmin, requestId }: { by: string; isProviderAdmin: boolean; requestId: string },
): Promise<boolean> {
  const raw = await deps.database.asOwner((db) => unplacedRaw(db, storeId, isProviderAdmin, mailId));
  const mail = raw && (await readIncomingMail(raw).catch(() => null));
  if (!raw || !mail) return false;
  const kind = mailKindOf(mail, ownAddresses(deps));
  const attachments = await keepAttachments(deps, storeId, mail.attachments);
  const body = await bodyOf(mail);
  // Of no store it is the owner's alone, so that all of it is one transaction of the owner.
  return deps.database.asOwner(async (db) => {
    const row = await shippingClaimById(db, storeId, shippingClaimId);
    if (!row || row.document.erasedOn !== undefined) return false;
    const gone = await takeUnplaced(db, storeId, isProviderAdmin, mailId);
    if (!gone) return false;
    await addToClaim(db, row, { mail, kind, body, attachments, by, on: gone.received_on }, requestId);
    return true;
  });
}

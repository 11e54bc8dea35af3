import { problemOfSendFrom, statusOfDomain } from '#core/emails/domain-records.ts';
import type { OutgoingMail } from '#partners/ports.ts';
import type { Config } from '#server/config.ts';
import type { Db } from '#server/db/connect.ts';
import { emailDomainOf, type EmailDomainRow } from '#server/db/email-domains.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import { unseal } from '#server/stores/seal.ts';

/** A name with an address, as a header has them. */
const mailbox = (name: string, address: string): string =>
  `"${name.replaceAll(/["\\\r\n]/g, ' ').trim()}" <${address}>`;

/** A sender in two parts, as the conversation of a claim keeps it. */
export const mailboxOf = (from: string): { from_name: string; from_address: string } => ({
  from_name: /^\s*"?([^"<]*?)"?\s*</.exec(from)?.[1] ?? '',
  from_address: /<([^>]+)>/.exec(from)?.[1] ?? from.trim(),
});

/** Our own address, which every store may send from. */
export const noReplyOf = ({ MAIL_FROM: from }: Pick<Config, 'MAIL_FROM'>): string =>
  /<([^>]+)>/.exec(from)?.[1] ?? from.trim();

/** Who writes to the store's own people. */
export const senderName = (storeName: string, config: Pick<Config, 'MAIL_FROM'>): string =>
  mailbox(storeName, noReplyOf(config));

/** The domain a store may send from; null while its DNS doesn't prove it. */
export const provenDomain = (row: EmailDomainRow | null): string | null =>
  row && statusOfDomain(row) === 'verified' ? row.domain : null;

type KnownStore = Pick<StoreRow, 'name' | 'settings'>;

/** The sender as it counts: what was never set, or may not be sent from anymore, is as it is at first. */
export function senderSettings(store: KnownStore, domain: string | null, config: Pick<Config, 'MAIL_FROM'>) {
  const { email } = settingsOf(store);
  const noReply = noReplyOf(config);
  const { emailSendFrom: from } = email;
  return {
    ...email,
    emailSendFromName: email.emailSendFromName.trim() || store.name,
    emailSendFrom: from !== '' && problemOfSendFrom(from, domain, noReply) === null ? from.trim() : noReply,
    emailReplyToName: email.emailReplyToName.trim() || store.name,
    emailReplyTo: email.emailReplyTo || email.supportEmail || noReply,
  };
}

/** What DKIM signatures are made with stays where it is; nothing else opens it. */
export const aboutDomainKey = (storeId: number, domain: string): string => `dkim ${storeId} ${domain}`;

/** Who writes to a store's customers. */
export async function storeSender(
  db: Db,
  store: KnownStore & Pick<StoreRow, 'store_id'>,
  { config, secret }: { config: Pick<Config, 'MAIL_FROM'>; secret: string },
): Promise<Pick<OutgoingMail, 'from' | 'replyTo' | 'dkim'>> {
  const row = await emailDomainOf(db, store.store_id);
  const domain = provenDomain(row);
  const its = senderSettings(store, domain, config);
  const isOwn = row && domain !== null && its.emailSendFrom.toLowerCase().endsWith(`@${domain}`);
  return {
    from: mailbox(its.emailSendFromName, its.emailSendFrom),
    ...(its.emailReplyTo === noReplyOf(config) ? {} : { replyTo: mailbox(its.emailReplyToName, its.emailReplyTo) }),
    ...(isOwn
      ? {
          dkim: {
            domain,
            selector: row.selector,
            privateKey: unseal(secret, aboutDomainKey(store.store_id, domain), row.sealed_private_key),
          },
        }
      : {}),
  };
}

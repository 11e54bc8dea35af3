import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import type { OutgoingMail } from '#partners/ports.ts';
import { threadOf } from '#server/db/claim-mail.ts';
import type { Db } from '#server/db/connect.ts';
import type { StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { senderSettings, storeSender } from '#server/email/sender.ts';
import { replyAddress } from '#server/mail/reply-address.ts';

type Sender = Pick<OutgoingMail, 'from' | 'replyTo' | 'dkim' | 'references'>;

/** Who writes to the shopper of a claim, where answers go, and what the email answers. */
export async function conversationSender(
  db: Db,
  store: StoreRow,
  claim: Pick<ShippingClaim, 'id'>,
  deps: Pick<ServerDeps, 'config' | 'secret'>,
): Promise<{ sender: Sender; subject: string | null }> {
  const sender = await storeSender(db, store, deps);
  const { references, subject } = await threadOf(db, store.store_id, claim.id);
  const to = { storeId: store.store_id, shippingClaimId: claim.id };
  const address = replyAddress(deps.config, deps.secret, to, new Date());
  if (address === null) return { sender: { ...sender, references }, subject };
  const { emailReplyToName } = senderSettings(store, null, deps.config);
  const replyTo = `"${emailReplyToName.replaceAll(/["\\\r\n]/g, ' ').trim()}" <${address}>`;
  return { sender: { ...sender, references, replyTo }, subject };
}

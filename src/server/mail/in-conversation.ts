import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import type { Writer } from '#core/texts/writer.ts';
import { PartnerError, type OutgoingMail } from '#partners/ports.ts';
import { claimLinkUrl } from '#server/customer/claim-link.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import { threadOf } from '#server/db/claim-mail.ts';
import type { Db } from '#server/db/connect.ts';
import { shippingClaimById } from '#server/db/shipping-claims.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { CalledOff } from '#server/effects/worker.ts';
import { senderSettings, storeSender } from '#server/email/sender.ts';
import { replyAddress } from '#server/mail/reply-address.ts';
import { writerFor } from '#server/texts.ts';

type Deps = Pick<ServerDeps, 'config' | 'secret'>;
type Sender = Pick<OutgoingMail, 'from' | 'replyTo' | 'dkim' | 'references'>;

/** What an email about a claim of shipping protection is written with. */
export type InConversation = {
  store: StoreRow;
  claim: ShippingClaim;
  portal: string;
  /** The claim in the portal, opened without proof. */
  page: string;
  writer: Writer;
  sender: Sender;
};

/** Throws PartnerError where the claim is gone, and CalledOff where its customer's data was erased. */
export async function inConversation(
  db: Db,
  { storeId, shippingClaimId, to }: { storeId: number; shippingClaimId: number; to: string },
  deps: Deps,
): Promise<InConversation> {
  const [store, row] = await Promise.all([storeById(db, storeId), shippingClaimById(db, storeId, shippingClaimId)]);
  if (!store || !row) throw new PartnerError('mail', 'refused', 'The claim of this email no longer exists.');
  const claim = row.document;
  if (claim.erasedOn !== undefined) throw new CalledOff("The customer's data was erased.");
  const { orderId, orderIdFromPlatform, externalId } = claim;
  const portal = portalAddress(deps.config.PUBLIC_URL, store);
  const link = { storeId, orderId, orderIdFromPlatform, externalId, isGift: false, email: to };
  return {
    store,
    claim,
    portal,
    page: claimLinkUrl(portal, link, deps.secret, new Date()),
    writer: await writerFor(db, store, claim.language ?? 'en'),
    sender: await senderTo(db, store, claim, deps),
  };
}

/** Who writes to the shopper of a claim, where answers go, and what the email answers. */
async function senderTo(db: Db, store: StoreRow, claim: Pick<ShippingClaim, 'id'>, deps: Deps): Promise<Sender> {
  const sender = await storeSender(db, store, deps);
  const { references } = await threadOf(db, store.store_id, claim.id);
  const to = { storeId: store.store_id, shippingClaimId: claim.id };
  const address = replyAddress(deps.config, deps.secret, to, new Date());
  if (address === null) return { ...sender, references };
  const { emailReplyToName } = senderSettings(store, null, deps.config);
  const replyTo = `"${emailReplyToName.replaceAll(/["\\\r\n]/g, ' ').trim()}" <${address}>`;
  return { ...sender, references, replyTo };
}

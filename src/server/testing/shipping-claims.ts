import { randomUUID } from 'node:crypto';
import * as portal from '#contract/customer/shipping-claims.ts';
import * as orders from '#contract/merchant/orders.ts';
import * as contract from '#contract/merchant/shipping-claims.ts';
import type { ShippingMethod } from '#core/protection/shipping-claim.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';
import { returnableOrder, type Returnable } from '#server/testing/claims.ts';
import { eventually, LONG_WINDOWS, type Caller, type TestServer } from '#server/testing/server.ts';

/** Claims of shipping protection on, with windows longer than the demo shop is old. */
export const SHIPPING_CLAIMS_ON = {
  ...LONG_WINDOWS,
  isShippingProtectionEnabled: true,
  isUnprotectedShippingClaimPermitted: true,
  damagedFilingDays: 3650,
  missingItemFilingDays: 3650,
  filingEndDays: 3650,
} satisfies SettingsChanges;

type Told = ReturnType<TestServer['mailbox']['messages']>[number];
export type FiledClaim = {
  from: Returnable;
  id: number;
  externalId: string;
  email: string;
  replyTo: string;
  told: Told;
};

/** Of the links that were sent for a claim, to say where its items go. */
export const reorderTokens = (server: TestServer, shippingClaimId: number): string[] =>
  server.mailbox
    .messages()
    .flatMap(
      ({ text }) =>
        new RegExp(String.raw`https?://\S*/reorder/\S+/claim/${shippingClaimId}\?\S+`).exec(text)?.[0] ?? [],
    )
    .map((link) => new URL(link).searchParams.get('token') ?? '');

/** A claim of a shopper of its own address, who was told that it was received. */
export async function fileShippingClaim(
  server: TestServer,
  staff: Caller,
  method: ShippingMethod = 'Refund',
): Promise<FiledClaim> {
  const from = await returnableOrder(server);
  const params = { slug: server.slug, idFromPlatform: from.order.idFromPlatform };
  const { reasons } = await from.call(portal.shippingProtection, { params });
  const [unit] = reasons.find(({ reason }) => reason === 'Missing_Item')?.units ?? [];
  if (!unit) throw new Error('nothing can be claimed as missing');
  const email = `ada.${randomUUID().slice(0, 8)}@home.example`;
  const { externalId } = await from.call(portal.fileShippingClaim, {
    params,
    body: {
      requestKey: randomUUID(),
      reason: 'Missing_Item',
      method,
      selections: [{ lineIdFromPlatform: unit.lineIdFromPlatform, quantity: 1 }],
      email,
    },
  });
  const { storeId } = server;
  const { shippingClaims } = await staff(orders.getOrder, {
    params: { storeId, idFromPlatform: from.order.idFromPlatform },
  });
  const id = shippingClaims.find((one) => one.externalId === externalId)?.id;
  if (id === undefined) throw new Error('the order does not name its claim');
  const told = await eventually(
    () => server.mailbox.messages().find((one) => one.to.includes(email)),
    'the shopper gets an email',
  );
  await eventually(async () => {
    const { emailConversation } = await staff(contract.getShippingClaim, { params: { storeId, shippingClaimId: id } });
    return emailConversation.messages.length === 1;
  }, 'the email is in the conversation');
  return { from, id, externalId, email, replyTo: told.replyTo ?? '', told };
}

import { randomBytes } from 'node:crypto';
import { askForReview, submit } from '#contract/customer/customer.ts';
import type { Claim } from '#core/claims/claim.ts';
import { createClaim, draftClaim } from '#core/claims/create.ts';
import { EXTERNAL_ID_BYTES, externalIdOf } from '#core/claims/external-id.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import { Refusal } from '#core/refusal.ts';
import { languagesWished } from '#core/texts/languages.ts';
import type { RouteParsed } from '#contract/route.ts';
import { withMedia } from '#server/customer/claim-media.ts';
import { claimInput, goodsOf, wantsGoods } from '#server/customer/draft.ts';
import { answerMade } from '#server/customer/made-before.ts';
import { lookUpPayment } from '#server/customer/payment.ts';
import type { PortalPrices } from '#server/customer/portal-prices.ts';
import type { PortalProducts } from '#server/customer/portal-products.ts';
import { loadOrderForClaim, readerLanguage } from '#server/customer/session-order.ts';
import { checkSums } from '#server/customer/sums-key.ts';
import type { Db } from '#server/db/connect.ts';
import { addClaim } from '#server/claims/change.ts';
import { untilFirst } from '#server/db/new-claim.ts';
import { portalTextsOf } from '#server/db/portal-texts.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { PortalContext, PortalSession } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { asCustomerPayment, type PaymentSeen } from '#server/payments/provider-payment.ts';
import { usePayment } from '#server/payments/use-payment.ts';
import { emailHash, type ClaimOrigin } from '#server/risk/origin.ts';
import { aroundNewClaim } from '#server/rules/around-claim.ts';
import { madeBy, sentRequest, type MadeBefore, type SentRequest } from '#server/sent-request.ts';
import type { LiveCatalog } from '#server/stores/live-catalog.ts';

type Deps = Pick<ServerDeps, 'secret' | 'database' | 'labels' | 'payments' | 'paymentsOf'> & {
  products: PortalProducts;
  prices: PortalPrices;
};
/** `isReviewAsked`: staff are asked to accept it against the rules. */
type Body = RouteParsed<typeof submit>['body'] & { isReviewAsked?: true };

/** What partners said before the claim is made. */
type Seen = { goods: LiveCatalog; paid: PaymentSeen | null };
const NO_GOODS: LiveCatalog = { variants: new Map(), productTitles: new Map(), productGroups: new Map() };

/** Submitting a return. The request key and the order's claims version make it safe to send twice or side by side. */
export function submitHandler(deps: Deps): Handler {
  return handle(submit, async ({ body }, context) => {
    const { portal } = context;
    checkRecipient(portal, body);
    const inItsStore = <T>(work: (db: Db) => Promise<T>): Promise<T> => deps.database.inStore(portal.storeId, work);
    const request = sentRequest(body);
    const make = (seen: Seen) =>
      deps.prices.asking(context, () =>
        untilFirst(() => inItsStore((db) => makeClaim(db, deps, { body, request, seen }, context))),
      );
    // Most returns want neither goods nor a payment, and no partner has to be asked.
    if (!wantsGoods(body) && body.paymentId === null)
      return answerMade(context, await make({ goods: NO_GOODS, paid: null }));
    const loaded = await inItsStore((db) => loadOrderForClaim(db, portal, request.key, deps));
    const made = madeBy(request, loaded.orderId, loaded.made);
    // A repeat is answered as the first was, whether or not partners can be reached.
    if (made !== null) return answerMade(context, made);
    const goods = await goodsOf(deps, context, loaded, body, 'fresh');
    const paid = body.paymentId === null ? null : await lookUpPayment(deps, context, body.paymentId);
    return answerMade(context, await make({ goods, paid }));
  });
}

/** Asking staff for what the rules refuse. It wants neither goods nor a payment: staff decide about both. */
export function askForReviewHandler(deps: Deps): Handler {
  return handle(askForReview, async ({ body: asked }, context) => {
    const { portal } = context;
    const body: Body = {
      ...asked,
      ...NOTHING_SENT,
      selections: asked.selections.map(asSelection),
      isReviewAsked: true,
    };
    checkRecipient(portal, body);
    const sent = { body, request: sentRequest(body), seen: { goods: NO_GOODS, paid: null } };
    const made = await untilFirst(() =>
      deps.database.inStore(portal.storeId, (db) => makeClaim(db, deps, sent, context)),
    );
    return answerMade(context, made);
  });
}

const NOTHING_SENT = {
  shopNowItems: [] as Body['shopNowItems'],
  isInstantExchange: false,
  shippingMethod: 'none',
  paymentId: null,
} as const;
const asSelection = (
  selection: RouteParsed<typeof askForReview>['body']['selections'][number],
): Body['selections'][number] => ({ ...selection, variantIdFromPlatform: null });

/** Refuses RECIPIENT_REQUIRED and RECIPIENT_UNEXPECTED. */
function checkRecipient({ gift }: PortalSession, { recipient }: Body): void {
  if (gift && !recipient) throw new Refusal('notAllowed', 'RECIPIENT_REQUIRED', 'Enter your name, email and address.');
  if (!gift && recipient)
    throw new Refusal(
      'notAllowed',
      'RECIPIENT_UNEXPECTED',
      "This order wasn't opened as a gift. Please look it up again.",
    );
}

type Sent = { body: Body; request: SentRequest; seen: Seen };

/** The claim, made with its effects or found made by this request before. */
async function makeClaim(
  db: Db,
  deps: Deps,
  { body, request, seen: { goods, paid } }: Sent,
  { portal, requestId, address, wishes }: PortalContext,
): Promise<MadeBefore> {
  // In one exchange: which of the languages it is, the settings say, which come with the order.
  const [loaded, said] = await Promise.all([
    loadOrderForClaim(db, portal, request.key, deps),
    portalTextsOf(db, portal.storeId, languagesWished(wishes)),
  ]);
  const made = madeBy(request, loaded.orderId, loaded.made);
  if (made !== null) return made;
  const ids = { claimId: loaded.nextClaimId, externalId: externalIdOf(body.claimType, randomBytes(EXTERNAL_ID_BYTES)) };
  const drafted: CreateClaimInput = {
    ...claimInput(loaded, body, goods, ids, await withMedia(db, portal, body)),
    language: readerLanguage(loaded, wishes),
    ...(body.isReviewAsked ? { askedAgainst: loaded.policies[body.claimType] } : {}),
  };
  const input = await deps.prices.withKnownPrice(db, portal.storeId, drafted);
  const mediaIds = body.selections.flatMap((selection) => selection.mediaIds);
  const originOf = ({ customerEmail }: Claim): ClaimOrigin => ({
    emailHash: emailHash(deps.secret, customerEmail),
    provenBy: portal.provenBy ?? 'postalCode',
    deviceFingerprint: body.deviceFingerprint ?? null,
    ipAddress: address,
  });
  const around = await aroundNewClaim(db, portal.storeId, loaded.rules, input, { originOf, mediaIds });
  const { claim, ...decided } = createClaim({ ...input, around, payment: paid && asCustomerPayment(paid, input.now) });
  // A rule about new claims may charge less than was shown: it is not asked before there is one.
  checkSums(deps.secret, draftClaim(input), body.sumsKey);
  await addClaim(db, portal.storeId, {
    claim,
    store: { name: loaded.storeName, settings: loaded.settings, said },
    request,
    channel: loaded.order.channel,
    claimsVersion: loaded.claimsVersion,
    ...decided,
    mediaIds,
    requestId,
    origin: originOf(claim),
  });
  if (paid && claim.payments.length > 0) await usePayment(db, portal.storeId, paid, claim.id);
  return { externalId: claim.externalId, wasOther: false };
}

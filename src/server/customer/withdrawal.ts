import { createHmac, randomBytes } from 'node:crypto';
import * as contract from '#contract/customer/withdrawal.ts';
import type { RouteParsed } from '#contract/route.ts';
import type { Claim } from '#core/claims/claim.ts';
import { createClaim, draftClaim } from '#core/claims/create.ts';
import { lineEligibility, whyNotWords } from '#core/claims/eligibility.ts';
import { EXTERNAL_ID_BYTES, externalIdOf } from '#core/claims/external-id.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import type { Withdrawal } from '#core/claims/withdrawal-shapes.ts';
import { formatDate } from '#core/dates.ts';
import { buyerEmail } from '#core/orders/order.ts';
import { isWithdrawalOpen, WITHDRAWAL_REASON, type WithdrawalPolicy } from '#core/policy/withdrawal.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import { addClaim } from '#server/claims/change.ts';
import {
  loadOrderForClaim,
  loadSessionOrder,
  type SessionOrder,
  readerLanguage,
} from '#server/customer/session-order.ts';
import { keyUsed, madeBySame, sentRequest } from '#server/sent-request.ts';
import { writerFor } from '#server/texts.ts';
import type { Writer } from '#core/texts/writer.ts';
import { sumsKeyOf } from '#server/customer/sums-key.ts';
import { claimByExternalId } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { untilFirst } from '#server/db/new-claim.ts';
import type { ServerDeps } from '#server/deps.ts';
import { isBuyerProven, type PortalContext, type PortalSession } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { emailHash, type ClaimOrigin } from '#server/risk/origin.ts';
import { aroundNewClaim } from '#server/rules/around-claim.ts';

type Deps = Pick<ServerDeps, 'database' | 'secret' | 'labels' | 'payments'>;
type Stated = RouteParsed<typeof contract.stateWithdrawal>['body'];
type Confirmed = RouteParsed<typeof contract.confirmWithdrawal>['body'];
type Loaded = Pick<SessionOrder, 'withdrawal' | 'claims' | 'storeName' | 'returnAddress' | 'orderId'>;

/** The right of withdrawal: a statement in two steps, with a copy by email. */
export function withdrawalHandlers(deps: Deps): Handler[] {
  const { database } = deps;
  return [
    handle(contract.getWithdrawal, async (_input, { portal }) => {
      const loaded = await database.readStore(portal.storeId, (db) => loadSessionOrder(db, portal, deps));
      return showWithdrawal(loaded, portal, new Date().toISOString());
    }),

    handle(contract.stateWithdrawal, async ({ body }, { portal, wishes }) => {
      const { loaded, writer } = await database.readStore(portal.storeId, async (db) => {
        const found = await loadSessionOrder(db, portal, deps);
        return { loaded: found, writer: await writerOf(db, portal, found, wishes) };
      });
      const claim = draftClaim(inputOf(loaded, body, writer));
      const wire = (minor: number): number => amountOf(minor, claim.currencyCode);
      return {
        statement: claim.withdrawal?.statement ?? [],
        refundAmount: wire(claim.lines.reduce((sum, line) => sum + line.requestedAmount, 0)),
        deliveryAmount: wire(claim.lines.reduce((sum, line) => sum + (line.deliveryAmount ?? 0), 0)),
        statementKey: statementKeyOf(deps.secret, claim),
      };
    }),

    handle(contract.confirmWithdrawal, async ({ body }, context) => {
      const { externalId, withdrawal } = await untilFirst(() =>
        database.inStore(context.portal.storeId, (db) => withdraw(db, deps, body, context)),
      );
      return { externalId, statedOn: withdrawal.statedOn, timeZone: withdrawal.timeZone };
    }),
  ];
}

/** Writes the statement in the language of the reader. */
const writerOf = (
  db: Db,
  { storeId }: PortalSession,
  loaded: Pick<SessionOrder, 'settings'>,
  wishes: readonly string[],
): Promise<Writer> => writerFor(db, { store_id: storeId, settings: loaded.settings }, readerLanguage(loaded, wishes));

type Withdrawn = { externalId: string; withdrawal: Withdrawal };

/** The claim of a withdrawal, made with its copy by email or found made by this request before. */
async function withdraw(
  db: Db,
  deps: Deps,
  body: Confirmed,
  { portal, requestId, address, wishes }: PortalContext,
): Promise<Withdrawn> {
  const request = sentRequest(body);
  const loaded = await loadOrderForClaim(db, portal, request.key, deps);
  const made = madeBySame(request, loaded.orderId, loaded.made);
  if (made !== null) return withdrawnBefore(db, portal, made);
  const ids = { claimId: loaded.nextClaimId, externalId: externalIdOf('Return', randomBytes(EXTERNAL_ID_BYTES)) };
  const input = inputOf(loaded, body, await writerOf(db, portal, loaded, wishes), ids);
  if (statementKeyOf(deps.secret, draftClaim(input)) !== body.statementKey)
    throw new Refusal('conflict', 'STATEMENT_CHANGED', 'Your order has changed. Please check your statement again.');
  const originOf = ({ customerEmail }: Claim): ClaimOrigin => ({
    emailHash: emailHash(deps.secret, customerEmail),
    provenBy: portal.provenBy ?? 'postalCode',
    deviceFingerprint: null,
    ipAddress: address,
  });
  const around = await aroundNewClaim(db, portal.storeId, loaded.rules, input, { originOf, mediaIds: [] });
  const { claim, ...decided } = createClaim({ ...input, around });
  await addClaim(db, portal.storeId, {
    claim,
    store: { name: loaded.storeName, settings: loaded.settings },
    request,
    channel: loaded.order.channel,
    claimsVersion: loaded.claimsVersion,
    ...decided,
    mediaIds: [],
    requestId,
    origin: originOf(claim),
  });
  return asWithdrawn(claim);
}

async function withdrawnBefore(db: Db, { storeId }: PortalSession, externalId: string): Promise<Withdrawn> {
  const loaded = await claimByExternalId(db, storeId, externalId);
  if (!loaded?.claim.withdrawal) throw keyUsed();
  return asWithdrawn(loaded.claim);
}

function asWithdrawn({ externalId, withdrawal }: Claim): Withdrawn {
  if (!withdrawal) throw new Error('the claim of a withdrawal has its statement');
  return { externalId, withdrawal };
}

/** Refuses WITHDRAWAL_NOT_OFFERED. */
function rightOf({ withdrawal }: Pick<Loaded, 'withdrawal'>): WithdrawalPolicy {
  if (withdrawal) return withdrawal;
  throw new Refusal('notAllowed', 'WITHDRAWAL_NOT_OFFERED', "This order can't be withdrawn from online.");
}

const NO_IDS = { claimId: 0, externalId: '' };

/** Refuses WITHDRAWAL_NOT_OFFERED and WITHDRAWAL_ENDED. */
function inputOf(loaded: Loaded, { selections, name, email }: Stated, writer: Writer, ids = NO_IDS): CreateClaimInput {
  const right = rightOf(loaded);
  const { order, policy, end, timeZone } = right;
  const now = new Date().toISOString();
  if (end && !isWithdrawalOpen(right, now))
    throw new Refusal(
      'conflict',
      'WITHDRAWAL_ENDED',
      `The withdrawal period ended on ${formatDate(`${end.day}T00:00:00Z`)}.`,
    );
  return {
    ids: { ...ids, orderId: loaded.orderId },
    order,
    policy,
    variants: new Map(),
    priorClaims: loaded.claims,
    selections: selections.map((selection) => ({
      ...selection,
      reasonId: WITHDRAWAL_REASON.id,
      reasonDetail: '',
      comments: '',
      method: 'refund',
      variantIdFromPlatform: null,
      media: [],
    })),
    shippingMethod: 'packingSlip',
    returnAddress: loaded.returnAddress,
    withdrawal: { name, email, timeZone, lastDay: end?.day ?? null, storeName: loaded.storeName, writer },
    language: writer.language,
    now,
  };
}

/** Names what the shopper was shown, with its sums. */
const statementKeyOf = (secret: string, claim: Claim): string =>
  createHmac('sha256', secret)
    .update(`withdrawal:${JSON.stringify([claim.withdrawal?.statement, sumsKeyOf(secret, claim)])}`)
    .digest('hex')
    .slice(0, 32);

function showWithdrawal(loaded: SessionOrder, portal: PortalSession, now: string) {
  const right = rightOf(loaded);
  const { order, policy, end } = right;
  const { claims } = loaded;
  const isBuyerShown = isBuyerProven(portal);
  const person = order.customer ?? order.shippingAddress ?? order.billingAddress;
  const eligibility = lineEligibility(order, policy, claims, now);
  return {
    storeName: loaded.storeName,
    orderNo: order.orderNo,
    currencyCode: order.currencyCode,
    isOpen: isWithdrawalOpen(right, now),
    lastDay: end?.day ?? null,
    name: isBuyerShown && person ? `${person.firstName} ${person.lastName}`.trim() : '',
    email: isBuyerShown ? buyerEmail(order) : '',
    deliveryAmount: amountOf(policy.terms.deliveryAmount ?? 0, order.currencyCode),
    items: eligibility.flatMap(({ lineIdFromPlatform, methods: { refund } }) => {
      const line = order.lines.find(({ idFromPlatform }) => idFromPlatform === lineIdFromPlatform);
      if (!line) return [];
      const { name, variantTitle, imgUrl } = line;
      const { returnableQuantity: quantity } = refund;
      return [{ lineIdFromPlatform, name, variantTitle, imgUrl, quantity, whyNot: whyNotWords(refund) }];
    }),
  };
}

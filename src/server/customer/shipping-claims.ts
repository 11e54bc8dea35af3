import * as contract from '#contract/customer/shipping-claims.ts';
import { reminderHour } from '#core/claims/reminders.ts';
import { dayIn } from '#core/dates.ts';
import { shopperName } from '#core/claims/timeline.ts';
import { moneyLeft } from '#core/orders/balance.ts';
import { buyerEmail, withTax } from '#core/orders/order.ts';
import { decideAutomatically, type AutomaticTerms } from '#core/protection/automatic.ts';
import type { ShippingDecision } from '#core/protection/shipping-decision.ts';
import {
  addressToConfirm,
  confirmReorder,
  goneMeanwhile,
  isLinkOpen,
  linkUsed,
  reopenShippingClaim,
  reorderGone,
  reorderShort,
} from '#core/protection/decide-shipping.ts';
import { claimableLines, filingOfOrder, isPhotoRequired, whyNotAvailable } from '#core/protection/file-claim.ts';
import { ShippingReason } from '#core/protection/reasons.ts';
import {
  isAwaitingAddress,
  isOutcomePending,
  isUncompleted,
  resolvedAmount,
  wasResolvedExternally,
} from '#core/protection/shipping-claim.ts';
import { unitsValue } from '#core/money.ts';
import { emailOfOrder, orderNotFound } from '#core/orders/lookup.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import { storeOfSlug } from '#server/customer/portal-store.ts';
import { readerLanguage } from '#server/customer/session-order.ts';
import type { Db } from '#server/db/connect.ts';
import { tooManyForNow } from '#server/customer/guarded.ts';
import { searchGuarded } from '#server/customer/lookup.ts';
import { keepFilingReminder, otherFilingReminders } from '#server/db/filing-reminders.ts';
import { untilFirst } from '#server/db/new-claim.ts';
import { ordersByNumber } from '#server/db/orders.ts';
import { settingsOf } from '#server/db/settings.ts';
import {
  shippingClaimByExternalId,
  shippingClaimById,
  shippingClaimsLastYear,
  type ShippingClaimRow,
} from '#server/db/shipping-claims.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { isBuyerProven, type PortalContext, type PortalSession } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { changeShippingClaim } from '#server/protection/change.ts';
import { askBeforeReorder } from '#server/protection/ask-before-reorder.ts';
import { fileOn } from '#server/protection/file.ts';
import { orderToProtect, type OrderToProtect } from '#server/protection/order-to-protect.ts';
import { readReorderLink } from '#server/protection/reorder-link.ts';
import { sentRequest } from '#server/sent-request.ts';

/** Reminders of one order, to all emails together. */
const MOST_REMINDERS = 3;

type Deps = Pick<ServerDeps, 'database' | 'secret' | 'pause' | 'storefrontOf'>;

/** Claims of shipping protection in the portal: filed, followed, answered, and the address of a reorder confirmed. */
export function shippingClaimHandlers(deps: Deps): Handler[] {
  const { database } = deps;
  return [
    handle(contract.shippingProtection, async (_input, { portal }) => {
      const { at, storeName } = await database.readStore(portal.storeId, async (db) => ({
        at: await orderOfSession(db, portal),
        storeName: (await storeById(db, portal.storeId))?.name ?? '',
      }));
      return { storeName, ...showProtection(at, portal, new Date().toISOString()) };
    }),

    handle(contract.fileShippingClaim, async ({ body }, { portal, requestId, wishes }) => {
      if (portal.gift) throw orderNotFound();
      const { externalId } = await untilFirst(() =>
        database.inStore(portal.storeId, async (db) => {
          const at = await orderOfSession(db, portal);
          return fileOn(
            db,
            portal.storeId,
            portal.orderId,
            {
              by: { kind: 'shopper' },
              source: 'Customer_UI',
              reason: body.reason,
              method: body.method,
              selections: body.selections,
              noteFromCustomer: body.note,
              noteFromMerchant: '',
              mediaIds: body.mediaIds,
              shippingAddress: body.shippingAddress,
              email: body.email,
              isCustomerNotified: true,
              language: readerLanguage(at.store, wishes),
            },
            { request: sentRequest(body), requestId },
            await automatically(db, portal.storeId, [body.email, at.order.email, at.order.customer?.email ?? '']),
          );
        }),
      );
      return { externalId };
    }),

    handle(contract.shippingClaim, async ({ params }, { portal }) => {
      const { row, storeName } = await database.readStore(portal.storeId, async (db) => ({
        row: await claimOfSession(db, portal, params.externalId),
        storeName: (await storeById(db, portal.storeId))?.name ?? '',
      }));
      return { storeName, ...showClaim(row) };
    }),

    handle(contract.answerShippingClaim, async ({ params, body }, { portal, requestId }) => {
      const { storeId } = portal;
      await database.inStore(storeId, async (db) => {
        const row = await claimOfSession(db, portal, params.externalId);
        if (row.status !== 'Closed_Denied')
          throw new Refusal('conflict', 'SHIPPING_CLAIM_OPEN', 'This claim was not denied.');
        await changeShippingClaim(
          db,
          { storeId, id: row.shipping_claim_id, requestId, by: { kind: 'person', version: row.version } },
          (claim, at) =>
            reopenShippingClaim(
              claim,
              { ...at, why: body.message },
              shopperName(claim.customerName),
              new Date().toISOString(),
            ),
        );
      });
      return {};
    }),

    handle(contract.remindOfFiling, async ({ body }, context) => {
      const { portal, wishes } = context;
      await checkReminded(deps, context, body.email);
      return database.inStore(portal.storeId, async (db) => {
        const at = await orderOfSession(db, portal);
        const filing = filingOfOrder(at, body.reason, new Date().toISOString());
        if (filing?.state !== 'early' || filing.from === null)
          throw new Refusal('notAllowed', 'NOT_WAITED_FOR', 'There is no day to wait for.');
        if ((await otherFilingReminders(db, portal.storeId, portal.orderId, body.email)) >= MOST_REMINDERS)
          throw new Refusal('tooMany', 'TOO_MANY_REMINDERS', `An order can have ${MOST_REMINDERS} reminders.`);
        await keepFilingReminder(db, portal.storeId, {
          orderId: portal.orderId,
          reason: body.reason,
          email: body.email,
          language: readerLanguage(at.store, wishes),
          remindOn: reminderHour(filing.from, 0, at.terms.timeZone),
        });
        return { day: dayIn(filing.from, at.terms.timeZone) };
      });
    }),

    handle(contract.openReorder, async ({ params, body }) => {
      const store = await storeOfSlug(database, params.slug);
      const { document: claim, at } = await database.readStore(store.store_id, (db) =>
        claimOfLink(deps, db, store.store_id, params.shippingClaimId, body.token),
      );
      return {
        storeName: store.name,
        orderNo: claim.orderNo,
        shippingAddress: addressToConfirm(claim, at.order),
        items: claim.lines.map(({ name, variantTitle, imgUrl, quantity }) => ({
          name,
          variantTitle,
          imgUrl,
          quantity,
        })),
      };
    }),

    handle(contract.confirmReorder, async ({ params, body }, { requestId }) => {
      const store = await storeOfSlug(database, params.slug);
      const { store_id: storeId } = store;
      const known = await database.readStore(storeId, (db) =>
        claimOfLink(deps, db, storeId, params.shippingClaimId, body.token),
      );
      const asks = { storeId, requestId, priority: 'shopper' } as const;
      const short = await askBeforeReorder(deps, asks, known.document, known.at);
      const refusal = await database.inStore(storeId, async (db): Promise<Refusal | null> => {
        let refused: Refusal | null = null;
        const row = await claimOfLink(deps, db, storeId, params.shippingClaimId, body.token);
        await changeShippingClaim(
          db,
          { storeId, id: row.shipping_claim_id, requestId, by: { kind: 'person', version: row.version } },
          (claim, at) => {
            const now = new Date().toISOString();
            const gone = goneMeanwhile(claim, at);
            if (gone !== null) {
              refused = linkUsed();
              return reorderGone(claim, gone, now);
            }
            if (short !== null) {
              refused = new Refusal('conflict', 'OUT_OF_STOCK', short);
              return reorderShort(claim, short, now);
            }
            const { isZeroDollarReorderEnabled } = settingsOf(store).shippingClaimsAdvanced;
            return confirmReorder(
              claim,
              {
                order: at.order,
                address: body.shippingAddress,
                isZeroPriced: isZeroDollarReorderEnabled,
                tags: REORDER_TAGS,
              },
              now,
            );
          },
        );
        return refused;
      });
      if (refusal) throw refusal;
      return {};
    }),
  ];
}

/** What decides a claim at once where the store allows it. */
async function automatically(db: Db, storeId: number, emails: readonly string[]) {
  const store = await storeById(db, storeId);
  if (!store) throw orderNotFound();
  const { isDecidedAutomatically, mostDecidedAutomatically, automaticResolution } = settingsOf(store).shippingClaims;
  const terms: AutomaticTerms = {
    isOn: isDecidedAutomatically,
    most: { amount: mostDecidedAutomatically, currencyCode: store.currency_code },
    method: automaticResolution,
  };
  const claimsLastYear = terms.isOn ? await shippingClaimsLastYear(db, storeId, emails) : 0;
  return (filed: ShippingDecision, at: OrderToProtect): ShippingDecision =>
    decideAutomatically(filed, at, terms, { claimsLastYear }, new Date().toISOString());
}

const REORDER_TAGS = ['makegood-reorder'];

/** The order of the session; a gift's recipient has none here, for the cover is the buyer's. Refuses ORDER_NOT_FOUND. */
async function orderOfSession(db: Db, { storeId, orderId, gift }: PortalSession): Promise<OrderToProtect> {
  const at = gift ? undefined : await orderToProtect(db, storeId, orderId);
  if (!at || at.order.erasedOn !== undefined) throw orderNotFound();
  return at;
}

/**
 * Whom a reminder may go to: the buyer says so; anybody else knows the order's own email, which they can guess here as
 * seldom as at the look-up. Refuses EMAIL_NOT_OF_ORDER and TOO_MANY_ATTEMPTS.
 */
async function checkReminded(deps: Deps, { portal, address, log }: PortalContext, email: string): Promise<void> {
  if (isBuyerProven(portal)) return;
  const { order } = await deps.database.readStore(portal.storeId, (db) => orderOfSession(db, portal));
  const { orderNo } = order;
  const { found, verdict } = await searchGuarded(
    {
      ...deps,
      store: await storeOfSlug(deps.database, portal.slug),
      log,
      tried: { network: address, number: orderNo, answer: email, proof: 'email' },
    },
    {
      candidates: (db) => ordersByNumber(db, portal.storeId, orderNo),
      isIt: (one) => emailOfOrder(one, orderNo, email) !== null,
    },
  );
  if (found) return;
  throw verdict === 'compare'
    ? new Refusal('notAllowed', 'EMAIL_NOT_OF_ORDER', 'Enter the email address of your order.')
    : tooManyForNow();
}

/** Refuses CLAIM_NOT_FOUND. */
async function claimOfSession(
  db: Db,
  { storeId, orderId, gift }: PortalSession,
  externalId: string,
): Promise<ShippingClaimRow> {
  const row = await shippingClaimByExternalId(db, storeId, externalId);
  if (!row || row.order_id !== orderId || gift || row.document.erasedOn !== undefined)
    throw new Refusal('notFound', 'CLAIM_NOT_FOUND', "This claim isn't part of the order you looked up.");
  return row;
}

/** With its order. Refuses LINK_USED. */
async function claimOfLink(
  { secret }: Pick<Deps, 'secret'>,
  db: Db,
  storeId: number,
  shippingClaimId: number,
  token: string,
): Promise<ShippingClaimRow & { at: OrderToProtect }> {
  const now = new Date();
  const link = readReorderLink(secret, token, now);
  if (!link || link.storeId !== storeId || link.shippingClaimId !== shippingClaimId) throw linkUsed();
  const row = await shippingClaimById(db, storeId, shippingClaimId);
  if (!row || row.document.erasedOn !== undefined || !isLinkOpen(row.document, link.askedOn, now.toISOString()))
    throw linkUsed();
  const at = await orderToProtect(db, storeId, row.order_id);
  if (!at) throw linkUsed();
  return { ...row, at };
}

function showProtection(at: OrderToProtect, portal: PortalSession, now: string) {
  const { order, claims, shippingClaims, terms } = at;
  const isBuyerShown = isBuyerProven(portal);
  const refusal = whyNotAvailable(at);
  const existing = shippingClaims.find(isUncompleted);
  const reasons = ShippingReason.options.flatMap((reason) => {
    const filing = filingOfOrder(at, reason, now);
    if (filing === null) return [];
    return [
      {
        reason,
        state: filing.state,
        fromDay: filing.state === 'early' && filing.from !== null ? dayIn(filing.from, terms.timeZone) : null,
        isPhotoRequired: isPhotoRequired(terms, reason),
        units: claimableLines(at, reason, now).map(({ line, units }) => ({
          lineIdFromPlatform: line.idFromPlatform,
          quantity: units,
        })),
      },
    ];
  });
  return {
    orderNo: order.orderNo,
    currencyCode: order.currencyCode,
    isProtected: at.isProtected,
    whyNot: refusal && (existing ? ('SHIPPING_CLAIM_EXISTS' as const) : ('SHIPPING_CLAIM_NOT_AVAILABLE' as const)),
    isAnythingSent: reasons.length > 0,
    email: isBuyerShown ? buyerEmail(order) : '',
    shippingAddress: isBuyerShown ? order.shippingAddress : null,
    existing: existing ? { externalId: existing.externalId } : null,
    reasons,
    mostRefundable: amountOf(moneyLeft(order, claims), order.currencyCode),
    items: claimableLines(at, 'Lost', now, true).map(({ line, units }) => ({
      lineIdFromPlatform: line.idFromPlatform,
      name: line.name,
      variantTitle: line.variantTitle,
      imgUrl: line.imgUrl,
      quantity: units,
      amount: amountOf(
        unitsValue(withTax(order, line.paidTotal, line.taxTotal), line.quantity, line.quantity - units, units),
        order.currencyCode,
      ),
    })),
  };
}

function showClaim({ document: claim, status }: ShippingClaimRow) {
  const { resolution } = claim;
  return {
    externalId: claim.externalId,
    orderIdFromPlatform: claim.orderIdFromPlatform,
    orderNo: claim.orderNo,
    createdOn: claim.createdOn,
    currencyCode: claim.currencyCode,
    status,
    reason: claim.reason,
    method: claim.requestedMethod,
    note: claim.noteFromCustomer,
    isAddressAwaited: isAwaitingAddress(claim),
    items: claim.lines.map(({ name, variantTitle, imgUrl, quantity }) => ({ name, variantTitle, imgUrl, quantity })),
    denial: claim.denial && { reason: claim.denial.reason, note: claim.denial.note },
    canAnswer: status === 'Closed_Denied',
    refund:
      resolution?.method === 'Refund'
        ? {
            amount: amountOf(resolvedAmount(resolution), claim.currencyCode),
            isPending: isOutcomePending(claim),
          }
        : null,
    newOrderNo: resolution?.order?.orderNo ?? null,
    wasResolvedExternally: wasResolvedExternally(claim),
  };
}

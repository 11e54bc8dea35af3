import * as contract from '#contract/merchant/shipping-claims.ts';
import type { ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import {
  denyShippingClaim,
  grantReorder,
  refundShippingClaim,
  reopenShippingClaim,
  resolveShippingClaim,
  type Decider,
} from '#core/protection/decide-shipping.ts';
import { coverLeft } from '#core/protection/cover-left.ts';
import { assignShippingClaim, keepingHold, type Person } from '#core/protection/hold-claim.ts';
import { claimableLines, whyNotAvailable } from '#core/protection/file-claim.ts';
import type { ShippingClaim, ShippingSource } from '#core/protection/shipping-claim.ts';
import type { ShippingDecision } from '#core/protection/shipping-decision.ts';
import { isClosed, isUncompleted } from '#core/protection/shipping-claim.ts';
import { unitsValue } from '#core/money.ts';
import { buyerEmail, buyerName, withTax } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { settingsOf } from '#server/db/settings.ts';
import { amountOf, minorOf } from '#server/amounts.ts';
import { bringOrder } from '#server/claims/bring-order.ts';
import { colleagueById } from '#server/db/concierge.ts';
import { untilFirst } from '#server/db/new-claim.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { StoreContext } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { changeShippingClaim } from '#server/protection/change.ts';
import { askBeforeReorder } from '#server/protection/ask-before-reorder.ts';
import { fileOn } from '#server/protection/file.ts';
import { loadShippingPage, shippingClaimNotFound } from '#server/protection/load-page.ts';
import { checkMayDecide } from '#server/protection/may-decide.ts';
import { orderToProtect, type OrderToProtect } from '#server/protection/order-to-protect.ts';
import { showShippingClaim } from '#server/protection/show.ts';
import { refuseReordered } from '#server/protection/refuse-reordered.ts';
import { sentRequest } from '#server/sent-request.ts';

type Deps = Pick<ServerDeps, 'database' | 'files' | 'install' | 'config' | 'storefrontOf'>;

/** Claims of shipping protection as staff file, see and decide them. */
export function shippingClaimHandlers(deps: Deps): Handler[] {
  const { database } = deps;

  const show = async (id: number, context: StoreContext): Promise<ShippingClaimShown> =>
    showShippingClaim(
      await database.readStore(context.storeId, (db) => loadShippingPage(db, context.storeId, id)),
      deps,
      context,
    );

  /** One change by staff, decided on the version they saw. */
  async function change(
    id: number,
    context: StoreContext,
    { version }: { version: number | null },
    decide: (claim: ShippingClaim, at: OrderToProtect, by: Decider & Person, now: string) => ShippingDecision,
  ): Promise<ShippingClaimShown> {
    const { storeId, requestId, user } = context;
    await database.inStore(storeId, async (db) => {
      const store = await storeById(db, storeId);
      if (!store) throw shippingClaimNotFound();
      checkMayDecide(store, context);
      const by: Decider & Person = { userId: user.userId, ...deciderOf(user) };
      const changed = await changeShippingClaim(
        db,
        { storeId, id, requestId, by: { kind: 'person', version } },
        (claim, at) => {
          const now = new Date().toISOString();
          const decision = decide(claim, at, by, now);
          return decision.claim === claim ? decision : keepingHold(decision, by, now);
        },
      );
      if (!changed) throw shippingClaimNotFound();
    });
    return show(id, context);
  }

  /** Refuses to decide an open claim whose failed reorder was made after all. */
  async function checkNotReordered(id: number, context: StoreContext): Promise<void> {
    const { storeId, requestId, user } = context;
    const { row, store } = await database.readStore(storeId, (db) => loadShippingPage(db, storeId, id));
    if (isClosed(row.document)) return;
    checkMayDecide(store, context);
    await refuseReordered(deps, { storeId, requestId, priority: 'staff' }, id, deciderOf(user));
  }

  /** The one who asks, or a colleague at the provider; undefined where it is nobody who could have a claim. */
  async function personToHave(userId: number | null, { user }: StoreContext): Promise<Person | null | undefined> {
    if (userId === null) return null;
    if (userId === user.userId) return { userId, name: staffName(user) };
    const [colleague] = user.isProviderAdmin
      ? await database.rowsAsOwner(() => colleagueById(userId, deps.config.PROVIDER_ADMINS))
      : [];
    return colleague && { userId, name: colleague.name };
  }

  return [
    handle(contract.shippingOrder, async ({ params }, { storeId }) => {
      const at = await database.readStore(storeId, (db) => orderToProtect(db, storeId, params.orderId));
      if (!at) throw orderNotFound();
      return showOrder(at);
    }),

    handle(contract.createShippingClaim, async ({ body }, context) => {
      const { storeId, requestId, user } = context;
      const language = await database.readStore(storeId, async (db) => {
        const store = await storeById(db, storeId);
        return store ? settingsOf(store).languages.defaultLanguage : 'en';
      });
      const claim = await untilFirst(() =>
        database.inStore(storeId, (db) =>
          fileOn(
            db,
            storeId,
            body.originalStoreOrderId,
            {
              by: { kind: 'staff', name: staffName(user) },
              source: body.source ?? sourceOf(user),
              reason: body.reason,
              method: body.resolutionMethod,
              selections: body.lineItems.map(({ idFromPlatform, quantity }) => ({
                lineIdFromPlatform: idFromPlatform,
                quantity,
              })),
              noteFromCustomer: '',
              noteFromMerchant: body.noteFromMerchant,
              mediaIds: [],
              shippingAddress: body.shippingAddress,
              email: null,
              isCustomerNotified: body.notifyCustomer,
              language,
            },
            { request: sentRequest(body), requestId },
          ),
        ),
      );
      return show(claim.id, context);
    }),

    handle(contract.getShippingClaim, ({ params }, context) => show(params.shippingClaimId, context)),

    handle(contract.finalizeShippingClaim, async ({ params: { shippingClaimId: id }, body }, context) => {
      const { storeId, requestId, user } = context;
      if (body.finalizationSource !== undefined && body.finalizationSource !== teamOf(user))
        throw new Refusal(
          'notAllowed',
          'FINALIZATION_SOURCE_WRONG',
          `Your decisions come from ${teamOf(user)}. Send that as finalizationSource, or leave it out.`,
        );
      await checkNotReordered(id, context);
      const asks = { storeId, requestId, priority: 'staff' } as const;
      const { row, at: before } = await database.readStore(storeId, (db) => loadShippingPage(db, storeId, id));
      const isOpen = !isClosed(row.document);
      if (body.resolutionMethod === 'Reorder') {
        const short = isOpen ? await askBeforeReorder(deps, asks, row.document, before) : null;
        return change(id, context, body, (claim, known, by, now) => {
          const granted = grantReorder(claim, known, by, now);
          if (short !== null) throw new Refusal('conflict', 'OUT_OF_STOCK', short);
          return granted;
        });
      }
      // A refund that the store made itself may be news yet to come.
      if (isOpen) await bringOrder(deps, asks, before.order);
      return change(id, context, body, (claim, at, by, now) =>
        refundShippingClaim(
          claim,
          at,
          {
            shippingFee: minorOf(body.shippingFee, claim.currencyCode),
            handlingFee: minorOf(body.handlingFee, claim.currencyCode),
            cover: body.isCoverRefunded ? coverLeft(at) : [],
          },
          by,
          now,
        ),
      );
    }),

    handle(contract.denyShippingClaim, async ({ params: { shippingClaimId: id }, body }, context) => {
      await checkNotReordered(id, context);
      return change(id, context, body, (claim, _at, by, now) => denyShippingClaim(claim, body, by, now));
    }),

    handle(contract.resolveShippingClaim, async ({ params: { shippingClaimId: id }, body }, context) => {
      await checkNotReordered(id, context);
      return change(id, context, body, (claim, _at, by, now) =>
        resolveShippingClaim(claim, { note: body.note, isCustomerNotified: body.notifyCustomer }, by, now),
      );
    }),

    handle(contract.reopenShippingClaim, ({ params, body }, context) =>
      change(params.shippingClaimId, context, body, (claim, at, by, now) =>
        reopenShippingClaim(claim, { ...at, why: '' }, by.name, now),
      ),
    ),

    handle(contract.assignShippingClaim, async ({ params, body: { assigneeId, from } }, context) => {
      const to = await personToHave(assigneeId, context);
      return change(params.shippingClaimId, context, { version: null }, (claim, _at, by, now) => {
        if (to === undefined)
          throw new Refusal(
            'notAllowed',
            'ASSIGNEE_UNKNOWN',
            "This person can't have the claim. Choose somebody else.",
          );
        return assignShippingClaim(claim, { from, to }, by, now);
      });
    }),
  ];
}

const teamOf = ({ isProviderAdmin }: StoreContext['user']): Decider['in'] =>
  isProviderAdmin ? 'Provider_App' : 'Merchant_App';

const deciderOf = (user: StoreContext['user']): Decider => ({ name: staffName(user), in: teamOf(user) });

const sourceOf = ({ helpdesk, isProviderAdmin }: StoreContext['user']): ShippingSource =>
  helpdesk ? 'Helpdesk_Ticket' : isProviderAdmin ? 'Provider_Support' : 'Merchant';

function showOrder(at: OrderToProtect) {
  const { order, shippingClaims } = at;
  const existing = shippingClaims.find(isUncompleted);
  const refusal = whyNotAvailable(at);
  return {
    currencyCode: order.currencyCode,
    orderNo: order.orderNo,
    isProtected: at.isProtected,
    whyNot: refusal && (existing ? ('SHIPPING_CLAIM_EXISTS' as const) : ('SHIPPING_CLAIM_NOT_AVAILABLE' as const)),
    existing: existing ? { id: existing.id, externalId: existing.externalId } : null,
    customerName: buyerName(order),
    customerEmail: buyerEmail(order),
    shippingAddress: order.shippingAddress,
    lineItems: claimableLines(at, 'Lost', new Date().toISOString(), true).map(({ line, units }) => ({
      idFromPlatform: line.idFromPlatform,
      name: line.name,
      variantTitle: line.variantTitle,
      sku: line.sku,
      imgUrl: line.imgUrl,
      quantity: units,
      unitAmount: amountOf(
        unitsValue(withTax(order, line.paidTotal, line.taxTotal), line.quantity, 0, 1),
        order.currencyCode,
      ),
    })),
  };
}

const orderNotFound = (): Refusal =>
  new Refusal('notFound', 'ORDER_NOT_FOUND', 'No order in this store matches these details.');

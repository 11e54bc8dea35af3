import * as contract from '#contract/customer/customer.ts';
import { canAppeal, isAppealable } from '#core/claims/appeal.ts';
import { linesWithFreeUnits } from '#core/claims/claim-units.ts';
import { cancelBlock } from '#core/claims/cancel.ts';
import { bonusOf, proceedsOf, shopNowGoods, type Proceeds } from '#core/claims/claim-money.ts';
import { RemainderMethod } from '#core/claims/goods-shapes.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { goodsName } from '#core/claims/exchange.ts';
import { denialWords } from '#core/claims/denial-words.ts';
import { lineEligibility } from '#core/claims/eligibility.ts';
import { isAskedForReview } from '#core/claims/against-rules.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import { returnUntil } from '#core/claims/payments.ts';
import { progressOf } from '#core/claims/progress.ts';
import { rollupForShopper, shopperStatus } from '#core/claims/status.ts';
import { isLedgerShown, owedByShopper, shopperView } from '#core/claims/shopper-view.ts';
import { claimTotals } from '#core/claims/sums.ts';
import { english } from '#core/texts/english.ts';
import type { Command, CommandKind } from '#core/claims/commands/commands.ts';
import type { ReturnShipment } from '#core/claims/shipment-shapes.ts';
import { isSenderNamed } from '#core/claims/shipments.ts';
import { shopperName } from '#core/claims/timeline.ts';
import type { Minor } from '#core/money.ts';
import { amountOf, minorOf } from '#server/amounts.ts';
import { showShipment } from '#server/claim-view.ts';
import { creditedTo, givenElsewhere, handedOut, movementsOf } from '#server/customer/handed-out.ts';
import { nextSteps } from '#server/customer/next-steps.ts';
import { canCollect } from '#server/policy.ts';
import { claimOfSession, loadSessionOrder } from '#server/customer/session-order.ts';
import { claimMedia } from '#server/customer/claim-media.ts';
import { changeClaim } from '#server/claims/change.ts';
import type { Db } from '#server/db/connect.ts';
import { effectsOfClaim } from '#server/db/effects.ts';
import { attachMedia } from '#server/db/media.ts';
import { untilFirst } from '#server/db/new-claim.ts';
import { startedPaymentsFor } from '#server/db/payments.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { isBuyerProven, type PortalSession } from '#server/http/context.ts';
import type { Files } from '#partners/ports.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { showLedger, showPayment, showWanted } from '#server/merchant/show-money.ts';

type Deps = Pick<ServerDeps, 'database' | 'files' | 'labels' | 'payments'>;

/** A claim in the portal: where it stands, and the answer to a question. */
export function overviewHandlers(deps: Deps): Handler[] {
  const { database, files } = deps;
  /** One change of a claim of the session by its shopper. */
  const byShopper = <K extends CommandKind>(
    portal: PortalSession,
    requestId: string,
    externalId: string,
    asked: (claim: Claim, db: Db) => Command<K> | Promise<Command<K>>,
  ): Promise<unknown> =>
    database.inStore(portal.storeId, async (db) => {
      const { claim } = await claimOfSession(db, portal, externalId);
      const by = { kind: 'person', name: shopperName(claim.customerName), version: null } as const;
      return changeClaim(db, { storeId: portal.storeId, claimId: claim.id, requestId, by }, asked);
    });
  return [
    handle(contract.overview, async ({ params }, { portal }) => {
      const { isEffectsOutstanding, store, order, owed, startedPayments, effects, ...loaded } =
        await database.readStore(portal.storeId, async (db) => {
          const loaded = await claimOfSession(db, portal, params.externalId);
          // The amount owed follows the decisions, even if the shopper's view of the claim would cost something else.
          const owed = owedByShopper(loaded.claim);
          const startedPayments = owed > 0 ? await startedPaymentsFor(db, portal.storeId, loaded.claim.id) : [];
          const effects = await effectsOfClaim(db, portal.storeId, loaded.claim.id);
          const store = await storeById(db, portal.storeId);
          const order = await loadSessionOrder(db, portal, deps);
          return { ...loaded, owed, startedPayments, effects, store, order };
        });
      const claim = shopperView(loaded.claim);
      const { withdrawal } = claim;
      const movements = movementsOf(effects);
      const status = rollupForShopper(claim, isEffectsOutstanding);
      const totals = claimTotals(claim);
      const bonus = bonusOf(claim);
      const returnBefore = claim.instantExchange ? returnUntil(claim).shown : null;
      const now = new Date().toISOString();
      const wire = (minor: number): number => amountOf(minor, claim.currencyCode);
      // A postal code is known to others. A gift return opens for its recipient alone, who typed their own address.
      const isShopperProven = isBuyerProven(portal) || isGiftReturn(claim);
      const steps = nextSteps(claim, status, {
        owed,
        returnBefore,
        giftCardType: claim.policy.giftCardType,
        elsewhere: givenElsewhere(movements),
        now,
        creditedTo: isShopperProven ? creditedTo(effects) : null,
        kept: keptText(store),
      });
      const appealable = linesWithFreeUnits(order.order, order.claims, claim.lines.filter(isAppealable));
      return {
        externalId: claim.externalId,
        claimType: claim.claimType,
        orderIdFromPlatform: claim.orderIdFromPlatform,
        orderNo: claim.orderNo,
        createdOn: claim.createdOn,
        currencyCode: claim.currencyCode,
        isGiftReturn: isGiftReturn(claim),
        withdrawal: withdrawal ? { statedOn: withdrawal.statedOn, timeZone: withdrawal.timeZone } : null,
        status: shopperStatus(status),
        progress: progressOf(claim, status.rollup),
        cancelBlock: cancelBlock(loaded.claim),
        nextSteps: steps.map(english),
        steps,
        isAwaitingCustomer: claim.question?.isOpen ?? false,
        canAppeal: canAppeal(loaded.claim, (line) => appealable.has(line.id)),
        appeal: claim.appeal ?? null,
        infoRequest: claim.question?.text ?? '',
        noteToCustomer: claim.noteToCustomer ?? '',
        lines: claim.lines.map((line) => showLine(claim, line)),
        totals:
          isGiftReturn(claim) || claim.lines.some(isAskedForReview)
            ? null
            : {
                refund: wire(totals.byMethod.refund),
                storeCredit: wire(totals.byMethod.storeCredit),
                giftCard: wire(totals.byMethod.giftCard),
                incentive: wire(bonus.onCredit + bonus.onShopNow),
              },
        ledger:
          isGiftReturn(claim) || claim.lines.some(isAskedForReview) || !isLedgerShown(loaded.claim, claim)
            ? null
            : showLedger(claim, startedPayments, 'shopper'),
        canPay: store !== undefined && canCollect(store, deps.payments),
        issued: {
          refund: wire(handedOut(movements, 'refund')),
          storeCredit: wire(handedOut(movements, 'storeCredit')),
          giftCard: wire(handedOut(movements, 'giftCard')),
        },
        payments: claim.payments.map(showPayment),
        shopNowItems: shopNowGoods(claim).map((item) => showWanted(item, claim.currencyCode)),
        isInstantExchange: claim.instantExchange !== undefined,
        returnBefore,
        shippingMethod: claim.shippingMethod,
        shipments: await Promise.all(
          claim.shipments.map((shipment) => showReturn(claim, shipment, { files, isShopperProven })),
        ),
        sentBack: await Promise.all((claim.sentBack ?? []).map((shipment) => showParcel(shipment, files))),
        canReturnMore: lineEligibility(order.order, order.policy, order.claims, now).some(
          ({ returnableQuantity }) => returnableQuantity > 0,
        ),
      };
    }),

    handle(contract.acceptQuotes, async ({ params, body }, { portal, requestId }) => {
      await byShopper(portal, requestId, params.externalId, ({ currencyCode }) => {
        const read = body.quotes.map(({ claimLineItemId: id, price }) => [id, minorOf(price, currencyCode)] as const);
        return { kind: 'quotesAccepted', input: { read: new Map(read) } };
      });
      return {};
    }),

    handle(contract.declineQuote, async ({ params }, { portal, requestId }) => {
      const input = { lineId: params.claimLineItemId };
      await byShopper(portal, requestId, params.externalId, () => ({ kind: 'quoteDeclined', input }));
      return {};
    }),

    handle(contract.cancelClaim, async ({ params }, { portal, requestId }) => {
      await byShopper(portal, requestId, params.externalId, () => ({ kind: 'cancelAsShopper', input: {} }));
      return {};
    }),

    handle(contract.appealClaim, async ({ params, body }, { portal, requestId }) => {
      const appeal = async (claim: Claim, db: Db): Promise<Command<'appeal'>> => {
        const media = await claimMedia(db, portal, body.mediaIds);
        await attachMedia(db, portal.storeId, claim.id, body.mediaIds);
        return { kind: 'appeal', input: { message: body.message, media } };
      };
      // The only answer of a shopper that takes units of the order.
      await untilFirst(() => byShopper(portal, requestId, params.externalId, appeal));
      return {};
    }),

    handle(contract.answerInfo, async ({ params, body }, { portal, requestId }) => {
      await byShopper(portal, requestId, params.externalId, async (claim, db) => {
        const media = await claimMedia(db, portal, body.mediaIds);
        await attachMedia(db, portal.storeId, claim.id, body.mediaIds);
        return { kind: 'answerInfo', input: { message: body.answer, media, by: 'customer' } };
      });
      return {};
    }),
  ];
}

function givenOf(claim: Claim, line: ClaimLine, { issued, bonus, deducted }: Proceeds) {
  const isMoney = RemainderMethod.safeParse(line.method ?? line.requestedMethod).success;
  const isOff = line.canceledOn !== null || line.status === 'denied';
  if (
    isOff ||
    isAskedForReview(line) ||
    !isMoney ||
    line.isShopNow ||
    line.wasResolvedExternally ||
    isGiftReturn(claim)
  )
    return null;
  return { amount: amountOf(issued + bonus, claim.currencyCode), deducted: amountOf(deducted, claim.currencyCode) };
}

/** How the store says that nothing has to be sent back. */
function keptText(store: StoreRow | undefined): { headline: string; detail: string } {
  if (!store) return { headline: '', detail: '' };
  const { portalTexts: texts } = settingsOf(store);
  return { headline: texts.noReturnRequiredItemsHeadline, detail: texts.noReturnRequiredItemsDetailText };
}

/** A package from the shopper. Who is not proven to be them gets no paper that says who they are and where they live. */
async function showReturn(
  { customerEmail }: Claim,
  shipment: ReturnShipment,
  { files, isShopperProven }: { files: Files; isShopperProven: boolean },
) {
  const shown = await showShipment(shipment, files);
  if (isShopperProven || !isSenderNamed(shipment)) return { ...shown, paperBy: null };
  const hasPaper = shown.returnShipmentPdfAssetUrl !== null || shown.qrCodeDetail !== null;
  const by = customerEmail === '' ? ('store' as const) : ('email' as const);
  return { ...shown, returnShipmentPdfAssetUrl: null, qrCodeDetail: null, paperBy: hasPaper ? by : null };
}

/** A package to the shopper, who has no use for its label. */
const showParcel = async (shipment: ReturnShipment, files: Files) => ({
  ...(await showShipment(shipment, files, false)),
  returnShipmentPdfAssetUrl: null,
  qrCodeDetail: null,
});

function showLine(claim: Claim, line: ClaimLine) {
  const shown = (minor: Minor): number | null => (isGiftReturn(claim) ? null : amountOf(minor, claim.currencyCode));
  const brought = proceedsOf(claim, line);
  const method = line.method ?? line.requestedMethod;
  const exchange = method === 'variantExchange' ? line.exchange : null;
  return {
    id: line.id,
    name: line.name,
    variantTitle: line.variantTitle,
    imgUrl: line.imgUrl,
    quantity: line.quantity,
    reasonName: line.reasonName,
    method,
    repair: line.repair
      ? {
          state: line.repair.state,
          price: amountOf(line.repair.price, claim.currencyCode),
          note: line.repair.note,
          steps: line.repair.steps,
        }
      : null,
    exchangeTitle: exchange?.title ?? null,
    exchange: exchange && {
      ...showWanted({ ...exchange, title: goodsName(exchange, line) }, claim.currencyCode),
      ...(isGiftReturn(claim) ? { unitPrice: null, unitTax: null, cost: null } : {}),
    },
    exchangeDelta: shown(exchange === null ? 0 : line.exchangeDeltaAmount),
    isExchangeSent: line.exchangeOrderedOn !== null,
    isShopNow: line.isShopNow,
    amount: isAskedForReview(line) ? null : shown(line.amount ?? line.requestedAmount),
    incentive: isAskedForReview(line) ? null : shown(brought.bonus),
    given: givenOf(claim, line, brought),
    status: line.status,
    refusal: line.refusal?.text ?? null,
    refusalWords: line.refusal?.words ?? line.refusal?.text ?? null,
    denial: line.status === 'denied' ? denialWords(line.denialDetail) : null,
    denialDetail: line.status === 'denied' ? (line.denialDetail ?? 'No_Action_Taken') : null,
    noteToCustomer: line.noteToCustomer,
    isFinalized: line.finalizedOn !== null,
  };
}

import * as contract from '#contract/merchant/claim-actions.ts';
import type { RouteParsed } from '#contract/route.ts';
import { methodOf } from '#core/claims/method-names.ts';
import type { Approval } from '#core/claims/approve.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { WantedItem } from '#core/claims/goods-shapes.ts';
import { reasonOf } from '#core/claims/create-checks.ts';
import { isSameChoice, withRequestedExchange, type ExchangePolicy } from '#core/claims/exchange.ts';
import { remainderWithin, withheldMethods, type WithheldMethods } from '#core/claims/store-credit.ts';
import { originalAmount } from '#core/claims/sums.ts';
import type { Minor } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';
import type { ClaimReason } from '#core/claims/reasons.ts';
import { minorOf } from '#server/amounts.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { inChain } from '#server/db/order-with-claims.ts';
import { orderById } from '#server/db/orders.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { StoreContext } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { changeByStaff, type ChangeDeps } from '#server/merchant/change-claim.ts';
import { checkNamed } from '#server/merchant/refunds-by-hand.ts';
import { reasonsOfLine } from '#server/policy.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { resolveChoice, type Resolved } from '#server/merchant/wanted.ts';
import { liveCatalog } from '#server/stores/live-catalog.ts';

type Deps = ChangeDeps & Pick<ServerDeps, 'storefrontOf'>;
type Input = RouteParsed<typeof contract.changeLine>;
type Change = Input['body']['change'];
type Approved = Extract<Change, { kind: 'approved' }>;

/** How a line ends, and its reason and note (C7.14). */
export const changeLineHandler = (deps: Deps): Handler =>
  handle(contract.changeLine, async ({ params, body }, context) => {
    const { change } = body;
    const wanted = change.kind === 'approved' ? await resolveWanted(deps, context, params, change) : null;
    const of = { claimId: params.claimId, version: body.version };
    const { claim, decided } = await changeByStaff(deps, context, of, async (before, db) => {
      await checkExternal(db, context.storeId, params, change);
      const store = await storeById(db, context.storeId);
      if (!store) throw claimNotFound();
      const line = before.lines.find(({ id }) => id === params.claimLineItemId);
      const reasons = change.kind === 'reason' && line ? await reasonsOfLine(db, store, before, line) : [];
      return commandOf(before, params.claimLineItemId, { change, wanted, reasons });
    });
    const warnings = decided && 'warnings' in decided ? decided.warnings : [];
    return { claim, warnings: [...(wanted?.shortages ?? []), ...warnings] };
  });

type Chosen = { change: Change; wanted: Wanted | null; reasons: ClaimReason[] };

function commandOf(claim: Claim, lineId: number, { change, wanted, reasons }: Chosen) {
  switch (change.kind) {
    case 'approved':
      return { kind: 'lineApproved', input: { lineId, approval: approvalOf(claim, change, wanted) } } as const;
    case 'requested':
      return { kind: 'lineReverted', input: { lineId } } as const;
    case 'denied': {
      const { claimStatusDetailCode: detail, noteToCustomer } = change;
      return { kind: 'lineDenied', input: { lineId, detail, noteToCustomer } } as const;
    }
    case 'canceled':
      return { kind: 'lineCanceled', input: { lineId, reason: change.reason } } as const;
    case 'reason':
      return {
        kind: 'lineReasonChanged',
        input: { lineId, reason: reasonOf({ reasons }, change.id, change.detailId) },
      } as const;
    case 'note':
      return { kind: 'lineNoteChanged', input: { lineId, note: change.noteToCustomer } } as const;
  }
}

function approvalOf({ currencyCode }: Claim, change: Approved, wanted: Wanted | null): Approval {
  const remainder = change.variantExchangeAmountResolutionMethodEnum;
  return {
    method: change.resolutionMethod,
    amount: change.amount === null ? null : minorOf(change.amount, currencyCode),
    exchange: wanted?.exchange ?? null,
    exchangeRemainderMethod: remainder && methodOf(remainder),
    ...(change.replacementItems.length > 0 ? { replacementItems: wanted?.replacementItems ?? [] } : {}),
    wasResolvedExternally: change.wasResolvedExternally,
    externalRefundId: change.externalRefundIdFromPlatform,
    ...(change.noteToCustomer === undefined ? {} : { noteToCustomer: change.noteToCustomer.trim() }),
    ...(wanted ? { pricing: wanted.pricing, original: wanted.original, withheld: wanted.withheld } : {}),
  };
}

const checkExternal = (
  db: Db,
  storeId: number,
  { claimId, claimLineItemId: lineId }: Input['params'],
  change: Change,
): Promise<void> =>
  checkNamed(db, storeId, {
    claimId,
    lineId,
    refundId: change.kind === 'approved' ? change.externalRefundIdFromPlatform : null,
  });

type Wanted = {
  exchange: WantedItem | null;
  replacementItems: WantedItem[];
  shortages: string[];
  pricing: ExchangePolicy;
  /** The paid amount of the line's units. */
  original: Minor;
  /** Methods the order cannot be given back by. */
  withheld: WithheldMethods;
};

/** The items to send, with current names and prices; an earlier choice keeps its agreed price. */
async function resolveWanted(
  deps: Deps,
  { storeId, requestId }: StoreContext,
  { claimId, claimLineItemId }: Input['params'],
  change: Approved,
): Promise<Wanted> {
  const { claim, line, order, store } = await deps.database.inStore(storeId, async (db) => {
    const loaded = await claimById(db, storeId, claimId);
    const found = loaded?.claim.lines.find((one) => one.id === claimLineItemId);
    const orderRow = loaded && (await orderById(db, storeId, loaded.claim.orderId));
    const storeRow = await storeById(db, storeId);
    if (!loaded || !orderRow || !storeRow) throw claimNotFound();
    if (!found) throw new Refusal('notFound', 'LINE_UNKNOWN', "This item isn't part of the claim.");
    const order = await inChain(db, storeId, orderRow, [loaded.claim]);
    return { claim: loaded.claim, line: found, order, store: storeRow };
  });
  const isPriced = store.currency_code === order.currencyCode;
  const swap = change.resolutionMethod === 'variantExchange' ? change.variantExchangeLineItem : null;
  const kept = swap && [withRequestedExchange(line), line].find((one) => isSame(one, swap));
  const replacements = change.resolutionMethod === 'replacementOrder' ? change.replacementItems : [];
  const choices = [...(swap && !kept ? [swap] : []), ...replacements];
  const catalog = await liveCatalog(
    deps,
    storeId,
    choices.map((choice) => choice.productIdFromPlatform),
    { requestId, priority: 'staff' },
  );
  const resolve = (choice: (typeof choices)[number], mayBeUnpriced: boolean): Resolved =>
    resolveChoice(choice, line, order, catalog, { isPriced, mayBeUnpriced });
  const exchange = swap && !kept ? resolve(swap, false) : null;
  const withheld = withheldMethods(claim, order, claim.policy);
  const exchangeRemainderMethod = remainderWithin(withheld, claim.policy.exchangeRemainderMethod);
  const sent = replacements.map((choice) => resolve(choice, true));
  return {
    exchange: kept?.exchange ?? exchange?.item ?? null,
    replacementItems: sent.map((one) => one.item),
    shortages: [...(exchange ? [exchange] : []), ...sent].flatMap((one) => one.shortage ?? []),
    pricing: { ...claim.policy, exchangeRemainderMethod },
    original: originalAmount(line, order),
    withheld,
  };
}

const isSame = ({ exchange, productIdFromPlatform }: ClaimLine, choice: Approved['variantExchangeLineItem']): boolean =>
  choice !== null &&
  exchange !== null &&
  isSameChoice(exchange, choice) &&
  (exchange.productIdFromPlatform ?? productIdFromPlatform) === choice.productIdFromPlatform;

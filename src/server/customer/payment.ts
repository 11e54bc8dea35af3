import * as contract from '#contract/customer/customer.ts';
import type { RouteAnswer, RouteParsed } from '#contract/route.ts';
import { paymentNeeded } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { draftClaim } from '#core/claims/create.ts';
import { formatMoney, type Money } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError, type Payments, type PaymentStart, type ProviderPayment } from '#partners/ports.ts';
import { amountOf } from '#server/amounts.ts';
import { claimInput, goodsOf } from '#server/customer/draft.ts';
import { loadOrderForClaim, type OrderToClaim } from '#server/customer/session-order.ts';
import type { Db } from '#server/db/connect.ts';
import { insertPayment, paymentById, paymentByPurpose, paymentsOfOrder, type PaymentRow } from '#server/db/payments.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { PortalContext } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { recordNews } from '#server/payments/news.ts';
import type { PaymentSeen } from '#server/payments/provider-payment.ts';
import { isLetGo, letGo } from '#server/payments/use-payment.ts';

type Deps = Pick<ServerDeps, 'database' | 'labels' | 'payments' | 'storefrontOf' | 'paymentsOf'>;
type Body = RouteParsed<typeof contract.createPaymentIntent>['body'];

/** What a shopper pays, or lets us hold, before a return is submitted. */
export function paymentHandlers(deps: Deps): Handler[] {
  return [
    handle(contract.createPaymentIntent, async ({ body }, context) => {
      const { portal } = context;
      const loaded = await deps.database.inStore(portal.storeId, (db) =>
        loadOrderForClaim(db, portal, body.requestKey, deps),
      );
      if (loaded.made) throw keyUsed();
      const goods = await goodsOf(deps, context, loaded, body);
      const claim = draftClaim(claimInput(loaded, body, goods));
      const payments = await providerOf(deps, loaded, portal.storeId);
      const row = await beginPayment(deps, payments, { loaded, claim, body }, context);
      return showBegun(row, payments);
    }),

    handle(contract.paymentState, async ({ params }, context) => {
      const seen = await lookUpPayment(deps, context, params.paymentId);
      if (!seen) return { state: 'ended' as const, lastError: null };
      const { row, payment } = seen;
      const isGone = await deps.database.inStore(row.store_id, (db) => isLetGo(db, row));
      await recordNews(deps, row, payment, context.requestId);
      return { state: isGone ? ('ended' as const) : stateOf(payment), lastError: payment.lastError };
    }),
  ];
}

function stateOf({ status }: ProviderPayment): 'open' | 'made' | 'ended' {
  switch (status) {
    case 'requiresPayment':
    case 'processing':
      return 'open';
    case 'authorized':
    case 'captured':
      return 'made';
    case 'released':
    case 'expired':
    case 'failed':
      return 'ended';
  }
}

const keyUsed = (): Refusal =>
  new Refusal('conflict', 'REQUEST_KEY_USED', 'This request was already used for something else.');
const notOffered = (): Refusal =>
  new Refusal(
    'notAllowed',
    'PAYMENT_NOT_OFFERED',
    'The store cannot take a payment here. Please choose something else.',
  );

async function providerOf(deps: Deps, { settings }: OrderToClaim, storeId: number): Promise<Payments> {
  if (settings.paymentProvider === 'none') throw notOffered();
  const payments = await deps.paymentsOf(storeId, settings.paymentProvider);
  if (!payments) throw notOffered();
  return payments;
}

type Wanted = { loaded: OrderToClaim; claim: Claim; body: Body };

/** The payment for what the draft needs: the one begun for this request and amount, else a new one. Those of other amounts are let go of. */
async function beginPayment(
  { database }: Deps,
  payments: Payments,
  { loaded, claim, body }: Wanted,
  { portal, requestId }: PortalContext,
): Promise<PaymentRow> {
  const { storeId } = portal;
  const amount: Money = { amount: paymentNeeded(claim).held, currencyCode: claim.currencyCode };
  if (amount.amount === 0) throw new Refusal('conflict', 'PAYMENT_NOT_NEEDED', 'There is nothing to pay.');
  const prefix = `payment:store:${storeId}:request:${body.requestKey}:`;
  const begun = await database.inStore(storeId, async (db) => {
    const ofOrder = await paymentsOfOrder(db, storeId, portal.orderId);
    const rows = ofOrder.filter((row) => row.purpose_key.startsWith(prefix));
    const fitting = await firstUsable(db, rows, payments, amount);
    for (const row of rows) if (row !== fitting) await letGo(db, storeId, row.payment_id, requestId);
    if (!fitting && isTooOften(ofOrder))
      throw new Refusal('tooMany', 'TOO_MANY_ATTEMPTS', 'Too many payments were begun. Please try again in an hour.');
    return { fitting, ended: rows.filter((row) => row.amount === amount.amount).length };
  });
  if (begun.fitting) return begun.fitting;
  const purposeKey = `${prefix}${amount.amount}${begun.ended === 0 ? '' : `:${begun.ended + 1}`}`;
  const started = await start(
    payments,
    { loaded, claim, amount, purposeKey, isKept: body.isInstantExchange },
    requestId,
  );
  return database.inStore(storeId, async (db) => {
    const made = await insertPayment(db, {
      store_id: storeId,
      order_id: portal.orderId,
      claim_id: null,
      purpose_key: purposeKey,
      provider: payments.provider,
      id_from_platform: started.idFromPlatform,
      amount: amount.amount,
      currency_code: amount.currencyCode,
      status: 'requiresPayment',
      reusable_method: null,
      client_secret: started.clientSecret,
      pay_url: started.payUrl,
    });
    const row = made ?? (await paymentByPurpose(db, storeId, purposeKey));
    if (!row) throw new Error(`the payment ${purposeKey} is neither new nor known`);
    if (row.order_id !== portal.orderId) throw keyUsed();
    return row;
  });
}

// Whoever tries out stolen cards needs many; a shopper needs one, and another for each change of mind.
const MOST_PER_HOUR = 30;
const HOUR_MS = 3_600_000;
const isTooOften = (rows: readonly PaymentRow[]): boolean =>
  rows.filter((row) => row.created_on.getTime() > Date.now() - HOUR_MS).length >= MOST_PER_HOUR;

const ENDED: ReadonlySet<string> = new Set(['released', 'expired', 'failed']);

async function firstUsable(
  db: Db,
  rows: readonly PaymentRow[],
  payments: Payments,
  { amount, currencyCode }: Money,
): Promise<PaymentRow | null> {
  for (const row of rows) {
    const isFitting = row.amount === amount && row.currency_code === currencyCode && row.provider === payments.provider;
    if (isFitting && row.claim_id === null && !ENDED.has(row.status) && !(await isLetGo(db, row))) return row;
  }
  return null;
}

async function start(
  payments: Payments,
  wanted: { loaded: OrderToClaim; claim: Claim; amount: Money; purposeKey: string; isKept: boolean },
  requestId: string,
): Promise<PaymentStart> {
  const { loaded, claim, amount, purposeKey, isKept } = wanted;
  try {
    return await payments.start(
      {
        purposeKey,
        amount,
        customerEmail: claim.customerEmail,
        description: `Exchange for order ${claim.orderNo}`,
        keepForLater: isKept && loaded.settings.holdLapsePolicy === 'holdAgain',
        order: { idFromPlatform: claim.orderIdFromPlatform, orderNo: claim.orderNo },
      },
      { requestId },
    );
  } catch (error) {
    if (!(error instanceof PartnerError) || error.kind !== 'refused') throw error;
    throw new Refusal('notAllowed', 'PAYMENT_REFUSED', `${formatMoney(amount)} cannot be paid here.`);
  }
}

const showBegun = (row: PaymentRow, payments: Payments): RouteAnswer<typeof contract.createPaymentIntent> => ({
  paymentId: row.payment_id,
  amount: amountOf(row.amount, row.currency_code),
  currencyCode: row.currency_code,
  provider: row.provider,
  clientSecret: row.client_secret,
  payUrl: row.pay_url,
  browser: payments.browser,
});

/** A payment of the session's order as its provider shows it now; null when the provider has lost it. Refuses PAYMENT_UNKNOWN. */
export async function lookUpPayment(
  deps: Pick<ServerDeps, 'database' | 'paymentsOf'>,
  { portal, requestId }: Pick<PortalContext, 'portal' | 'requestId'>,
  paymentId: number,
): Promise<PaymentSeen | null> {
  const row = await deps.database.inStore(portal.storeId, (db) => paymentById(db, portal.storeId, paymentId));
  // A gift's recipient pays nothing: whatever was paid for the order is the buyer's.
  if (!row || row.order_id !== portal.orderId || portal.gift)
    throw new Refusal('notFound', 'PAYMENT_UNKNOWN', 'This payment is not for this order.');
  const payments = await deps.paymentsOf(portal.storeId, row.provider);
  const payment = await payments?.find(row.id_from_platform, { requestId });
  return payment ? { row, payment } : null;
}

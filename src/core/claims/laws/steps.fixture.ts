import { Address } from '#core/address.ts';
import { approveLine, revertLine, type Approval } from '#core/claims/approve.ts';
import { appealClaim, isAppealable } from '#core/claims/appeal.ts';
import { cancelClaim, cancelLine, inOrderOfRestoring, restoreClaim } from '#core/claims/cancel.ts';
import { paymentNeeded, stillOwed } from '#core/claims/claim-money.ts';
import { ResolutionMethod, type Claim, type ClaimLine } from '#core/claims/claim.ts';
import type { CustomerPayment } from '#core/claims/payment-shapes.ts';
import type { WantedItem } from '#core/claims/goods-shapes.ts';
import { createClaim, draftClaim } from '#core/claims/create.ts';
import type { ClaimSelection, CreateClaimInput } from '#core/claims/new-claim.ts';
import { linesWithFreeUnits } from '#core/claims/claim-units.ts';
import type { Decision } from '#core/claims/decision.ts';
import { OFFERED_METHODS } from '#core/claims/eligibility.ts';
import { wantedItem } from '#core/claims/exchange.ts';
import { changeFees } from '#core/claims/fees.ts';
import { canFinalize, finalizeClaim, isUnresolved } from '#core/claims/finalize.ts';
import { exchangeNotSent } from '#core/claims/instant-exchange.ts';
import { carryOut, editOrder, lapse, refundAtPlatform, settleDown } from '#core/claims/laws/partners.fixture.ts';
import { decide, nowOf, orderOfWorld, othersOf, type Watch, type World } from '#core/claims/laws/world.fixture.ts';
import { refundedAmountOf } from '#core/claims/paid.ts';
import { captureHold, endPayments, refundPayment, waiveReturn } from '#core/claims/payments.ts';
import { payOwed } from '#core/claims/owed.ts';
import { declineQuote, isAllSentBack, quoteRepair, sendBackByHand, workOnRepair } from '#core/claims/repair.ts';
import { isQuoteOpen } from '#core/claims/repair-state.ts';
import { denyLine, FINAL_METHODS } from '#core/claims/resolution.ts';
import { applyTracker, attachShipment } from '#core/claims/shipments.ts';
import { agreeToQuotes, paymentOf, policyOf, selectionOf, WAY } from '#core/claims/test-data.ts';
import { giveValueInstead, leftWithout, waysOfIssuing } from '#core/claims/value-instead.ts';
import { orderBalance, type OrderBalance } from '#core/orders/balance.ts';
import type { Order, OrderLine, Variant } from '#core/orders/order.ts';

/** What can happen next; the seeds say which claim, line, amount and so on. */
export type Step = { kind: keyof typeof STEPS; seeds: readonly number[] };

/** Chooses, one after the other, from what a seed says: 0 is always the first. */
type Picker = { <T>(options: readonly T[]): T | undefined; upTo(most: number): number };

function pickerOf(seed: number): Picker {
  let left = seed;
  const upTo = (most: number): number => {
    const picked = left % (most + 1);
    left = Math.floor(left / (most + 1));
    return picked;
  };
  return Object.assign(<T>(options: readonly T[]) => options[upTo(options.length - 1)], { upTo });
}

type Doing = (world: World, pickers: [Picker, Picker, Picker, Picker], watch: Watch) => void;

export const STEPS = {
  shopperAsks: (world, pickers, watch) => ask(world, 'Customer_App', pickers, watch),
  recipientAsks: (world, pickers, watch) => ask(world, 'Customer_App', pickers, watch, RECIPIENT),
  staffMake: (world, pickers, watch) => ask(world, 'Merchant_App', pickers, watch),
  approveAll: (world, [which], watch) => {
    const claim = which(world.claims);
    if (claim) approveAll(world, claim, watch);
  },
  approve: (world, [which, how, goods], watch) => {
    const claim = which(world.claims);
    const line = claim && which(claim.lines);
    if (line)
      onClaim(world, 'approve', claim.id, watch, (one) =>
        approve(world, one, line, approvalOf(world, one, line, how, goods)),
      );
  },
  deny: (world, [which], watch) =>
    onLine(world, 'deny', which, watch, (claim, line, now) => denyLine(claim, line.id, 'Wrong_Item', '', now)),
  revert: (world, [which], watch) =>
    onLine(world, 'revert', which, watch, (claim, line, now) => revertLine(claim, line.id, now)),
  cancelLine: (world, [which], watch) =>
    onLine(world, 'cancelLine', which, watch, (claim, line, now) => cancelLine(claim, line.id, now)),
  cancelClaim: (world, [which], watch) =>
    onClaim(world, 'cancelClaim', which(world.claims)?.id, watch, (claim) => cancelClaim(claim, nowOf(world))),
  restore: (world, [which], watch) =>
    onClaim(world, 'restore', which(world.claims)?.id, watch, (claim) => {
      const free = linesWithFreeUnits(orderOfWorld(world), world.claims, inOrderOfRestoring(claim));
      return restoreClaim(claim, (line) => free.has(line.id), nowOf(world));
    }),
  appeal: (world, [which], watch) =>
    onClaim(world, 'appeal', which(world.claims)?.id, watch, (claim) => {
      const free = linesWithFreeUnits(orderOfWorld(world), world.claims, claim.lines.filter(isAppealable));
      return appealClaim(claim, { message: 'Please', media: [] }, (line) => free.has(line.id), nowOf(world));
    }),
  finalize: (world, [which, how], watch) => finalize(world, which, how, watch),
  changeFees: (world, [which, how], watch) =>
    onClaim(world, 'changeFees', which(world.claims)?.id, watch, (claim) =>
      changeFees(
        claim,
        {
          feeApplied: how.upTo(3000),
          returnShippingAmountApplied: how.upTo(900),
          exchangeOrderShippingAmountApplied: how.upTo(700),
        },
        nowOf(world),
      ),
    ),
  refundPayment: (world, [which], watch) => {
    const claim = which(world.claims);
    const payment = claim && which(claim.payments);
    if (!payment) return;
    const done = onClaim(world, 'refundPayment', claim.id, watch, (one) =>
      refundPayment(
        one,
        { paymentId: payment.id, left: payment.capturedAmount - refundedAmountOf(payment) },
        nowOf(world),
      ),
    );
    const real = world.payments.get(payment.id);
    if (done && real) real.isGivenBackByStaff = true;
  },
  valueInstead: (world, [which, how], watch) => giveInstead(world, which, how, watch),
  captureHold: (world, [which], watch) => {
    const claim = which(world.claims);
    const payment = claim && which(claim.payments);
    const isLookedAfter = claim?.finalizedOn === null || claim?.instantExchange?.isOnlyReturnAwaited;
    if (claim?.instantExchange && isLookedAfter && payment?.status === 'Authorized')
      onClaim(world, 'captureHold', claim.id, watch, (one) => captureHold(one, payment, nowOf(world)));
  },
  goodsBack: (world, [which, how], watch) =>
    onClaim(world, 'goodsBack', which(world.claims)?.id, watch, (claim) => goodsBack(claim, how, nowOf(world))),
  waiveReturn: (world, [which], watch) =>
    onClaim(world, 'waiveReturn', which(world.claims)?.id, watch, (claim) => waiveReturn(claim, nowOf(world))),
  holdLapses: (world, [which]) => {
    const id = which([...world.payments.keys()]);
    if (id !== undefined) lapse(world, id);
  },
  ship: (world, [which, how], watch) =>
    onClaim(world, 'ship', which(world.claims)?.id, watch, (claim) => ship(claim, how, nowOf(world))),
  carryOut: (world, [which]) => {
    const waiting = world.effects.flatMap((effect, index) => (effect.isDone ? [] : [index]));
    const index = which(waiting);
    if (index !== undefined) carryOut(world, index);
  },
  tell: (world, [which]) => {
    const refund = which(world.refunds.filter((one) => one.shown !== 'all'));
    if (refund) refund.shown = which(['all', 'return'] as const) ?? 'all';
  },
  settleDown: (world) => settleDown(world),
  quoteRepair: (world, [which, how], watch) =>
    onLine(world, 'quoteRepair', which, watch, (claim, line, now) =>
      quoteRepair(claim, line.id, { price: how([0, 50, 1999, 4000, 25_000]) ?? 0, note: '' }, now),
    ),
  answerQuote: (world, [which, how], watch) => answerQuote(world, which, how, watch),
  workOnRepair: (world, [which, how], watch) =>
    onLine(world, 'workOnRepair', which, watch, (claim, line, now) =>
      workOnRepair(claim, line.id, how(['inRepair', 'done'] as const) ?? 'done', now),
    ),
  sendBack: (world, [which, how], watch) => sendRepairedBack(world, which, how, watch),
  platformRefunds: (world, [which, how]) =>
    refundAtPlatform(world, which(world.bought.lines)?.idFromPlatform ?? '', how.upTo(3), how.upTo(2000)),
  orderEdited: (world, [which, how]) =>
    editOrder(world, which(world.bought.lines)?.idFromPlatform ?? '', 1 + how.upTo(2)),
} satisfies Record<string, Doing>;

/** Lets the steps happen one after the other, a minute apart. */
export function play(world: World, steps: readonly Step[], watch: Watch = {}): World {
  for (const { kind, seeds } of steps) {
    world.minute += 1;
    const [a = 0, b = 0, c = 0, d = 0] = seeds;
    const doing: Doing = STEPS[kind];
    doing(world, [pickerOf(a), pickerOf(b), pickerOf(c), pickerOf(d)], watch);
  }
  return world;
}

function onClaim(
  world: World,
  what: string,
  claimId: number | undefined,
  watch: Watch,
  decision: (claim: Claim) => Decision,
): Claim | null {
  const claim = world.claims.find((one) => one.id === claimId);
  return claim ? decide(world, what, claim, () => decision(claim), watch) : null;
}

function onLine(
  world: World,
  what: string,
  which: Picker,
  watch: Watch,
  decision: (claim: Claim, line: ClaimLine, now: string) => Decision,
): void {
  const claim = which(world.claims);
  const line = claim && which(claim.lines);
  if (line) decide(world, what, claim, () => decision(claim, line, nowOf(world)), watch);
}

const approve = (world: World, claim: Claim, line: ClaimLine, approval: Approval): Decision =>
  approveLine(claim, line.id, approval, nowOf(world));

function approveAll(world: World, claim: Claim, watch: Watch): void {
  for (const line of claim.lines) {
    const approval = line.requestedMethod === 'warrantyReview' ? ({ method: 'refund' } as const) : {};
    if (isUnresolved(line)) onClaim(world, 'approve', claim.id, watch, (one) => approve(world, one, line, approval));
  }
}

function approvalOf(world: World, { policy }: Claim, line: ClaimLine, how: Picker, goods: Picker): Approval {
  const allowed = FINAL_METHODS[line.requestedMethod];
  const method = how([undefined, ...allowed, ...ResolutionMethod.options]);
  const amount = how([
    null,
    line.requestedAmount,
    0,
    1,
    Math.floor(line.requestedAmount / 2),
    line.requestedAmount + 333,
  ]);
  const wanted = wantedFor(world, line, goods);
  return {
    ...(method === undefined ? {} : { method }),
    amount: amount ?? null,
    wasResolvedExternally: how([false, false, false, false, false, true]) ?? false,
    exchangeRemainderMethod: how([null, 'giftCard', 'storeCredit', 'refund'] as const) ?? null,
    ...(wanted
      ? { exchange: { ...wanted, quantity: Math.min(wanted.quantity, line.quantity) }, replacementItems: [wanted] }
      : {}),
    pricing: policy,
  };
}

function wantedFor(world: World, line: ClaimLine, goods: Picker): WantedItem | null {
  const bought = world.bought.lines.find((one) => one.idFromPlatform === line.lineIdFromPlatform);
  const productId = goods([bought?.productIdFromPlatform ?? '', 'product-other']) ?? '';
  const variant = goods(world.variants.get(productId) ?? []);
  if (!bought || !variant || goods([true, true, true, false]) === false) return null;
  const product = productId === 'product-other' ? { idFromPlatform: productId, title: 'Coat' } : null;
  return wantedItem(variant, product, bought, world.bought, 1 + goods.upTo(line.quantity - 1));
}

/** Who was given the order. */
export const RECIPIENT: NonNullable<CreateClaimInput['customer']> = {
  name: 'Grace Hopper',
  email: 'grace@example.com',
  shippingAddress: Address.parse({
    firstName: 'Grace',
    lastName: 'Hopper',
    line1: '9 Harbour Road',
    city: 'Port Townsend',
    countryCode: 'US',
  }),
};

const RETURN_ADDRESS = Address.parse({ line1: '417 Montgomery Street', city: 'San Francisco', countryCode: 'US' });

/** Claims a shopper, a gift's recipient or staff make: one to three lines, by any method, with goods, fees and a payment. */
function ask(
  world: World,
  source: Claim['source'],
  pickers: [Picker, Picker, Picker, Picker],
  watch: Watch,
  recipient: CreateClaimInput['customer'] | null = null,
): void {
  const [what, first, second, third] = pickers;
  const order = orderOfWorld(world);
  const balance = orderBalance(order, world.claims);
  const isStaff = source === 'Merchant_App';
  const selections = [first, second, third]
    .slice(0, 1 + what.upTo(2))
    .flatMap((pick) => selectionFrom(world, order, balance, isStaff, pick));
  const hasShopNow = selections.some((selection) => selection.isShopNow);
  const id = world.claims.length + 1;
  const claimType = isStaff && what([false, true]) === true ? 'Warranty' : 'Return';
  const asker = isStaff ? 'staff' : recipient ? 'recipient' : 'buyer';
  const input: CreateClaimInput = {
    ids: { claimId: id, externalId: `R-${id}`, orderId: 1 },
    order,
    policy: policyOf(order, world.settings, { claimType, asker }),
    ...(recipient ? { customer: recipient } : {}),
    variants: world.variants,
    priorClaims: [...world.claims],
    selections,
    shopNowItems: hasShopNow ? [shopNowFrom(what)] : [],
    isInstantExchange: !isStaff && world.settings.paymentProvider === 'stripe' && what([false, false, true]) === true,
    shippingMethod:
      what(isStaff ? (['packingSlip', 'none'] as const) : world.settings.shippingMethods) ?? 'packingSlip',
    returnAddress: RETURN_ADDRESS,
    fees: isStaff && what([false, true]) === true ? { feeApplied: what.upTo(2500) } : {},
    now: nowOf(world),
  };
  const paid = new Map(world.payments);
  const make = () => createClaim({ ...input, payment: pay(world, input, what) });
  // A payment whose claim was refused belongs to no claim; the server releases it.
  if (decide(world, 'create', null, make, watch, input) === null) world.payments = paid;
}

function selectionFrom(
  world: World,
  order: Order,
  balance: OrderBalance,
  isStaff: boolean,
  pick: Picker,
): ClaimSelection[] {
  const unitsOf = (one: OrderLine): number => balance.lines.get(one.idFromPlatform)?.left ?? 0;
  const open = order.lines.filter((one) => unitsOf(one) > 0);
  const line = pick(open.length > 0 ? open : order.lines);
  if (!line) return [];
  const left = unitsOf(line);
  const wanted = pick<ResolutionMethod>(isStaff ? ResolutionMethod.options : OFFERED_METHODS) ?? 'refund';
  const method = line.paidTotal === 0 && pick([true, true, false]) === true ? 'variantExchange' : wanted;
  const isMoney = method === 'refund' || method === 'giftCard' || method === 'storeCredit';
  const productId = pick([line.productIdFromPlatform ?? '', 'product-other']) ?? '';
  return [
    selectionOf({
      lineIdFromPlatform: line.idFromPlatform,
      quantity: 1 + pick.upTo(Math.max(0, left - 1)),
      method,
      isShopNow: isMoney && pick([false, false, false, true]) === true,
      ...(method === 'variantExchange' ? wantedIds(world, line, productId, pick) : {}),
    }),
  ];
}

function wantedIds(world: World, line: OrderLine, productId: string, pick: Picker): Partial<ClaimSelection> {
  const variant: Variant | undefined = pick(world.variants.get(productId) ?? []);
  return {
    variantIdFromPlatform: variant?.idFromPlatform ?? null,
    productIdFromPlatform: productId === line.productIdFromPlatform ? null : productId,
  };
}

const shopNowFrom = (what: Picker) => ({
  productIdFromPlatform: 'product-other',
  variantIdFromPlatform: what(['product-other-small', 'product-other-large']) ?? '',
  quantity: 1 + what.upTo(1),
});

/** The shopper pays the amount due, sometimes more; the provider knows. */
function pay(world: World, input: CreateClaimInput, what: Picker): CustomerPayment | null {
  const claim = draftClaim(input);
  const { held } = paymentNeeded(claim);
  if (held === 0 || input.policy.asker === 'staff') return null;
  const amount = held + (what([0, 0, 350]) ?? 0);
  const id = 100 + world.payments.size;
  world.payments.set(id, {
    claimId: claim.id,
    amount,
    captures: 0,
    captured: 0,
    refunded: 0,
    released: 0,
    isGivenBackByStaff: false,
  });
  return paymentOf({ id, idFromPlatform: `pi_${id}`, amount, currencyCode: claim.currencyCode });
}

/** Goods that were to be sent cannot be; staff give their value. */
function giveInstead(world: World, which: Picker, how: Picker, watch: Watch): void {
  const waiting = world.effects.flatMap(({ claimId, intent, isDone }) =>
    !isDone && (intent.kind === 'exchangeOrder' || intent.kind === 'returnExchange') ? [{ claimId, step: intent }] : [],
  );
  const failed = which(waiting);
  const known = world.claims.find(({ id }) => id === failed?.claimId);
  if (!failed || !known) return;
  const { step } = failed;
  const items = step.kind === 'exchangeOrder' ? step.payload.lines : step.payload.returnLines;
  const lineIds = items.flatMap(({ claimLineId }) => claimLineId ?? []);
  const claim = exchangeNotSent(known, lineIds, 'refused', nowOf(world));
  const method = how(waysOfIssuing(claim, orderOfWorld(world))) ?? 'giftCard';
  const give = (order: Order): Decision => {
    const left = leftWithout(claim, step, order, world.claims);
    return giveValueInstead(
      claim,
      order,
      step,
      { method, policy: world.settings, left, email: null, otherClaims: othersOf(world, claim) },
      nowOf(world),
    );
  };
  if (decide(world, 'valueInstead', claim, give, watch) === null) return;
  world.effects = world.effects.filter(({ intent }) => intent !== step);
}

/** The shopper pays for the repairs that are quoted, agrees to what costs nothing more, or declines one. */
function answerQuote(world: World, which: Picker, how: Picker, watch: Watch): void {
  const claim = which(world.claims);
  if (!claim) return;
  if (how([true, true, false]) === false) {
    const line = which(claim.lines);
    if (line) onClaim(world, 'declineQuote', claim.id, watch, (one) => declineQuote(one, line.id, nowOf(world)));
    return;
  }
  const amount = stillOwed(claim);
  if (amount === 0 || !claim.lines.some(isQuoteOpen)) {
    onClaim(world, 'acceptQuotes', claim.id, watch, (one) => agreeToQuotes(one, nowOf(world)));
    return;
  }
  const id = 100 + world.payments.size;
  const payment = paymentOf({ id, idFromPlatform: `pi_${id}`, amount, currencyCode: claim.currencyCode });
  world.payments.set(id, {
    claimId: claim.id,
    amount,
    captures: 0,
    captured: 0,
    refunded: 0,
    released: 0,
    isGivenBackByStaff: false,
  });
  onClaim(world, 'payOwed', claim.id, watch, (one) => {
    const paid = payOwed(one, payment, nowOf(world));
    if (!paid) throw new Error(`${amount} is owed, and paying it was not taken`);
    return paid;
  });
}

/** With a claim that nothing else is open of ends. */
function sendRepairedBack(world: World, which: Picker, how: Picker, watch: Watch): void {
  const claim = which(world.claims);
  if (!claim) return;
  decide(
    world,
    'sendBack',
    claim,
    (order) => {
      const now = nowOf(world);
      const sent = sendBackByHand(claim, { carrier: '', trackingCode: how(['', '1Z']) ?? '' }, now);
      if (!isAllSentBack(sent.claim) || !canFinalize(sent.claim)) return sent;
      const input = { policy: world.settings, otherClaims: othersOf(world, claim), email: null };
      const ended = finalizeClaim(sent.claim, order, input, now);
      return { ...ended, effects: [...ended.effects, ...sent.effects] };
    },
    watch,
  );
}

/** Some of the decided lines, or all; a few of the goods may be gone. */
function finalize(world: World, which: Picker, how: Picker, watch: Watch): void {
  const chosen = which(world.claims);
  if (!chosen) return;
  if (how([true, true, false]) === true) approveAll(world, chosen, watch);
  const claim = world.claims.find((one) => one.id === chosen.id) ?? chosen;
  const decided = claim.lines.filter(
    (line) => !isUnresolved(line) && line.finalizedOn === null && line.canceledOn === null,
  );
  const isAll = how([true, false]) === true;
  const isStockShort = how([false, false, true]) === true;
  const lineIds = isAll ? decided : decided.filter(() => how([true, false]) === true);
  const soldOut = [...world.variants.values()].flat().filter((_, index) => isStockShort && index % 3 === 0);
  decide(
    world,
    'finalize',
    claim,
    (order) =>
      finalizeClaim(
        claim,
        order,
        {
          policy: world.settings,
          ...(isAll && decided.length === 0 ? {} : { lineIds: lineIds.map((line) => line.id) }),
          otherClaims: othersOf(world, claim),
          stock: new Map(soldOut.map((variant) => [variant.idFromPlatform, 0])),
          waiveBalance: how([false, true]) === true,
          orderTags: ['returned'],
        },
        nowOf(world),
      ),
    watch,
  );
}

/** Everything arrives, and payments that waited for it are settled. */
function goodsBack(claim: Claim, how: Picker, now: string): Decision {
  const sent = claim.shipments.length > 0 ? claim : ship(claim, how, now).claim;
  const shipments = sent.shipments.map((one) => ({ ...one, trackerStatus: 'delivered' as const }));
  const arrived = { ...sent, shipments };
  return arrived.instantExchange?.isOnlyReturnAwaited ? endPayments(arrived) : { claim: arrived, effects: [] };
}

const TRACKED = ['unknown', 'in_transit', 'delivered', 'failure'] as const;

function ship(claim: Claim, how: Picker, now: string): Decision {
  const shipment = how(claim.shipments);
  if (shipment && how([true, false]) === true)
    return applyTracker(claim, shipment.id, { status: how(TRACKED) ?? 'unknown', updatedOn: now, events: [] }, now);
  const type = how(['Label', 'Packing_Slip'] as const) ?? 'Label';
  return attachShipment(
    claim,
    {
      type,
      provider: 'Easy_Post',
      shipmentIdFromProvider: `shp_${claim.id}_${claim.shipments.length}`,
      carrier: 'USPS',
      service: '',
      cost: 700,
      trackingCode: '',
      trackingUrl: '',
      documentKey: `label-${claim.id}-${claim.shipments.length}`,
      qrCodeUrl: null,
      ...WAY,
    },
    now,
  );
}

import * as contract from '#contract/customer/customer.ts';
import type { PortalLine, PortalOrder } from '#contract/customer/customer.ts';
import type { RouteAnswer, RouteParsed } from '#contract/route.ts';
import type { Hook } from '#core/automations/hooks.ts';
import { bonusOf, proceedsOf, paymentNeeded, shopNowGoods, type Proceeds } from '#core/claims/claim-money.ts';
import { choosableUnits } from '#core/claims/choosable.ts';
import type { Claim } from '#core/claims/claim.ts';
import { reasonsChosen } from '#core/claims/choices-of.ts';
import { draftClaim } from '#core/claims/create.ts';
import {
  lineEligibility,
  warrantyEligibility,
  whyNotWords,
  type LineEligibility,
  type MethodEligibility,
} from '#core/claims/eligibility.ts';
import { isStocked } from '#core/claims/exchange.ts';
import { isAvailableAsGiftExchange } from '#core/claims/gift-return.ts';
import { returnUntil } from '#core/claims/payments.ts';
import { reviewOffer, warrantyReviewQuantity } from '#core/claims/review.ts';
import { isVisible } from '#core/claims/reason-category.ts';
import { categoryOfReason } from '#core/claims/reasons.ts';
import { rollupForShopper, shopperStatus } from '#core/claims/status.ts';
import { progressOf, shopperTask } from '#core/claims/progress.ts';
import { quoteClaim } from '#core/claims/sums.ts';
import { shopperView } from '#core/claims/shopper-view.ts';
import { latestInstant } from '#core/dates.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import { CLAIM_TYPES, perType, type ClaimType } from '#core/claims/types.ts';
import { unitsValue, type Minor } from '#core/money.ts';
import { asWorth, orderBalance } from '#core/orders/balance.ts';
import { isFromRegistration } from '#core/orders/order-origin.ts';
import { addressesOf, buyerEmail, withTax, type OrderLine } from '#core/orders/order.ts';
import { parcelsOf, trackersOf, unsentUnits } from '#core/orders/parcels.ts';
import { isWithdrawalOpen } from '#core/policy/withdrawal.ts';
import { linePolicy, type ChosenPolicy, type Policy } from '#core/policy/policy.ts';
import { Refusal } from '#core/refusal.ts';
import { amountOf } from '#server/amounts.ts';
import { claimInput, goodsOf, sentAsOffered } from '#server/customer/draft.ts';
import { unlessSubmitted } from '#server/customer/made-before.ts';
import { liveVariants } from '#server/customer/live-variants.ts';
import type { PortalPrices } from '#server/customer/portal-prices.ts';
import type { PortalProducts } from '#server/customer/portal-products.ts';
import { isOfSession, loadSessionOrder, type SessionOrder } from '#server/customer/session-order.ts';
import { sumsKeyOf } from '#server/customer/sums-key.ts';
import type { LoadedClaim } from '#server/db/claims.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { showLedger } from '#server/merchant/show-money.ts';
import { isBuyerProven, type PortalContext, type PortalSession } from '#server/http/context.ts';
import { bringSegments } from '#server/rules/bring-segments.ts';

type Deps = Pick<ServerDeps, 'database' | 'secret' | 'labels' | 'payments' | 'storefrontOf'> & {
  products: PortalProducts;
  prices: PortalPrices;
};

/** The order in the portal: what can be returned, other variants, the sums. */
export function orderHandlers(deps: Deps): Handler[] {
  const { database } = deps;
  return [
    handle(contract.getOrder, async (_input, context) => {
      const { portal } = context;
      await bringSegments(deps, { ...context, storeId: portal.storeId }, portal.orderId, { priority: 'shopper' });
      const loaded = await database.readStore(portal.storeId, (db) => loadSessionOrder(db, portal, deps));
      const now = new Date().toISOString();
      return showOrder(loaded, portal, { now, choosable: choosableOf(loaded, now), chosen: NOTHING_CHOSEN });
    }),

    handle(contract.orderForReasons, async ({ body }, { portal }) => {
      const loaded = await database.readStore(portal.storeId, (db) => loadSessionOrder(db, portal, deps));
      const { order, claims: priorClaims, policies } = loaded;
      const policy = loaded.policyWith(body.claimType, (its) =>
        reasonsChosen({ order, policy: its, priorClaims, selections: body.selections }),
      );
      const given = { ...policies, [body.claimType]: policy };
      const chosen = new Map(
        body.selections.flatMap(({ lineIdFromPlatform }, index) => {
          const its = policy.chosen[index];
          return its ? [[lineIdFromPlatform, its] as const] : [];
        }),
      );
      const now = new Date().toISOString();
      return showOrder({ ...loaded, policies: given, policy: given.Return }, portal, {
        now,
        choosable: choosableOf(loaded, now),
        chosen,
      });
    }),

    handle(contract.variants, async ({ params }, context) => {
      const { portal } = context;
      const loaded = await database.readStore(portal.storeId, (db) => loadSessionOrder(db, portal, deps));
      const { order, policy } = loaded;
      const line = order.lines.find((one) => one.idFromPlatform === params.lineIdFromPlatform);
      if (!line) throw new Refusal('notFound', 'LINE_NOT_FOUND', "This item isn't part of the order.");
      if (line.productIdFromPlatform === null) return { variants: [] };
      const variants = await liveVariants(deps.products, context, line.productIdFromPlatform);
      const shopPrice = policy.isPriced ? line.unitListPrice : null;
      return {
        variants: variants.map((variant) => ({
          idFromPlatform: variant.idFromPlatform,
          title: variant.title,
          options: variant.options,
          imgUrl: variant.imgUrl,
          isAvailable: isStocked(policy, variant),
          isOffered:
            !loaded.isGiftReturn || isAvailableAsGiftExchange(variant, line, { variants, shopPrice }, policy.terms),
          isCurrent: variant.idFromPlatform === line.variantIdFromPlatform,
        })),
      };
    }),

    handle(contract.quote, ({ body }, context) =>
      unlessSubmitted(deps, context, body.requestKey, () => quoteOf(deps, context, body)),
    ),
  ];
}

async function quoteOf(
  deps: Deps,
  context: PortalContext,
  body: RouteParsed<typeof contract.quote>['body'],
): Promise<RouteAnswer<typeof contract.quote>> {
  const { portal } = context;
  const loaded = await deps.database.readStore(portal.storeId, (db) => loadSessionOrder(db, portal, deps));
  const goods = await goodsOf(deps, context, loaded, body, 'shared');
  const input = sentAsOffered(claimInput(loaded, body, goods));
  const claim = draftClaim(await deps.prices.withPrice(context, input));
  const bonus = bonusOf(claim);
  const broughtIn = broughtByLines(claim);
  const { currencyCode, lines, totals } = quoteClaim(loaded.order, claim.policy, body.selections, loaded.claims);
  const wire = (minor: number): number => amountOf(minor, currencyCode);
  const hidden = { subtotal: null, tax: null, amount: null, incentive: null, deducted: null };
  return {
    currencyCode,
    lines: lines.map((line) => {
      const { bonus: incentive, deducted } = broughtIn(line);
      return {
        lineIdFromPlatform: line.lineIdFromPlatform,
        name: line.name,
        quantity: line.quantity,
        method: line.method,
        ...(loaded.isGiftReturn
          ? hidden
          : {
              subtotal: wire(line.subtotal),
              tax: wire(line.tax),
              amount: wire(line.requestedAmount),
              incentive: wire(incentive),
              deducted: wire(deducted),
            }),
      };
    }),
    totals: loaded.isGiftReturn
      ? null
      : {
          refund: wire(totals.refund),
          storeCredit: wire(totals.storeCredit),
          giftCard: wire(totals.giftCard),
          exchange: wire(totals.exchange),
          incentive: wire(bonus.onCredit + bonus.onShopNow),
        },
    ledger: loaded.isGiftReturn ? null : { ...showLedger(claim, [], 'shopper'), held: wire(paymentNeeded(claim).held) },
    fees: feesOf(claim),
    shopNowItems: shopNowGoods(claim).map(({ variantIdFromPlatform, unitPrice }) => ({
      variantIdFromPlatform,
      price: wire(unitPrice),
    })),
    shippingMethods: await Promise.all(
      waysOf(input).map(async (method) => {
        const charge = await chargeFor(method, input, deps.prices, context);
        return { method, charge: charge === null ? null : wire(charge) };
      }),
    ),
    sumsKey: sumsKeyOf(deps.secret, claim),
  };
}

const waysOf = ({ policy }: CreateClaimInput) =>
  CLAIM_TYPES[policy.claimType].shipping === 'none' ? [] : policy.shippingMethods;

/** What is charged for a way to send it back; null where it depends on a price that nobody tells right now. */
async function chargeFor(
  method: 'label' | 'packingSlip',
  input: CreateClaimInput,
  prices: PortalPrices,
  context: PortalContext,
): Promise<Minor | null> {
  if (method === 'packingSlip') return 0;
  try {
    const { policy } = await prices.withPrice(context, { ...input, shippingMethod: 'label' });
    return policy.labelShare === null ? policy.terms.returnShippingFee : null;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** What each line of a quote brings, asked in their order: the lines of the draft are those by parcel. */
function broughtByLines(claim: Claim): (line: { quantity: number }) => Pick<Proceeds, 'bonus' | 'deducted'> {
  const left = [...claim.lines];
  return ({ quantity }) => {
    const sum = { bonus: 0, deducted: 0 };
    for (let open = quantity; open > 0;) {
      const line = left.shift();
      if (!line) break;
      open -= line.quantity;
      const { bonus, deducted } = proceedsOf(claim, line);
      sum.bonus += bonus;
      sum.deducted += deducted;
    }
    return sum;
  };
}

/** As the store has set them. What is really taken off may be less, and would tell what a gift is worth. */
function feesOf(claim: Claim): { kind: 'fee' | 'returnShipping'; label: string; amount: number }[] {
  const isTakenOff = claim.lines.some((line) => line.exchange === null);
  const fees = [
    { kind: 'fee' as const, label: claim.feeName, amount: claim.feeApplied },
    { kind: 'returnShipping' as const, label: 'Return shipping', amount: claim.returnShippingAmountApplied },
  ];
  return fees
    .filter(({ amount }) => isTakenOff && amount > 0)
    .map((fee) => ({ ...fee, amount: amountOf(fee.amount, claim.currencyCode) }));
}

function warrantyUntil({ order, policies, claims }: SessionOrder, now: string): string | null {
  const warranties = order.lines.map((line) => warrantyEligibility(order, line, policies.Warranty, claims, now));
  return latestInstant(warranties.map((warranty) => (warranty.isEligible ? warranty.lastEligibleDate : null)));
}

/** Moments whose rules have a say once the reasons are chosen. */
const REASONED: readonly Hook[] = ['afterReasonSelection', 'exchangeProductSelection'];

/** What holds for each chosen line, by its id. */
type Chosen = ReadonlyMap<string, ChosenPolicy>;
const NOTHING_CHOSEN: Chosen = new Map();

/** Units of each line that can be chosen by each type of claim before their reason is, where rules look at reasons. */
type Choosable = Readonly<Record<ClaimType, ReadonlyMap<string, number> | null>>;

const choosableOf = (
  { order, policies, policyWith, claims: priorClaims, rules, isGiftReturn }: SessionOrder,
  now: string,
): Choosable =>
  perType((type) =>
    isGiftReturn && type === 'Warranty'
      ? null
      : choosableUnits(
          { order, policy: policies[type], priorClaims, now },
          { rules, policyWith: (choices) => policyWith(type, choices) },
        ),
  );

function showOrder(
  loaded: SessionOrder,
  portal: PortalSession,
  { now, choosable, chosen }: { now: string; choosable: Choosable; chosen: Chosen },
): PortalOrder {
  const { order, policy, claims, loadedClaims, isGiftReturn } = loaded;
  const { terms } = policy;
  const eligibility = lineEligibility(order, policy, claims, now);
  const balance = orderBalance(order, claims);
  const maybe = (minor: number | undefined): number | null =>
    minor === undefined ? null : amountOf(minor, order.currencyCode);
  const isBuyerShown = !isGiftReturn && isBuyerProven(portal);
  return {
    storeId: portal.storeId,
    storeSlug: portal.slug,
    storeName: loaded.storeName,
    storefrontId: portal.slug,
    idFromPlatform: order.idFromPlatform,
    orderNo: order.orderNo,
    createdOn: order.createdOn,
    canceledOn: order.canceledOn,
    email: isBuyerShown ? buyerEmail(order) : null,
    addresses: isBuyerShown ? addressesOf(order) : [],
    isExchangeOfExchange: order.exchangeOf !== undefined,
    currencyCode: order.currencyCode,
    isGiftReturn,
    firstName: isGiftReturn ? '' : ((order.customer ?? order.shippingAddress ?? order.owner)?.firstName ?? ''),
    returnUntil: latestInstant(eligibility.map((line) => line.returnUntil)),
    warrantyUntil: isGiftReturn ? null : warrantyUntil(loaded, now),
    editUntil: null,
    isOrderEditable: false,
    withdrawal:
      loaded.withdrawal && isWithdrawalOpen(loaded.withdrawal, now)
        ? { lastDay: loaded.withdrawal.end?.day ?? null }
        : null,
    isShippingClaimOffered: isShippingClaimOffered(loaded),
    isOrderFulfilled: order.fulfillmentStatus === 'fulfilled',
    // Nothing of a registration was sent from here.
    fulfillments: (isFromRegistration(order.idFromPlatform) ? [] : parcelsOf(order)).map((sent) => ({
      createdOn: sent.createdOn,
      deliveredOn: sent.deliveredOn,
      event: sent.event ?? null,
      trackers: trackersOf(sent),
      lines: sent.lines.map(({ lineIdFromPlatform, quantity }) => ({ lineIdFromPlatform, quantity })),
    })),
    unsent: unsentUnits(order),
    lineItems: eligibility.flatMap((eligible) => {
      const found = order.lines.find((one) => one.idFromPlatform === eligible.lineIdFromPlatform);
      if (!found) return [];
      const line = asWorth(balance, order, found);
      const its = chosen.get(line.idFromPlatform);
      const isQuestioned = (its?.questions.length ?? 0) > 0;
      return [{ ...showLine(loaded, line, eligible, { now, choosable, isQuestioned }), ...asked(its) }];
    }),
    reasons: policy.reasons.map((reason) => ({
      id: reason.id,
      name: reason.name,
      details: reason.details,
      wantsPhotos: isVisible(categoryOfReason(reason)),
    })),
    leastMedia: perType((type) => loaded.policies[type].leastMedia),
    isPhoneRequired: perType((type) => loaded.policies[type].isPhoneRequired),
    warrantyPolicyUrl: isGiftReturn ? '' : policy.warrantyPolicyUrl,
    incentiveBasisPoints: terms.incentiveBasisPoints,
    shopNowIncentiveBasisPoints: terms.shopNowIncentiveBasisPoints,
    isAdvancedExchangeEnabled: policy.isAdvancedExchangeEnabled,
    allowClaimTypeSelection: !isGiftReturn && policy.isOffered && loaded.policies.Warranty.isOffered,
    asksAfterReasons: REASONED.some((hook) => loaded.rules.hasRulesAt(hook)),
    claimTypeSelectionDetailText: policy.claimTypeSelectionText ?? '',
    offerInstantExchange: policy.isInstantExchangeEnabled,
    isInstantExchangeRequired: policy.isInstantExchangeRequired,
    instantExchangeReturnBefore: returnUntil({ createdOn: now, policy: terms }).shown,
    offerShopNow: policy.isShopNowEnabled,
    shopNow: policy.shopNow,
    isShopCartUsed: !isGiftReturn && settingsOf(loaded).shopNow.isShopCartUsed,
    incentiveAmount: maybe(terms.incentiveAmount),
    shopNowIncentiveAmount: maybe(terms.shopNowIncentiveAmount),
    variantExchangePricing: terms.variantExchangePricing,
    advancedExchangePricing: terms.advancedExchangePricing,
    paymentProvider: policy.paymentProvider,
    shippingMethods: [...policy.shippingMethods],
    claims: loadedClaims.filter(({ claim }) => isOfSession(claim, portal)).map(showClaim),
  };
}

function showClaim({ claim: decided, isEffectsOutstanding }: LoadedClaim): PortalOrder['claims'][number] {
  const claim = shopperView(decided);
  const status = rollupForShopper(claim, isEffectsOutstanding);
  return {
    externalId: claim.externalId,
    claimType: claim.claimType,
    createdOn: claim.createdOn,
    status: shopperStatus(status),
    progress: progressOf(claim, status.rollup),
    task: shopperTask(decided, status.rollup),
    items: claim.lines.map(({ name, imgUrl, quantity }) => ({ name, imgUrl, quantity })),
  };
}

function showLine(
  { order, isGiftReturn, policy, policies, claims }: SessionOrder,
  line: OrderLine,
  eligible: LineEligibility,
  { now, choosable, isQuestioned }: { now: string; choosable: Choosable; isQuestioned: boolean },
): Omit<PortalLine, 'questions' | 'demands'> {
  const worth = withTax(order, line.paidTotal, line.taxTotal);
  const { refund, storeCredit, giftCard, variantExchange } = eligible.methods;
  const review = reviewOffer({ order, policy, priorClaims: claims }, line, eligible, isQuestioned);
  const warranty = warrantyEligibility(order, line, policies.Warranty, claims, now);
  const open = { Return: eligible.returnableQuantity, Warranty: isGiftReturn ? 0 : warranty.returnableQuantity };
  return {
    lineIdFromPlatform: line.idFromPlatform,
    productIdFromPlatform: line.productIdFromPlatform,
    variantIdFromPlatform: line.variantIdFromPlatform,
    name: line.name,
    variantTitle: line.variantTitle,
    imgUrl: line.imgUrl,
    claimReasons: perType((type) => [...(policies[type].reasonIds[line.idFromPlatform] ?? [])]),
    quantity: line.quantity,
    returnableQuantity: eligible.returnableQuantity,
    choosable: perType((type) => choosable[type]?.get(line.idFromPlatform) ?? open[type]),
    unitValue: isGiftReturn ? null : amountOf(unitsValue(worth, line.quantity, 0, 1), order.currencyCode),
    isEligible: eligible.returnableQuantity > 0,
    reasonText: eligible.reasonText,
    whyNot: eligible.whyNot,
    returnUntil: eligible.returnUntil,
    warranty: isGiftReturn
      ? null
      : {
          ...showMethod(warranty),
          reviewQuantity: warrantyReviewQuantity(
            { order, policy: policies.Warranty, priorClaims: claims },
            line,
            warranty,
          ),
        },
    productExchange: exchangeOf(policy, line),
    review: review && { quantity: review.quantity, methods: [...review.methods] },
    methods: {
      refund: showMethod(refund),
      storeCredit: showMethod(storeCredit),
      giftCard: showMethod(giftCard),
      variantExchange: showMethod(variantExchange),
    },
  };
}

function exchangeOf({ terms }: Policy, line: OrderLine): PortalLine['productExchange'] {
  const { productExchange } = linePolicy(terms, line);
  if (!productExchange) return null;
  const { pricing, isVariantEven, kind, isSearchable } = productExchange;
  return { pricing, isVariantEven, kind, isSearchable };
}

function asked(chosen: ChosenPolicy | undefined): Pick<PortalLine, 'questions' | 'demands'> {
  if (!chosen) return { questions: [], demands: null };
  const { questions, demands } = chosen;
  return {
    questions: questions.map(({ ruleId, question, onYesMessage, yes, no }) => ({
      ruleId,
      question,
      onYesMessage,
      yes,
      no,
    })),
    demands: demands && {
      fields: [...demands.fields],
      isCommentShown: demands.isCommentShown,
      isCommentRequired: demands.isCommentRequired,
      leastMedia: demands.leastMedia,
      mediaInstructions: [...demands.mediaInstructions],
    },
  };
}

const showMethod = (verdict: MethodEligibility) => ({
  isEligible: verdict.isEligible,
  quantity: verdict.returnableQuantity,
  lastEligibleDate: verdict.lastEligibleDate,
  reasonText: verdict.reasonText,
  whyNot: whyNotWords(verdict),
});

/** The buyer can report problems with packages; a gift's recipient cannot, for the cover is the buyer's. */
function isShippingClaimOffered({ settings, policy, isGiftReturn, order }: SessionOrder): boolean {
  const { provider, shippingClaims } = settingsOf({ settings });
  return (
    provider.isShippingProtectionEnabled &&
    !isGiftReturn &&
    !isFromRegistration(order.idFromPlatform) &&
    parcelsOf(order).length > 0 &&
    (shippingClaims.isUnprotectedShippingClaimPermitted || policy.isShippingProtected)
  );
}

import { aboutClaim } from '#core/effects/subject.ts';
import { DAY_MS } from '#core/dates.ts';
import { settlementOf } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { WantedItem } from '#core/claims/goods-shapes.ts';
import type { ClaimSelection, CreateClaimInput } from '#core/claims/new-claim.ts';
import type { Decision } from '#core/claims/decision.ts';
import { goodsTitle, isInGroups, isStocked, wantedItem, withoutShopPrice } from '#core/claims/exchange.ts';
import { isAvailableAsGiftExchange } from '#core/claims/gift-return.ts';
import { sendOrder } from '#core/claims/outcome.ts';
import { reservationKey } from '#core/claims/reservation.ts';
import { shortageText } from '#core/claims/shortage.ts';
import type { OrderLine, Variant } from '#core/orders/order.ts';
import { linePolicy } from '#core/policy/policy.ts';
import { Refusal } from '#core/refusal.ts';

/** Units of each variant that are left to promise; null where the platform does not count them. */
export type Stock = Map<string, number | null>;

/** Units of each variant that can be promised. */
export const stockOf = ({ variants }: Pick<CreateClaimInput, 'variants'>): Stock =>
  new Map([...variants.values()].flat().map((variant) => [variant.idFromPlatform, variant.available]));

type Catalog = Pick<CreateClaimInput, 'order' | 'policy' | 'variants' | 'productTitles' | 'productGroups'>;

/** The variant wanted, with its units taken from the live stock so that two lines cannot promise the same unit. */
export function takeVariant(catalog: Catalog, selection: ClaimSelection, line: OrderLine, stock: Stock): WantedItem {
  const wanted = selection.variantIdFromPlatform;
  if (wanted === null || wanted === '')
    throw new Refusal('notAllowed', 'EXCHANGE_VARIANT_REQUIRED', 'Exchange variant required.');
  const productId = selection.productIdFromPlatform ?? line.productIdFromPlatform;
  const isOther = productId !== line.productIdFromPlatform;
  const { policy } = catalog;
  const { productExchange: ruled } = linePolicy(policy.terms, line);
  const isOffered = ruled !== undefined || policy.isAdvancedExchangeEnabled || policy.asker === 'staff';
  if (isOther && !(isOffered && policy.isPriced)) {
    throw new Refusal('notAllowed', 'EXCHANGE_NOT_OFFERED', 'This item can only be exchanged for the same product.');
  }
  // Staff may give what the rules do not offer.
  const limits = isOther && policy.asker !== 'staff' ? ruled : undefined;
  const leastInStock = policy.asker === 'staff' ? 0 : (limits ?? policy).leastInStock;
  if (limits && !isInGroups(limits, catalog.productGroups?.get(productId ?? '') ?? []))
    throw new Refusal('notAllowed', 'EXCHANGE_NOT_OFFERED', "This product isn't offered in exchange for this item.");
  const variants = catalog.variants.get(productId ?? '') ?? [];
  const variant = variants.find((one) => one.idFromPlatform === wanted);
  if (!variant)
    throw new Refusal('notAllowed', 'EXCHANGE_VARIANT_UNKNOWN', "This variant isn't available for this item.");
  const shopPrice = policy.isPriced ? line.unitListPrice : null;
  if (policy.asker === 'recipient' && !isAvailableAsGiftExchange(variant, line, { variants, shopPrice }, policy.terms))
    throw new Refusal('notAllowed', 'EXCHANGE_NOT_OFFERED', "This variant isn't available for gift exchanges.");
  const productTitle = isOther ? (catalog.productTitles?.get(productId ?? '') ?? '') : line.name;
  if (!isStocked({ leastInStock }, variant))
    throw new Refusal(
      'notAllowed',
      'OUT_OF_STOCK',
      `${goodsTitle(productTitle, variant.title)} is out of stock.`,
    ).naming({ item: goodsTitle(productTitle, variant.title), available: 0 });
  takeStock(variant, productTitle, selection.quantity, stock);
  return wantedItem(
    policy.isPriced ? variant : withoutShopPrice(variant, line, isOther),
    isOther ? { idFromPlatform: productId ?? '', title: productTitle } : null,
    line,
    catalog.order,
    selection.quantity,
  );
}

function takeStock(variant: Variant, productTitle: string, quantity: number, stock: Stock): void {
  const available = stock.get(variant.idFromPlatform) ?? null;
  const shortage = shortageText(goodsTitle(productTitle, variant.title), available, quantity);
  if (shortage !== null) {
    const values = { item: goodsTitle(productTitle, variant.title), available: Math.max(0, available ?? 0) };
    throw new Refusal('notAllowed', 'OUT_OF_STOCK', shortage).naming(values);
  }
  if (available !== null) stock.set(variant.idFromPlatform, available - quantity);
}

/** Goods for the shop-now credit, priced as the shop sells them now. Refuses SHOP_NOW_NOT_OFFERED and SHOP_NOW_EMPTY. */
export function checkShopNow(input: CreateClaimInput, stock: Stock): WantedItem[] {
  const wanted = input.shopNowItems ?? [];
  const [credited] = input.selections.filter((selection) => selection.isShopNow === true);
  if (wanted.length === 0 && credited === undefined) return [];
  if (!input.policy.isShopNowEnabled)
    throw new Refusal('notAllowed', 'SHOP_NOW_NOT_OFFERED', "This store doesn't offer Shop Now.");
  const line = input.order.lines.find((one) => one.idFromPlatform === credited?.lineIdFromPlatform);
  if (wanted.length === 0 || !line)
    throw new Refusal(
      'notAllowed',
      'SHOP_NOW_EMPTY',
      "Choose the new items and the items you're returning for credit.",
    );
  return wanted.map((units) => {
    const variant = (input.variants.get(units.productIdFromPlatform) ?? []).find(
      (one) => one.idFromPlatform === units.variantIdFromPlatform,
    );
    if (!variant || !Number.isSafeInteger(units.quantity) || units.quantity < 1)
      throw new Refusal('notAllowed', 'EXCHANGE_VARIANT_UNKNOWN', "This variant isn't available.");
    const title = input.productTitles?.get(units.productIdFromPlatform) ?? '';
    takeStock(variant, title, units.quantity, stock);
    return wantedItem(
      variant,
      { idFromPlatform: units.productIdFromPlatform, title },
      line,
      input.order,
      units.quantity,
    );
  });
}

/** In an instant exchange the goods are sent now; otherwise their stock is kept until the claim is finalized. */
export function orderGoods(claim: Claim, input: CreateClaimInput): Decision {
  const exchanged = claim.lines.filter((line) => line.exchange !== null && !line.isShopNow);
  if (claim.instantExchange) {
    const ordered = claim.lines.map((line) =>
      exchanged.includes(line) ? { ...line, exchangeOrderedOn: input.now } : line,
    );
    const items = exchanged.flatMap((line) =>
      line.exchange
        ? [
            {
              claimLineId: line.id,
              variantIdFromPlatform: line.exchange.variantIdFromPlatform,
              quantity: line.exchange.quantity,
            },
          ]
        : [],
    );
    const settlement = { ...settlementOf(claim, claim.lines), paymentUsed: 0 };
    const sending = { claim, order: input.order, policy: input.policy.sending, settlement };
    return { claim: { ...claim, lines: ordered }, effects: sendOrder(sending, 'exchange', items, true) };
  }
  const wanted = [...exchanged.flatMap((line) => line.exchange ?? []), ...(claim.shopNow?.items ?? [])];
  if (wanted.length === 0 || input.policy.reservationDays === 0) return { claim, effects: [] };
  const until = new Date(Date.parse(input.now) + input.policy.reservationDays * DAY_MS).toISOString();
  const lines = wanted.map(({ variantIdFromPlatform, quantity }) => ({ variantIdFromPlatform, quantity }));
  return {
    claim: { ...claim, reservation: { state: 'asked', expiresOn: until, lines } },
    effects: [
      {
        kind: 'reserveStock',
        purposeKey: reservationKey(claim),
        subject: aboutClaim(claim),
        payload: {
          claimExternalId: claim.externalId,
          orderIdFromPlatform: claim.orderIdFromPlatform,
          customerEmail: claim.customerEmail,
          lines,
          currencyCode: claim.currencyCode,
          until,
        },
      },
    ],
  };
}

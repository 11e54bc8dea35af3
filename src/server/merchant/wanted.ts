import type { z } from 'zod';
import type { WantedChoice } from '#contract/money-shapes.ts';
import type { ClaimLine } from '#core/claims/claim.ts';
import type { WantedItem } from '#core/claims/goods-shapes.ts';
import { wantedItem, withoutShopPrice } from '#core/claims/exchange.ts';
import { shortageText } from '#core/claims/shortage.ts';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import type { LiveCatalog } from '#server/stores/live-catalog.ts';

type Choice = z.output<typeof WantedChoice>;

/** What staff chose for a line, as the platform names and prices it now, and what is short of it. */
export type Resolved = { item: WantedItem; shortage: string | null };

/**
 * Refuses EXCHANGE_VARIANT_UNKNOWN, and EXCHANGE_NOT_OFFERED for another product than the line's where
 * its price is in another currency than the order, unless it is sent without one.
 */
export function resolveChoice(
  choice: Choice,
  line: ClaimLine,
  order: Order,
  catalog: LiveCatalog,
  { isPriced, mayBeUnpriced }: { isPriced: boolean; mayBeUnpriced: boolean },
): Resolved {
  const { variantIdFromPlatform, productIdFromPlatform, quantity } = choice;
  const variant = catalog.variants
    .get(productIdFromPlatform)
    ?.find((one) => one.idFromPlatform === variantIdFromPlatform);
  const orderLine = order.lines.find((one) => one.idFromPlatform === line.lineIdFromPlatform);
  if (!variant || !orderLine)
    throw new Refusal('notAllowed', 'EXCHANGE_VARIANT_UNKNOWN', "This variant isn't available for this item.");
  const isOther = productIdFromPlatform !== line.productIdFromPlatform;
  if (isOther && !isPriced && !mayBeUnpriced) {
    throw new Refusal(
      'notAllowed',
      'EXCHANGE_NOT_OFFERED',
      'The order was paid in another currency, so only variants of the same product are available.',
    );
  }
  const title = catalog.productTitles.get(productIdFromPlatform) ?? '';
  const product = isOther ? { idFromPlatform: productIdFromPlatform, title } : null;
  const priced = isPriced ? variant : withoutShopPrice(variant, orderLine, isOther);
  const item = wantedItem(priced, product, orderLine, order, quantity);
  return { item, shortage: shortageText(item.title, variant.available, quantity) };
}

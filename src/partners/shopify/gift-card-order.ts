import { GIFT_CARD_DISCOUNT } from '#core/orders/discount-codes.ts';
import type { CallContext, GiftCardRequest, IssuedGiftCard } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused } from './client.ts';
import { bagOf, createOrder, findCreated, resultOf } from './exchange-order.ts';
import { gidOf } from './gid.ts';

type Caller = { client: ShopifyClient; context: CallContext };

const NAME_PREFIX = '#C-GC-';

/**
 * Orders a gift card of the amount at no charge, once per purpose key (the order's source
 * identifier). The platform makes and sends the card when the order is fulfilled.
 */
export async function giftCardOrderOnce(caller: Caller, request: GiftCardRequest): Promise<IssuedGiftCard> {
  const { amount, purposeKey, customerIdFromPlatform } = request;
  if (amount.amount <= 0) throw refused('a gift card must be of more than nothing');
  if (!request.claimExternalId) throw refused('a gift card order is named after its claim');
  const order = {
    name: `${request.namePrefix || NAME_PREFIX}${request.claimExternalId}`,
    sourceIdentifier: purposeKey,
    note: request.note,
    financialStatus: 'PAID',
    currency: amount.currencyCode,
    lineItems: [
      {
        title: 'Gift card',
        ...(request.productIdFromPlatform ? { productId: gidOf('Product', request.productIdFromPlatform) } : {}),
        quantity: 1,
        giftCard: true,
        requiresShipping: false,
        taxable: false,
        priceSet: bagOf(amount),
      },
    ],
    discountCode: { itemPercentageDiscountCode: { code: GIFT_CARD_DISCOUNT, percentage: 100 } },
    ...(request.customerEmail ? { email: request.customerEmail } : {}),
    ...(customerIdFromPlatform ? { customer: { toAssociate: { id: gidOf('Customer', customerIdFromPlatform) } } } : {}),
  };
  const options = { inventoryBehaviour: 'BYPASS', sendReceipt: false, sendFulfillmentReceipt: true };
  const neverShort = () => Promise.resolve(refused('Shopify has no stock of gift cards'));
  const created = (await findCreated(caller, purposeKey)) ?? (await createOrder(caller, order, options, neverShort));
  return { ...resultOf(caller, created), code: '', amount };
}

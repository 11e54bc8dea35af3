import { z } from 'zod';
import { decimalFromMinor, minorFromDecimal } from '#core/money.ts';
import type { CallContext, GiftCardRequest, IssuedGiftCard } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused, retryLater } from './client.ts';
import { gidOf, tailOf } from './gid.ts';
import { giftCardCodeOf, isMarked, markedNote } from './marks.ts';
import { GIFT_CARD_CREATE, GIFT_CARDS } from './operations.ts';
import { UserErrors, refuseUserErrors } from './user-errors.ts';
import { Amount } from './wire.ts';

const GiftCard = z.object({
  id: z.string(),
  note: z.string().nullable(),
  lastCharacters: z.string(),
  initialValue: Amount,
});
type GiftCard = z.infer<typeof GiftCard>;
const Created = z.object({
  giftCardCreate: z.object({ giftCard: GiftCard.nullable(), userErrors: UserErrors }),
});
const Found = z.object({ giftCards: z.object({ nodes: z.array(GiftCard) }) });

type Caller = { client: ShopifyClient; context: CallContext };

/**
 * Issues a gift card once per purpose key. The code follows from the key, so the platform itself
 * refuses a second card; asking it first would say less, since its search lags behind.
 */
export async function giftCardOnce(caller: Caller, secret: string, request: GiftCardRequest): Promise<IssuedGiftCard> {
  if (request.amount.amount <= 0) throw refused('a gift card must be of more than nothing');
  const code = giftCardCodeOf(request.purposeKey, secret);
  const { giftCardCreate } = await caller.client.run(
    GIFT_CARD_CREATE,
    { input: inputOf(request, code) },
    Created,
    caller.context,
  );
  const isTaken = giftCardCreate.userErrors.some((error) => error.code === 'TAKEN');
  if (isTaken) return resultOf(await findIssued(caller, request, code), code);
  refuseUserErrors(GIFT_CARD_CREATE, giftCardCreate.userErrors);
  if (!giftCardCreate.giftCard) throw refused('Shopify created no gift card and gave no reason');
  return resultOf(giftCardCreate.giftCard, code);
}

function inputOf(request: GiftCardRequest, code: string): object {
  const { amount, currencyCode } = request.amount;
  return {
    code,
    initialAmount: { amount: decimalFromMinor(amount, currencyCode), currencyCode },
    note: markedNote(request.note, request.purposeKey, 255),
    ...(request.templateSuffix ? { templateSuffix: request.templateSuffix } : {}),
    ...(request.customerIdFromPlatform ? { customerId: gidOf('Customer', request.customerIdFromPlatform) } : {}),
  };
}

async function findIssued({ client, context }: Caller, request: GiftCardRequest, code: string): Promise<GiftCard> {
  // The search by code first; then the latest cards, which show before the search knows them.
  for (const query of [code, null]) {
    const { giftCards } = await client.run(GIFT_CARDS, { query }, Found, context);
    const found = giftCards.nodes.find(
      (card) => isMarked(card.note, request.purposeKey) && card.lastCharacters.toLowerCase() === code.slice(-4),
    );
    if (found) return found;
  }
  throw retryLater('Shopify holds this gift card already but does not show it yet', 30_000);
}

function resultOf(card: GiftCard, code: string): IssuedGiftCard {
  const { amount, currencyCode } = card.initialValue;
  return {
    idFromPlatform: tailOf(card.id),
    code,
    amount: { amount: minorFromDecimal(amount, currencyCode), currencyCode },
    orderNo: null,
    platformAdminUrl: null,
  };
}

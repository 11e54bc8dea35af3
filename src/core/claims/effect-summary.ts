import type { EffectIntent } from '#core/claims/effects.ts';
import { formatMoney } from '#core/money.ts';

/** What an effect does, in words ("Refund $42.10 to the original payment"). */
export function effectSummary(effect: EffectIntent): string {
  switch (effect.kind) {
    case 'refund':
      return `Refund ${formatMoney(effect.payload.amount)} ${effect.payload.to === 'storeCredit' ? 'as store credit' : 'to the original payment'}`;
    case 'giftCard':
      return `${GIFT_WORDS[effect.payload.type]} ${formatMoney(effect.payload.amount)}`;
    case 'exchangeOrder':
      return `Create ${effect.payload.purpose === 'replacement' ? 'a replacement' : 'an exchange'} order of ${units(effect.payload.lines)}`;
    case 'returnExchange':
      return `Exchange ${units(effect.payload.exchangeLines)} on the original order`;
    case 'paymentCapture':
      return `Take ${formatMoney(effect.payload.amount)} from the customer's payment`;
    case 'paymentRefund':
      return `Give ${formatMoney(effect.payload.amount)} of the customer's payment back`;
    case 'paymentRelease':
      return "Let go of the hold on the customer's card";
    case 'paymentHoldAgain':
      return `Hold ${formatMoney(effect.payload.amount)} on the customer's card again`;
    case 'reserveStock':
      return `Keep ${units(effect.payload.lines)} in stock for the customer`;
    case 'releaseStock':
      return 'Give the stock kept for the customer free';
    case 'orderTags':
      return `Tag the order ${effect.payload.tags.join(', ')}`;
    case 'label':
      return 'Buy a shipping label';
    case 'labelRefund':
      return 'Give back an unused shipping label';
    case 'packingSlip':
      return 'Make a packing slip';
    case 'email':
      return `E-mail "${effect.payload.subject}" to ${effect.payload.to}`;
  }
}

const GIFT_WORDS = {
  Gift_Card: 'Issue a gift card of',
  Store_Credit: 'Add store credit of',
  Gift_Card_Order: 'Send a gift card order of',
} as const;

function units(lines: readonly { quantity: number }[]): string {
  const count = lines.reduce((sum, line) => sum + line.quantity, 0);
  return count === 1 ? '1 item' : `${count} items`;
}

import type { EffectIntent } from '#core/claims/effects.ts';
import { formatMoney } from '#core/money.ts';

/** What an effect does, in words ("Refund $42.10 to the original payment"). */
export function effectSummary(effect: EffectIntent): string {
  switch (effect.kind) {
    case 'refund':
      return `Refund ${formatMoney(effect.payload.amount)} ${effect.payload.to === 'storeCredit' ? 'as store credit' : 'to the original payment method'}`;
    case 'giftCard':
      return `${GIFT_WORDS[effect.payload.type]} ${formatMoney(effect.payload.amount)}`;
    case 'exchangeOrder':
      return `Create ${effect.payload.purpose === 'replacement' ? 'a replacement' : 'an exchange'} order of ${units(effect.payload.lines)}`;
    case 'returnExchange':
      return `Exchange ${units(effect.payload.exchangeLines)} on the original order`;
    case 'paymentCapture':
      return `Capture ${formatMoney(effect.payload.amount)}`;
    case 'paymentRefund':
      return `Refund ${formatMoney(effect.payload.amount)} of the customer's payment`;
    case 'paymentRelease':
      return "Release the hold on the customer's card";
    case 'paymentHoldAgain':
      return `Renew the ${formatMoney(effect.payload.amount)} hold on the customer's card`;
    case 'reserveStock':
      return `Reserve ${units(effect.payload.lines)}`;
    case 'releaseStock':
      return 'Release reserved stock';
    case 'orderTags':
      return `Tag the order ${effect.payload.tags.join(', ')}`;
    case 'label':
      return 'Buy a shipping label';
    case 'labelRefund':
      return 'Void the unused label';
    case 'packingSlip':
      return 'Create a packing slip';
    case 'email':
      return `Email "${effect.payload.subject}" to ${effect.payload.to}`;
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

import type { EffectIntent } from '#core/claims/effects.ts';
import { formatMoney } from '#core/money.ts';
import type { Db } from '#server/db/connect.ts';
import { addEffects, type NewEffect } from '#server/db/effects.ts';

/** Adds what a decision wants done, in the transaction that saves the decision. */
export const enqueue = (db: Db, storeId: number, requestId: string, intents: readonly EffectIntent[]): Promise<void> =>
  addEffects(db, storeId, requestId, intents.map(asNewEffect));

const asNewEffect = (intent: EffectIntent): NewEffect => ({
  claimId: intent.payload.claimId,
  kind: intent.kind,
  purposeKey: intent.purposeKey,
  payload: intent.payload,
  summary: summaryOf(intent),
});

const count = (number: number, word: string): string => `${number} ${word}${number === 1 ? '' : 's'}`;

/** What an effect does, in words ("Refund $42.10 to the original payment"). */
export function summaryOf(intent: EffectIntent): string {
  switch (intent.kind) {
    case 'refund':
      return intent.payload.to === 'originalPayment'
        ? `Refund ${formatMoney(intent.payload.amount)} to the original payment`
        : `Issue ${formatMoney(intent.payload.amount)} of store credit`;
    case 'giftCard':
      return `Issue a gift card of ${formatMoney(intent.payload.amount)}`;
    case 'exchangeOrder':
      return `Create an exchange order with ${count(intent.payload.lines.length, 'item')}`;
    case 'orderTags':
      return `Tag the order: ${intent.payload.tags.join(', ')}`;
    case 'label':
      return 'Buy a return label';
    case 'labelRefund':
      return 'Refund the unused return label';
    case 'packingSlip':
      return 'Make the packing slip';
    case 'email':
      return `E-mail “${intent.payload.subject}” to the customer`;
  }
}

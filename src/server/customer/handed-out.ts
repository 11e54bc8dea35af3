import type { RemainderMethod } from '#core/claims/goods-shapes.ts';
import type { EffectState } from '#core/effects/state.ts';
import type { Minor } from '#core/money.ts';
import { readIntent, type EffectRow } from '#server/db/effects.ts';

/** Money or credit on its way to a shopper, by what it is in the end: of a gift card given as store credit, that. */
type Movement = { method: RemainderMethod; amount: Minor; state: EffectState };

export const movementsOf = (effects: readonly EffectRow[]): Movement[] =>
  effects.flatMap((row) => {
    const intent = readIntent(row);
    if (intent?.kind !== 'refund' && intent?.kind !== 'giftCard') return [];
    const isRefund = intent.kind === 'refund' && intent.payload.to === 'originalPayment';
    const isCredit = intent.kind === 'refund' || intent.payload.type === 'Store_Credit';
    const method = isRefund ? 'refund' : isCredit ? 'storeCredit' : 'giftCard';
    return { method, amount: intent.payload.amount.amount, state: row.state };
  });

/** Whose account store credit goes to that no customer of the order has. */
export const creditedTo = (effects: readonly EffectRow[]): string | null =>
  effects.flatMap((row) => {
    const intent = readIntent(row);
    const isCredit = intent?.kind === 'giftCard' && intent.payload.type === 'Store_Credit';
    return (isCredit && intent.payload.recipient?.email) || [];
  })[0] ?? null;

/** What really went out by a method so far, bonus included. */
export const handedOut = (movements: readonly Movement[], method: RemainderMethod): Minor =>
  movements
    .filter((one) => one.method === method && (one.state === 'done' || one.state === 'doneElsewhere'))
    .reduce((sum, { amount }) => sum + amount, 0);

/** The methods by which staff alone gave something, by hand and elsewhere. */
export const givenElsewhere = (movements: readonly Movement[]): ReadonlySet<RemainderMethod> => {
  const own = new Set(movements.filter(({ state }) => state !== 'doneElsewhere').map(({ method }) => method));
  return new Set(movements.map(({ method }) => method).filter((method) => !own.has(method)));
};

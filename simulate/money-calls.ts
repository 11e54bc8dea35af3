/** Every call that moves money or goods, by its name on the network, and what the table of lost answers calls it. */
export const MONEY_CALLS = {
  RefundCreate: 'refund of money alone',
  ReturnCreate: 'return opened',
  ReturnProcess: 'return processed, with its refund',
  GiftCardCreate: 'gift card',
  StoreCredit: 'store credit',
  OrderCreate: 'order created',
  'RefundCreate for a shipping claim': 'refund of a shipping claim',
  'OrderCreate for a shipping claim': 'reorder of a shipping claim',
  'RefundCreate for a cover': 'refund of the cover of a canceled order',
  'POST /v1/payment_intents': 'payment held',
  'POST /v1/payment_intents/{id}/capture': 'payment captured',
  'POST /v1/payment_intents/{id}/cancel': 'hold released',
  'POST /v1/refunds': 'payment refunded',
  'POST /v1/payment_intents for a repair': 'payment for a repair begun',
  'POST /v1/payment_intents/{id}/capture for a repair': 'payment for a repair captured',
  'POST /v1/refunds for a repair': 'payment for a repair refunded',
  'POST /v2/shipments/{id}/buy for the way back': 'label for the way back bought',
  'POST /v2/shipments/{id}/buy': 'label bought',
  'POST /v2/shipments/{id}/refund': 'label refunded',
} as const;
export type MoneyCall = keyof typeof MONEY_CALLS;

export const isMoneyCall = (name: string): name is MoneyCall => Object.hasOwn(MONEY_CALLS, name);
export const NAMES_OF_MONEY_CALLS: readonly MoneyCall[] = Object.keys(MONEY_CALLS).filter(isMoneyCall);

/** Made in fewer schedules, even where everything leads to them. */
const RARE: readonly MoneyCall[] = [
  'POST /v1/refunds',
  'RefundCreate',
  'RefundCreate',
  'RefundCreate',
  'RefundCreate',
  'RefundCreate',
  'RefundCreate',
  'RefundCreate for a cover',
  'RefundCreate for a shipping claim',
  'RefundCreate for a shipping claim',
  'OrderCreate for a shipping claim',
  'OrderCreate for a shipping claim',
  'OrderCreate for a shipping claim',
  'StoreCredit',
  'POST /v1/payment_intents/{id}/capture',
  'POST /v1/payment_intents/{id}/capture',
  'POST /v1/payment_intents/{id}/capture',
  'POST /v1/payment_intents/{id}/cancel',
  'POST /v1/refunds',
  'POST /v1/refunds',
  'POST /v1/refunds for a repair',
  'POST /v1/refunds for a repair',
  'POST /v1/refunds',
  'POST /v2/shipments/{id}/buy for the way back',
  'POST /v2/shipments/{id}/buy for the way back',
  'POST /v2/shipments/{id}/refund',
];
const TURNS = [...NAMES_OF_MONEY_CALLS, ...RARE];

/** The call whose first answer a schedule loses: each kind has its turn, so that none is left to chance. */
export const callOfSchedule = (schedule: number): MoneyCall => TURNS[schedule % TURNS.length] ?? 'RefundCreate';

const LOST = / !! (?:answer lost|answered 502 after the work)$/;

/** Calls that were carried out and whose answer never came, by the trace of a schedule. */
export const lostIn = (trace: readonly string[]): MoneyCall[] =>
  NAMES_OF_MONEY_CALLS.filter((name) =>
    trace.some((line) => LOST.test(line) && line.includes(`: ${name} answered !!`)),
  );

type LossRow = { from: number; losses: { name: MoneyCall; schedules: number }[] };
export const SCHEDULES_PER_ROW = 50;

/** In how many of each fifty schedules each call lost its answer; of a last row that is not whole nothing is said. */
export function lossesByFifty(lost: readonly { schedule: number; calls: readonly MoneyCall[] }[]): LossRow[] {
  const rows = Map.groupBy(lost, ({ schedule }) => Math.floor(schedule / SCHEDULES_PER_ROW));
  return [...rows]
    .toSorted(([one], [other]) => one - other)
    .filter(([, schedules]) => schedules.length === SCHEDULES_PER_ROW)
    .map(([row, schedules]) => ({
      from: row * SCHEDULES_PER_ROW,
      losses: NAMES_OF_MONEY_CALLS.map((name) => ({
        name,
        schedules: schedules.filter(({ calls }) => calls.includes(name)).length,
      })),
    }));
}

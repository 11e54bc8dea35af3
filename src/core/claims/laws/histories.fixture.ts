import fc from 'fast-check';
import { vi } from 'vitest';
import { anyOrder, variantsFor } from '#core/claims/laws/orders.fixture.ts';
import { settleDown } from '#core/claims/laws/partners.fixture.ts';
import { play, STEPS, type Step } from '#core/claims/laws/steps.fixture.ts';
import { worldOf, type Watch, type World } from '#core/claims/laws/world.fixture.ts';
import { settingsOf } from '#core/claims/test-data.ts';
import { LIFETIME_DAYS } from '#core/dates.ts';
import { law } from '#core/law.fixture.ts';
import type { Order } from '#core/orders/order.ts';
import { ExchangePricing } from '#core/claims/goods-shapes.ts';
import { bonusOf, type FlatSettings } from '#core/settings/settings.fixture.ts';

const anyFee = fc.oneof(fc.constant(0), fc.constant(0), fc.nat(1500));

/** Every way a store may have set its money rules; windows stay open. */
export const anySettings: fc.Arbitrary<FlatSettings> = fc
  .record({
    bonus: fc.constantFrom(0, 1000, 1000, 3333).map(bonusOf),
    giftCardType: fc.constantFrom('Gift_Card', 'Store_Credit', 'Gift_Card_Order'),
    isReturnProcessApiEnabled: fc.boolean(),
    variantExchangePricing: fc.constantFrom(...ExchangePricing.options),
    advancedExchangePricing: fc.constantFrom(...ExchangePricing.options.toReversed()),
    exchangeRemainderMethod: fc.constantFrom('refund', 'giftCard', 'storeCredit'),
    outOfStockAtFinalize: fc.constantFrom('fail', 'continue'),
    reservationDays: fc.constantFrom(0, 21),
    returnFee: anyFee,
    returnShippingFee: anyFee,
    exchangeShippingFee: anyFee,
    paymentProvider: fc.constantFrom('stripe', 'stripe', 'stripe', 'none'),
    shopNowIncentiveBasisPoints: fc.constantFrom(0, 500, 3333),
  } as const)
  .map(({ bonus, ...changes }) =>
    settingsOf({
      ...changes,
      ...bonus,
      refundValidityDays: LIFETIME_DAYS,
      storeCreditValidityDays: LIFETIME_DAYS,
      giftCardValidityDays: LIFETIME_DAYS,
      variantExchangeValidityDays: LIFETIME_DAYS,
      isInstantExchangeEnabled: true,
      isGiftReturnEnabled: true,
    }),
  );

type Kind = Step['kind'];
/** How often each event happens compared with the others. */
const WEIGHTS: Readonly<Record<Kind, number>> = {
  shopperAsks: 6,
  recipientAsks: 3,
  staffMake: 3,
  approveAll: 6,
  approve: 5,
  deny: 2,
  revert: 1,
  cancelLine: 1,
  cancelClaim: 1,
  restore: 1,
  appeal: 1,
  finalize: 8,
  valueInstead: 2,
  changeFees: 1,
  refundPayment: 1,
  captureHold: 1,
  goodsBack: 1,
  waiveReturn: 1,
  holdLapses: 1,
  ship: 2,
  carryOut: 3,
  tell: 2,
  settleDown: 3,
  platformRefunds: 3,
  orderEdited: 1,
  quoteRepair: 2,
  answerQuote: 2,
  workOnRepair: 2,
  sendBack: 1,
};

const seed = fc.oneof(fc.nat(50), fc.nat(2 ** 31 - 1));
const stepsOf = (kinds: readonly Kind[], most: number): fc.Arbitrary<Step[]> =>
  fc.array(
    fc.record({
      kind: fc.constantFrom(...kinds.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind))),
      seeds: fc.tuple(seed, seed, seed, seed),
    }),
    { minLength: 2, maxLength: most },
  );

export type History = { order: Order; settings: FlatSettings; steps: Step[] };

/** Histories of an order: claims created, decided, finalized, canceled, with the platform in between. */
export const anyHistory = (without: readonly Kind[] = [], most = 16): fc.Arbitrary<History> =>
  fc.record({
    order: anyOrder,
    settings: anySettings,
    steps: stepsOf(
      (Object.keys(STEPS) as Kind[]).filter((kind) => !without.includes(kind)),
      most,
    ).map((steps): Step[] => [{ kind: 'shopperAsks', seeds: steps[0]?.seeds ?? [] }, ...steps]),
  });

/** The world after a history. */
export const live = ({ order, settings, steps }: History, watch: Watch = {}): World =>
  play(worldOf(order, settings, variantsFor(order)), steps, watch);

/** What a law looks at: the decisions, the world after them, and that world once all is carried out and reported. */
type Looks = Watch & { ended?: (world: World) => void; settled?: (world: World) => void };
type Law<H> = (history: H) => Looks;

/**
 * Tests of laws of the same histories, which are played once for all of them. A law that fails plays them again, so that
 * it fails by itself and for the least history. `after` is asked once the law holds.
 */
export function lawsOf<H extends History>(histories: fc.Arbitrary<H>) {
  const laws: Law<H>[] = [];
  let failed: ReadonlySet<Law<H>> | null = null;
  return (own: Law<H>, after?: () => void): (() => void) => {
    laws.push(own);
    return () => {
      const cases = law(CASES);
      failed ??= failedOf(histories, laws, cases);
      if (failed.has(own)) {
        fc.assert(
          fc.property(histories, (history) => look(history, own(history))),
          cases,
        );
        throw new Error('This law failed among others, and holds by itself');
      }
      after?.();
    };
  };
}

function look(history: History, { ended, settled, ...watch }: Looks): void {
  const world = live(history, watch);
  ended?.(world);
  if (!settled) return;
  settleDown(world);
  settled(world);
}

function failedOf<H extends History>(
  histories: fc.Arbitrary<H>,
  laws: readonly Law<H>[],
  cases: ReturnType<typeof law>,
): Set<Law<H>> {
  const failed = new Set<Law<H>>();
  fc.assert(
    fc.property(histories, (history) => {
      const looking = laws.map((one) => ({ one, looks: one(history) }));
      const each = (look: (looks: Looks) => void): void => {
        for (const { one, looks } of looking.filter(({ one }) => !failed.has(one)))
          try {
            look(looks);
          } catch {
            failed.add(one);
          }
      };
      try {
        look(history, {
          hasEmails: looking.some(({ looks }) => looks.hasEmails),
          happened: (happening) => each(({ happened }) => happened?.(happening)),
          refused: (refusal) => each(({ refused }) => refused?.(refusal)),
          ended: (world) => each(({ ended }) => ended?.(world)),
          ...(looking.some(({ looks }) => looks.settled)
            ? { settled: (world) => each(({ settled }) => settled?.(world)) }
            : {}),
        });
      } catch {
        // What a step throws itself fails every law.
        for (const one of laws) failed.add(one);
      }
    }),
    cases,
  );
  return failed;
}

// Thousands of cases take their time on a busy machine; that is no failure.
vi.setConfig({ testTimeout: 300_000 });

/** Cases of each law. */
export const CASES = 2000;

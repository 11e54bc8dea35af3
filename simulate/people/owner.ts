import { getConfig, saveConfig } from '#contract/merchant/settings.ts';
import type { RouteAnswer, RouteInput } from '#contract/route.ts';
import type { Chance } from '#sandbox/shopify/seed/random.ts';
import { savedIn } from '../rules.ts';
import { changeAutomations } from './automations.ts';
import { outcomeOf, type Person, type Place } from './people.ts';
import { ask } from './staff.ts';

type Groups = RouteAnswer<typeof getConfig>['groups'];
type Change = (groups: Groups, chance: Chance) => RouteInput<typeof saveConfig>['body'];

const LONG = 3650;
const CHANGES: readonly [string, Change][] = [
  [
    'fees',
    ({ fees: { version, document } }, chance) => ({
      group: 'fees',
      version,
      document: {
        ...document,
        returnFee: chance.pick([0, 300, 650]),
        returnShippingFee: chance.pick([0, 450, 900]),
        exchangeShippingFee: chance.pick([0, 375]),
      },
    }),
  ],
  [
    'bonus',
    ({ giftCards: { version, document } }, chance) => ({
      group: 'giftCards',
      version,
      document: {
        ...document,
        giftCardIncentiveType: chance.pick(['none', 'percent', 'percent', 'fixed']),
        giftCardIncentiveAmount: chance.pick([5, 12.5]),
      },
    }),
  ],
  [
    'gift cards',
    ({ giftCards: { version, document } }, chance) => ({
      group: 'giftCards',
      version,
      document: { ...document, giftCardType: chance.pick(['Gift_Card', 'Store_Credit', 'Gift_Card_Order']) },
    }),
  ],
  [
    'exchanges',
    ({ variantExchanges: { version, document } }, chance) => ({
      group: 'variantExchanges',
      version,
      document: {
        ...document,
        variantExchangePricing: chance.pick(['NO_PAYMENT_OR_REFUND', 'PAYMENT', 'PAYMENT_AND_PARTIAL_REFUND']),
        advancedExchangePricing: chance.pick(['NO_PAYMENT_OR_REFUND', 'PAYMENT', 'PAYMENT_AND_PARTIAL_REFUND']),
        exchangeRemainderMethod: chance.pick(['refund', 'giftCard', 'storeCredit']),
      },
    }),
  ],
  [
    'exchange orders',
    ({ returns: { version, document } }, chance) => ({
      group: 'returns',
      version,
      document: { ...document, isReturnProcessApiEnabled: chance.pick([true, false]) },
    }),
  ],
  [
    'Shop Now',
    ({ shopNow: { version, document } }, chance) => ({
      group: 'shopNow',
      version,
      document: {
        ...document,
        isShopNowEnabled: chance.under(0.8),
        shopNowIncentiveBasisPoints: chance.pick([0, 750]),
      },
    }),
  ],
  [
    'refund window',
    ({ refunds: { version, document } }, chance) => ({
      group: 'refunds',
      version,
      document: {
        ...document,
        ...chance.pick([
          { isRefundsEnabled: true, refundValidityDays: LONG },
          { isRefundsEnabled: false, refundValidityDays: 0 },
        ]),
      },
    }),
  ],
  [
    'inspection',
    ({ returns: { version, document } }, chance) => ({
      group: 'returns',
      version,
      document: { ...document, isReturnInspectionEnabled: chance.under(0.5) },
    }),
  ],
  [
    'stock',
    ({ stock: { version, document } }, chance) => ({
      group: 'stock',
      version,
      document: { ...document, outOfStockAtFinalize: chance.pick(['fail', 'continue']) },
    }),
  ],
];

/** The owner of the store, who changes its settings and automations while claims are under way. */
export const owner = (turns: number): Person => ({
  name: 'owner',
  async live(place, life) {
    const { scheduler, server, storeId, rules } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      if (scheduler.chance.under(0.5)) {
        const begun = rules.step;
        if (!(await changeAutomations(place, life))) continue;
        await scheduler.step(life, 'looks at the automations');
        rules.saved(await look(place), begun);
        continue;
      }
      await scheduler.step(life, 'opens the settings', [], () => server.isUp);
      const opened = await outcomeOf(ask(place, getConfig, { params: { storeId } }));
      if (typeof opened === 'string') continue;
      const [name, change] = scheduler.chance.pick(CHANGES);
      const body = change(opened.answer.groups, scheduler.chance);
      await scheduler.step(life, `changes ${name}`, [], () => server.isUp);
      const begun = rules.step;
      const outcome = await outcomeOf(ask(place, saveConfig, { params: { storeId }, body }));
      scheduler.note(`owner: changes ${name} is ${typeof outcome === 'string' ? outcome : 'done'}`);
      // Whatever was under way when the server stopped has ended by the next step.
      await scheduler.step(life, 'looks at the settings');
      rules.saved(await look(place), begun);
    }
  },
});

const look = ({ scheduler, plant, storeId }: Place) => scheduler.inside(() => savedIn(plant, storeId));

import { z } from 'zod';
import type { StoreRule } from '#core/automations/rule.ts';
import type { Automation, Windows } from '../oracle/story.ts';

const Change = z.object({ type: z.enum(['fixed', 'percent']), amount: z.number() });
const Days = z.number().nullable();
const ChangingEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('applyFee'),
    params: z.object({ feeType: z.enum(['fixed', 'percent']), feeAmount: z.number() }),
  }),
  z.object({ type: z.literal('chargeForReturnLabel'), params: z.object({ applyLabelMarkup: Change }) }),
  z.object({
    type: z.literal('chargeForExchangeOrderShipping'),
    params: z.object({ applyExchangeOrderShippingMarkup: Change }),
  }),
  z.object({
    type: z.literal('modifyIncentives'),
    params: z.object({ giftCardIncentive: Change, shouldApplyVariantExchangeShipping: z.boolean() }),
  }),
  z.object({
    type: z.literal('modifyResolutionWindow'),
    params: z.object({ refund: Days, giftCard: Days, exchange: Days }),
  }),
]);

type Changed = z.infer<typeof Change> & Pick<Automation, 'of'> & { isVariantShippingFree?: boolean; windows?: Windows };

function changeOf(event: z.infer<typeof ChangingEvent>): Changed {
  switch (event.type) {
    case 'applyFee':
      return { of: 'fee', type: event.params.feeType, amount: event.params.feeAmount };
    case 'chargeForReturnLabel':
      return { of: 'label', ...event.params.applyLabelMarkup };
    case 'chargeForExchangeOrderShipping':
      return { of: 'exchangeShipping', ...event.params.applyExchangeOrderShippingMarkup };
    case 'modifyIncentives': {
      const { giftCardIncentive, shouldApplyVariantExchangeShipping } = event.params;
      return { of: 'bonus', ...giftCardIncentive, isVariantShippingFree: !shouldApplyVariantExchangeShipping };
    }
    case 'modifyResolutionWindow':
      return { of: 'windows', type: 'fixed', amount: 0, windows: event.params };
  }
}

/** An amount in whole units of a currency. */
export function minorOf(amount: number, currency: string): number {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions();
  return Math.round(amount * 10 ** (format.maximumFractionDigits ?? 2));
}

/** Amounts of rules are in whole units of the store's currency, which is that of every order here; percents are parts of one. */
export function automationOf({ id, rule }: StoreRule, currency: string): Automation {
  const minor = (amount: number): number => minorOf(amount, currency);
  const conditions = 'all' in rule.conditions ? rule.conditions.all : rule.conditions.any;
  const comparedWith = (asked: string): unknown => conditions.find(({ fact }) => fact === asked)?.value;
  const above = (asked: string): number | null => {
    const value = comparedWith(asked);
    return typeof value === 'number' ? minor(value) : null;
  };
  const { of, type, amount, isVariantShippingFree = false, windows = null } = changeOf(ChangingEvent.parse(rule.event));
  const [sku] = z.array(z.string()).catch([]).parse(comparedWith('product/sku'));
  return {
    id,
    priority: rule.priority,
    of,
    above: above('claim/total'),
    aboveOnLine: above('claim/lineItemTotal'),
    sku: sku ?? null,
    amount: type === 'fixed' ? minor(amount) : 0,
    basisPoints: type === 'percent' ? Math.round(amount * 10_000) : 0,
    isVariantShippingFree,
    windows,
  };
}

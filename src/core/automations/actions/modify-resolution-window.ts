import { z } from 'zod';
import { action, type Match } from '#core/automations/action.ts';
import { LIFETIME_DAYS } from '#core/dates.ts';

const MOST_FOOTNOTE = 30;

/** null leaves it to the settings, 0 does not offer the method. */
const Days = z
  .number('Must provide a number.')
  .int('Must be a whole number')
  .min(0)
  .max(LIFETIME_DAYS, `At most ${LIFETIME_DAYS} days`)
  .nullable();
/** null leaves it to the settings, an empty text does not offer the method. */
const Until = z.union([z.iso.date(), z.literal('')]).nullable();

const footnote = z.string().max(MOST_FOOTNOTE, 'Footnote must be less than 30 characters');

const windowsOf = <Each extends z.ZodType>(each: Each) => ({
  refund: each,
  giftCard: each,
  exchange: each,
  warrantyReview: each,
  ineligibleLineItemFootnote: footnote,
});

const params = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('eligibilityDays'), ...windowsOf(Days) }),
  z.strictObject({ kind: z.literal('returnableUntil'), ...windowsOf(Until) }),
]);
type Params = z.output<typeof params>;

export const WINDOWS = {
  refund: 'Refund',
  giftCard: 'Gift card',
  exchange: 'Exchange',
  warrantyReview: 'Warranty',
} as const;
export type WindowName = keyof typeof WINDOWS;
const NAMES = ['refund', 'giftCard', 'exchange', 'warrantyReview'] as const satisfies readonly WindowName[];

/** How long one method is offered: not at all, for days, or until the end of a day in the store's time zone. */
export type RuledWindow = { kind: 'notOffered' } | { kind: 'days'; days: number } | { kind: 'until'; day: string };

/** What one rule says about one method; null where it leaves it to the settings. */
export function windowOf(params: Params, name: WindowName): RuledWindow | null {
  if (params.kind === 'eligibilityDays') {
    const days = params[name];
    if (days === null) return null;
    return days === 0 ? { kind: 'notOffered' } : { kind: 'days', days };
  }
  const day = params[name];
  if (day === null) return null;
  return day === '' ? { kind: 'notOffered' } : { kind: 'until', day };
}

/** What matching rules say about one line. */
export type RuledWindows = {
  windows: Partial<Record<WindowName, { ruleId: number; window: RuledWindow }>>;
  footnote: { ruleId: number; text: string } | null;
};

/** For each method the first rule that says something about it, and the footnote of the first that has one. */
function combine(matches: readonly Match<Params>[]): RuledWindows {
  const windows: RuledWindows['windows'] = {};
  let ruledFootnote: RuledWindows['footnote'] = null;
  for (const { ruleId, params: its } of matches) {
    for (const name of NAMES) {
      const window = windowOf(its, name);
      if (window !== null) windows[name] ??= { ruleId, window };
    }
    if (its.ineligibleLineItemFootnote !== '') ruledFootnote ??= { ruleId, text: its.ineligibleLineItemFootnote };
  }
  return { windows, footnote: ruledFootnote };
}

function windowText(window: RuledWindow | null): string {
  if (window === null) return 'store default';
  if (window.kind === 'notOffered') return 'not offered';
  if (window.kind === 'until') return `until ${window.day}`;
  if (window.days >= LIFETIME_DAYS) return 'lifetime';
  return window.days === 1 ? '1 day' : `${window.days} days`;
}

export const modifyResolutionWindow = action({
  label: 'Modify Resolution Window',
  description: 'Change how long refunds, gift cards, exchanges and warranty claims are offered, or stop offering them.',
  hooks: ['orderLookup', 'afterReasonSelection'],
  perLine: true,
  shopperTexts: ['ineligibleLineItemFootnote'],
  params,
  initial: {
    kind: 'eligibilityDays',
    refund: null,
    giftCard: null,
    exchange: null,
    warrantyReview: null,
    ineligibleLineItemFootnote: '',
  },
  summary: (its) => [
    ...NAMES.filter((name) => its[name] !== null).map((name) => `${WINDOWS[name]}: ${windowText(windowOf(its, name))}`),
    ...(its.ineligibleLineItemFootnote === '' ? [] : [`Footnote: ${its.ineligibleLineItemFootnote}`]),
  ],
  parts: (its) => NAMES.filter((name) => its[name] !== null),
  combine,
});

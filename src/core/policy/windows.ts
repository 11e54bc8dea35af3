import type { RuledWindow, RuledWindows, WindowName } from '#core/automations/actions/modify-resolution-window.ts';
import { endOfDayIn } from '#core/dates.ts';
import type { LinePolicy, MethodTerms } from '#core/policy/claim-policy.ts';
import type { Asker } from '#core/policy/policy.ts';

type Ruled = RuledWindows['windows'][WindowName];

/** Where the rules are asked: `bySettings` is the line before any rule. */
type Around = { asker: Asker; timeZone: string; bySettings: LinePolicy };

/** A line with what matching rules say about its windows. What they leave out stays as it was. */
export function withWindows(
  line: LinePolicy,
  { windows, footnote }: RuledWindows,
  { asker, timeZone, bySettings }: Around,
): LinePolicy {
  const { refund, storeCredit, giftCard, variantExchange } = line.methods;
  const terms = (its: MethodTerms, ruled: Ruled): MethodTerms => (ruled ? termsOf(its, ruled.window, timeZone) : its);
  const offered = bySettings.methods;
  const credit = terms(storeCredit, windows.giftCard);
  const card = terms(giftCard, windows.giftCard);
  const refunded = terms(refund, windows.refund);
  const exchanged = terms(variantExchange, windows.exchange);
  const ruledBy = { ...line.ruledBy, ...ruleIds(windows), ...(footnote ? { footnote: footnote.ruleId } : {}) };
  return {
    ...withWarranty(line, windows.warrantyReview, timeZone),
    methods: {
      // A refund would go back to what the buyer paid with.
      refund: { ...refunded, isOffered: refunded.isOffered && asker !== 'recipient' },
      // One window is for both: the one that the store gives, or gift cards where it gives neither.
      storeCredit: { ...credit, isOffered: credit.isOffered && offered.storeCredit.isOffered },
      giftCard: {
        ...card,
        isOffered: card.isOffered && (offered.giftCard.isOffered || !offered.storeCredit.isOffered),
      },
      // A longer window is for what may be exchanged at all.
      variantExchange: { ...exchanged, isOffered: exchanged.isOffered && line.isExchangedBefore !== true },
    },
    ...(footnote ? { footnote: footnote.text } : {}),
    ...(Object.keys(ruledBy).length > 0 ? { ruledBy } : {}),
  };
}

function termsOf({ windowDays }: MethodTerms, window: RuledWindow, timeZone: string): MethodTerms {
  switch (window.kind) {
    case 'notOffered':
      return { isOffered: false, windowDays };
    case 'days':
      return { isOffered: true, windowDays: window.days };
    case 'until':
      return { isOffered: true, windowDays, until: untilOf(window.day, timeZone) };
  }
}

const untilOf = (day: string, timeZone: string) => ({ day, instant: endOfDayIn(day, timeZone) });

function withWarranty(line: LinePolicy, ruled: Ruled, timeZone: string): LinePolicy {
  if (!ruled) return line;
  const { warrantyUntil: _until, isWarrantyRefused: _refused, ...rest } = line;
  switch (ruled.window.kind) {
    case 'notOffered':
      return { ...rest, isWarrantyRefused: true };
    case 'days':
      return { ...rest, warrantyWindowDays: ruled.window.days };
    case 'until':
      return { ...rest, warrantyUntil: untilOf(ruled.window.day, timeZone) };
  }
}

const ruleIds = (windows: RuledWindows['windows']): Partial<Record<WindowName, number>> =>
  Object.fromEntries(Object.entries(windows).map(([name, { ruleId }]) => [name, ruleId]));

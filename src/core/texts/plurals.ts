import type { Message } from './message.ts';

/** As far as anything in the portal is counted; what a language says of millions needs no words. */
const COUNTED = 200;

/** The forms in which a language counts that a message has no words for. */
export function pluralsMissing(message: Message, language: string): string[] {
  const rules = new Intl.PluralRules(language);
  return missing(message, [...new Set(Array.from({ length: COUNTED }, (_, count) => rules.select(count)))]);
}

function missing(message: Message, forms: readonly string[]): string[] {
  if (typeof message === 'string') return [];
  const found = message.flatMap((part) => {
    if (typeof part === 'string' || part === 0 || part.length === 1) return [];
    const [, by, cases] = part;
    const own = by === 'plural' ? forms.filter((form) => cases[form] === undefined) : [];
    return [...own, ...Object.values(cases).flatMap((one) => missing(one, forms))];
  });
  return [...new Set(found)];
}

import type { StatusShown } from '#contract/status-shown.ts';
import type { PhraseValue, Words } from '#core/texts/phrase.ts';
import { deadline, money } from './format.ts';
import { ownText, textNamed } from './texts.ts';

/** What the server says, in the shopper's language. */
export const worded = (said: Words): string =>
  typeof said === 'string' ? ownText(said) : (textNamed(said.id, written(said.values ?? {})) ?? '');

/** Values in the shopper's way of writing. */
export const written = (values: Readonly<Record<string, PhraseValue>>): Record<string, string | number> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, valueText(value)]));

function valueText(value: PhraseValue): string | number {
  if (typeof value !== 'object') return value;
  if ('day' in value) return deadline(value.day);
  if ('own' in value) return ownText(value.own);
  return 'id' in value ? worded(value) : money(value.amount, value.currencyCode);
}

/** The status of a claim. */
export const statusText = ({ code, detail, label }: Pick<StatusShown, 'code' | 'detail' | 'label'>): string =>
  textNamed(code === 'Denied' ? 'status.Denied' : `status.${code}.${detail}`, {}) ?? label;

import { compileMessage } from '#core/texts/compile.ts';
import type { Message } from '#core/texts/message.ts';
import { pluralsMissing } from '#core/texts/plurals.ts';
import { variablesOf } from '#core/texts/variables.ts';

/** What is wrong with a text that says the same as another one in a language; null where nothing is. */
export function textProblem(text: string, { like, language }: { like: string; language: string }): string | null {
  let message: Message;
  try {
    message = compileMessage(text);
  } catch {
    return 'Check the braces: each { needs its }, and a choice needs the words for “other”.';
  }
  const [wanted, given] = [variablesOf(compileMessage(like)), variablesOf(message)];
  const missing = wanted.filter((name) => !given.includes(name));
  if (missing.length > 0) return `Add ${named(missing)}.`;
  const unknown = given.filter((name) => !wanted.includes(name));
  if (unknown.length > 0) return `Remove ${named(unknown)}: this text has no such value.`;
  const forms = pluralsMissing(message, language);
  return forms.length > 0 ? `Add the words for the number forms ${forms.join(', ')}.` : null;
}

const named = (names: readonly string[]): string => names.map((name) => `{${name}}`).join(', ');

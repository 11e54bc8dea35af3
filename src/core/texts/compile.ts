import { parse } from '@messageformat/parser';
import type { Message } from './message.ts';

type Token = ReturnType<typeof parse>[number];
type Part = Exclude<Message, string>[number];

/** A message written in ICU's syntax, in the form in which it is formatted. Throws with the parser's words. */
export function compileMessage(text: string): Message {
  return messageOf(parse(text, { strict: true }));
}

export const compileAll = <Id extends string>(texts: Readonly<Record<Id, string>>): Record<Id, Message> =>
  Object.fromEntries(Object.entries<string>(texts).map(([id, text]) => [id, compileMessage(text)])) as Record<
    Id,
    Message
  >;

function messageOf(tokens: readonly (Token | { type: 'octothorpe' })[]): Message {
  const parts = tokens.map(partOf);
  const [first = '', ...others] = parts;
  return typeof first === 'string' && others.length === 0 ? first : parts;
}

function partOf(token: Token | { type: 'octothorpe' }): Part {
  switch (token.type) {
    case 'content':
      return token.value;
    case 'octothorpe':
      return 0;
    case 'argument':
      return [token.arg];
    case 'plural':
    case 'select': {
      if ((token.pluralOffset ?? 0) !== 0) throw new Error('An offset is not supported');
      const cases = token.cases.map(({ key, tokens }) => [key, messageOf(tokens)] as const);
      return [token.arg, token.type, Object.fromEntries(cases)];
    }
    case 'selectordinal':
    case 'function':
      throw new Error(`{${token.arg}, ${token.type === 'function' ? token.key : token.type}} is not supported`);
  }
}

import type { Message } from './message.ts';

/** The names of the variables of a message, each once. */
export function variablesOf(message: Message): string[] {
  if (typeof message === 'string') return [];
  const names = message.flatMap((part) => {
    if (typeof part === 'string' || part === 0) return [];
    const [name, , cases = {}] = part;
    return [name, ...Object.values(cases).flatMap(variablesOf)];
  });
  return [...new Set(names)].sort();
}

/** The names of the variables that stand in a message themselves, not only to choose between texts. */
export function textVariablesOf(message: Message): string[] {
  if (typeof message === 'string') return [];
  return message.flatMap((part) => {
    if (typeof part === 'string' || part === 0) return [];
    const [name, by, cases = {}] = part;
    return [...(by === 'select' ? [] : [name]), ...Object.values(cases).flatMap(textVariablesOf)];
  });
}

type Word<Name extends string> = Name extends `${string}${' ' | ',' | '.' | '#' | '{'}${string}` ? never : Name;
type Head<Text extends string> =
  | (Text extends `${infer Name}}${string}` ? Word<Name> : never)
  | (Text extends `${infer Name}, ${'plural' | 'select'}, ${string}` ? Word<Name> : never);

/** The variables that the English text of a message names; a branch of a choice has more than one word. */
export type VariablesOf<Text extends string> = Text extends `${string}{${infer Rest}`
  ? Head<Rest> | VariablesOf<Rest>
  : never;

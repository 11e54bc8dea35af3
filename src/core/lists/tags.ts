import { z } from 'zod';

/** A label staff put on claims, at most 128 characters (C9.02). */
export const TagName = z
  .string()
  .trim()
  .min(1, 'Name is required')
  .max(128, 'Name must be at most 128 characters')
  .transform((name) => name.replaceAll(/\s+/g, ' '));

/** Two spellings of one tag have the same key. */
export const tagKey = (name: string): string => name.toLowerCase();

/** Each tag once, in the spelling that came first. */
export function distinctTags(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(tagKey(name))) byKey.set(tagKey(name), name);
  return [...byKey.values()];
}

const without = (names: readonly string[], others: readonly string[]): string[] => {
  const keys = new Set(others.map(tagKey));
  return names.filter((name) => !keys.has(tagKey(name)));
};

/** What was put on and taken off between two lists of tags, however they are spelled. */
export const tagDifference = (
  before: readonly string[],
  after: readonly string[],
): { added: string[]; removed: string[] } => ({ added: without(after, before), removed: without(before, after) });

/** Tags after a difference is made to them. */
export const retagged = (tags: readonly string[], change: { added: readonly string[]; removed: readonly string[] }) =>
  distinctTags([...without(tags, change.removed), ...change.added]);

/** A difference of tags in words; empty where there is none. */
export const tagsChangedText = ({ added, removed }: ReturnType<typeof tagDifference>): string =>
  [
    ...(added.length > 0 ? [`Added ${quoted(added)}`] : []),
    ...(removed.length > 0 ? [`Removed ${quoted(removed)}`] : []),
  ].join('. ');

const quoted = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');

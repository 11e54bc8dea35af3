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

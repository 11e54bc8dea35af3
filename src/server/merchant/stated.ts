import { Refusal } from '#core/refusal.ts';

/** A field a caller may leave out, and what is known of it better. */
type Stated = readonly [path: string, stated: string | number | undefined, known: string | number];

/** Refuses with `code` what a caller states otherwise than it is, and says what it is. */
export function refuseMisstated(code: string, text: string, stated: readonly Stated[]): void {
  const wrong = stated.filter(([, said, known]) => said !== undefined && said !== known);
  if (wrong.length === 0) return;
  const fields = Object.fromEntries(wrong.map(([path, , known]) => [`body.${path}`, `Must be ${known}.`]));
  throw new Refusal('notAllowed', code, text, fields);
}

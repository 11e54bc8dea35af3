import { z } from 'zod';
import type { PortalTextId } from '#core/texts/ids.ts';

/** A value of a phrase, written in its reader's way: `day` is an instant, `amount` a decimal of the currency, `own` the store's words. */
export type PhraseValue =
  | string
  | number
  | { day: string }
  | { amount: number; currencyCode: string }
  | { own: string }
  | Phrase;

/** A text of the portal and its values, until the language of its reader is known. */
export type Phrase = { id: PortalTextId; values?: Readonly<Record<string, PhraseValue>> };

/** A phrase of the portal's, or what the store says itself. */
export type Words = string | Phrase;

// Ids come and go with the catalog, so a screen that shows a phrase looks its text up.
const Id = z.custom<PortalTextId>((id) => typeof id === 'string').meta({ type: 'string' });

export const PhraseValue: z.ZodType<PhraseValue> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.object({ day: z.string() }),
    z.object({ amount: z.number(), currencyCode: z.string() }),
    z.object({ own: z.string() }),
    Phrase,
  ]),
);
const Phrase: z.ZodType<Phrase> = z.object({
  id: Id,
  values: z.record(z.string(), PhraseValue).exactOptional(),
});
export const Words: z.ZodType<Words> = z.union([z.string(), Phrase]);

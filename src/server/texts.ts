import type { Language } from '#core/texts/languages.ts';
import type { PortalTextId } from '#core/texts/ids.ts';

type Texts = Readonly<Record<PortalTextId, string>>;
const AREAS = ['start', 'return', 'claim', 'register', 'withdrawal'] as const;
const kept = new Map<Language, Promise<Texts>>();

/** Every text of the portal as it ships in a language, before it is compiled. */
export function textsIn(language: Language): Promise<Texts> {
  const known = kept.get(language);
  if (known) return known;
  const read = readTexts(language);
  kept.set(language, read);
  return read;
}

async function readTexts(language: Language): Promise<Texts> {
  const parts = await Promise.all(
    AREAS.map(
      async (area) => ((await import(`../core/texts/catalogs/${language}/${area}.ts`)) as { default: object }).default,
    ),
  );
  return Object.assign({}, ...parts) as Texts;
}

import { ENGLISH } from '#core/texts/english.ts';
import type { PortalTextId } from '#core/texts/ids.ts';
import type { Language } from '#core/texts/languages.ts';
import { programTexts } from '#core/texts/program-name.ts';
import { writerOf, type Writer } from '#core/texts/writer.ts';
import type { Db } from '#server/db/connect.ts';
import { portalTextsIn, type TextsSaid } from '#server/db/portal-texts.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';

type Texts = Readonly<Record<PortalTextId, string>>;
const AREAS = ['start', 'return', 'claim', 'register', 'withdrawal', 'protection', 'email', 'policy'] as const;
const kept = new Map<Language, Promise<Texts>>();

/** Every text for shoppers as it ships in a language, before it is compiled. */
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

const writers = new Map<Language, Writer>([['en', ENGLISH]]);

/** What writes for shoppers in a language, with what the store says differently in it. */
export async function writerFor(
  db: Db,
  store: Pick<StoreRow, 'store_id' | 'settings'>,
  language: Language,
): Promise<Writer> {
  return writerSaying(store, language, await portalTextsIn(db, store.store_id, language));
}

/** The same, where what the store says is read already. */
export async function writerSaying(
  store: Pick<StoreRow, 'settings'>,
  language: Language,
  saidByStore: ReadonlyMap<string, string>,
): Promise<Writer> {
  const texts = await textsIn(language);
  const { warrantyProgramName } = settingsOf(store).portalTexts;
  const named = programTexts(texts, warrantyProgramName, language);
  const said = Object.fromEntries(saidByStore);
  if (Object.keys(named).length > 0 || Object.keys(said).length > 0)
    return writerOf({ ...texts, ...named }, language, { said, ...(language === 'en' ? { locale: 'en-US' } : {}) });
  const usual = writers.get(language) ?? writerOf(texts, language);
  writers.set(language, usual);
  return usual;
}

/** The same for several languages, each by its code. What is `said` in some of them may be read already. */
export async function writersFor(
  db: Db,
  store: Pick<StoreRow, 'store_id' | 'settings'>,
  languages: readonly Language[],
  said: TextsSaid = new Map(),
): Promise<(language: Language) => Writer> {
  const writing = languages.map(async (language) => {
    const known = said.get(language);
    const writer = await (known ? writerSaying(store, language, known) : writerFor(db, store, language));
    return [language, writer] as const;
  });
  const found = new Map<Language, Writer>(await Promise.all(writing));
  return (language) => found.get(language) ?? ENGLISH;
}

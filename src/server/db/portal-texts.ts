import type { Language } from '#core/texts/languages.ts';
import type { Db } from '#server/db/connect.ts';

/** What a store says differently: by language, and there by the id of the text. */
export type TextsSaid = ReadonlyMap<Language, ReadonlyMap<string, string>>;

/** What a store says differently in a language, by the id of the text. */
export const portalTextsIn = async (
  db: Db,
  storeId: number,
  language: Language,
): Promise<ReadonlyMap<string, string>> => (await portalTextsOf(db, storeId, [language])).get(language) ?? new Map();

/** The same in each of these languages, in one statement. */
export async function portalTextsOf(db: Db, storeId: number, languages: readonly Language[]): Promise<TextsSaid> {
  const rows = await db
    .selectFrom('portal_text')
    .select(['text_id', 'said', 'language'])
    .where('store_id', '=', storeId)
    .where('language', 'in', languages)
    .execute();
  const ofLanguage = (one: Language): [string, string][] =>
    rows.flatMap(({ language, text_id, said }) => (language === one ? [[text_id, said]] : []));
  return new Map(languages.map((one) => [one, new Map(ofLanguage(one))]));
}

type Place = { storeId: number; language: Language; textId: string };

export const savePortalText = async (
  db: Db,
  { storeId, language, textId, said, by }: Place & { said: string; by: string },
): Promise<void> => {
  await db
    .insertInto('portal_text')
    .values({ store_id: storeId, language, text_id: textId, said, changed_by: by })
    .onConflict((conflict) =>
      conflict
        .columns(['store_id', 'language', 'text_id'])
        .doUpdateSet({ said, changed_by: by, changed_on: new Date() }),
    )
    .execute();
};

export const removePortalText = async (db: Db, { storeId, language, textId }: Place): Promise<void> => {
  await db
    .deleteFrom('portal_text')
    .where('store_id', '=', storeId)
    .where('language', '=', language)
    .where('text_id', '=', textId)
    .execute();
};

import * as contract from '#contract/merchant/portal-texts.ts';
import { Refusal } from '#core/refusal.ts';
import { DEFAULT_TEXTS, ownTextId } from '#core/texts/defaults.ts';
import { Hook } from '#core/automations/hooks.ts';
import { isTemplateText } from '#core/emails/templates.ts';
import { ownTexts } from '#core/policy/own-texts.ts';
import { textProblem } from '#core/texts/problem.ts';
import type { Db } from '#server/db/connect.ts';
import { fieldsToAsk } from '#server/db/custom-fields.ts';
import { draftRules } from '#server/db/draft-rules.ts';
import { liveRules } from '#server/db/rules.ts';
import { portalTextsIn, removePortalText, savePortalText } from '#server/db/portal-texts.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { textsIn } from '#server/texts.ts';

/** The texts of the portal, as stores say them. */
export const portalTextHandlers = ({ database }: Pick<ServerDeps, 'database'>): Handler[] => [
  handle(contract.listPortalTexts, async ({ params: { language } }, { storeId }) => {
    const [english, shipped] = await Promise.all([textsIn('en'), textsIn(language)]);
    const { said, own } = await database.readStore(storeId, async (db) => ({
      said: await portalTextsIn(db, storeId, language),
      own: await ownTextsOf(db, storeId),
    }));
    const owns = own.map((text) => ({ id: ownTextId(text), english: text, shipped: shippedOwn(text, shipped) }));
    // In English the settings of emails have them.
    const isElsewhere = (id: string): boolean => language === 'en' && isTemplateText(id);
    const all = Object.entries(english)
      .filter(([id]) => !isElsewhere(id))
      .map(([id, text]) => ({
        id,
        english: text,
        shipped: shipped[id as keyof typeof shipped],
      }));
    return {
      texts: [...owns.map((text) => ({ ...text, isOwn: true })), ...all.map((text) => ({ ...text, isOwn: false }))].map(
        (text) => ({ ...text, said: said.get(text.id) ?? null }),
      ),
    };
  }),

  handle(contract.changePortalText, async ({ params: { language }, body: { id, text } }, { storeId, user }) => {
    const english: Readonly<Record<string, string>> = await textsIn('en');
    await database.inStore(storeId, async (db) => {
      const like = Object.hasOwn(english, id) ? english[id] : undefined;
      const isOwn = (await ownTextsOf(db, storeId)).some((one) => ownTextId(one) === id);
      if (like === undefined && !isOwn)
        throw new Refusal('notFound', 'PORTAL_TEXT_NOT_FOUND', "The portal doesn't have this text anymore.");
      const problem = like === undefined ? null : textProblem(text, { like, language });
      if (problem !== null) throw new Refusal('notAllowed', 'PORTAL_TEXT_INVALID', problem, { 'body.text': problem });
      await savePortalText(db, { storeId, language, textId: id, said: text, by: staffName(user) });
    });
    return {};
  }),

  handle(contract.resetPortalText, async ({ params: { language }, query: { id } }, { storeId }) => {
    await database.inStore(storeId, (db) => removePortalText(db, { storeId, language, textId: id }));
    return {};
  }),
];

async function ownTextsOf(db: Db, storeId: number): Promise<string[]> {
  const store = await storeById(db, storeId);
  if (!store) return [];
  const [fields, draft, live] = await Promise.all([
    fieldsToAsk(db, storeId),
    draftRules(db, storeId),
    liveRules(db, storeId),
  ]);
  return ownTexts(settingsOf(store), fields, [
    ...Hook.options.flatMap((hook) => live.rulesAt(hook)),
    ...draft.map(({ rule }) => rule.event),
  ]);
}

/** What no store has changed ships in every language. */
function shippedOwn(text: string, shipped: Readonly<Record<string, string>>): string {
  const id = Object.hasOwn(DEFAULT_TEXTS, text) ? DEFAULT_TEXTS[text] : undefined;
  return (id === undefined ? undefined : shipped[id]) ?? text;
}

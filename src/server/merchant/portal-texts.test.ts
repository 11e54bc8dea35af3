import { afterAll, beforeAll, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import * as contract from '#contract/merchant/portal-texts.ts';
import { createRule } from '#contract/merchant/rules.ts';
import type { RuleDraft } from '#core/automations/rule.ts';
import type { Language } from '#core/texts/languages.ts';
import { publishRules } from '#server/testing/rules.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { changeSettings } from '#server/testing/settings.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.staff('Admin');
});
afterAll(() => server.close());

const at = (language: Language) => ({ params: { storeId: server.storeId, language } });
const listed = async (language: Language, id: string) =>
  (await admin(contract.listPortalTexts, at(language))).texts.find((text) => text.id === id);
const say = (language: Language, id: string, text: string) =>
  admin(contract.changePortalText, { ...at(language), body: { id, text } });
const read = (languages: string) =>
  server.browser()(customer.storefront, { params: { slug: server.slug }, query: { languages } });

test('a text is said differently in one language, until it is reset', async () => {
  expect(await listed('de', 'lookup.find')).toMatchObject({ english: 'Find my order', said: null, isOwn: false });
  await say('de', 'lookup.find', 'Auftrag suchen');
  expect(await listed('de', 'lookup.find')).toMatchObject({ said: 'Auftrag suchen' });
  expect((await read('de-CH,en')).texts).toEqual({ 'lookup.find': 'Auftrag suchen' });
  expect((await read('en')).texts).toEqual({});
  await admin(contract.resetPortalText, { ...at('de'), query: { id: 'lookup.find' } });
  expect((await read('de')).texts).toEqual({});
});

test('values and number forms are kept', async () => {
  const refused = (language: Language, id: string, text: string) => refusalOf(say(language, id, text));
  const invalid = '422 PORTAL_TEXT_INVALID';
  expect(await refused('de', 'parcel.by', 'Bitte bald verschicken.')).toBe(invalid);
  expect(await refused('de', 'parcel.by', 'Bis {day} am {date}.')).toBe(invalid);
  expect(await refused('de', 'parcel.by', 'Bis {date.')).toBe(invalid);
  expect(await refused('ar', 'product.count', '{count, plural, one {#} other {#}}')).toBe(invalid);
  expect(await refused('de', 'no.such.text', 'Text')).toBe('404 PORTAL_TEXT_NOT_FOUND');
  await say('fr', 'product.count', '{count, plural, one {# modèle} other {# modèles}}');
  expect((await read('fr')).texts['product.count']).toEqual([
    ['count', 'plural', { one: [0, ' modèle'], other: [0, ' modèles'] }],
  ]);
});

test("a store's own text is said in other languages", async () => {
  await server.saveSettings({ orderLookupDetailText: 'Returns are free.' });
  const id = 'own:Returns are free.';
  expect(await listed('es', id)).toMatchObject({ isOwn: true, shipped: 'Returns are free.', said: null });
  expect(await listed('es', 'own:Too small')).toMatchObject({ isOwn: true, shipped: 'Demasiado pequeño' });
  await say('es', id, 'Las devoluciones son gratis. {sic}');
  expect((await read('es')).texts[id]).toBe('Las devoluciones son gratis. {sic}');
});

test('what rules say to shoppers can be said in other languages, in the draft and once published', async () => {
  const rule = (question: string): RuleDraft => ({
    name: 'Worn',
    hook: 'afterReasonSelection',
    isEnabled: true,
    rule: {
      priority: 1,
      event: {
        type: 'askAPolicyEnforcingQuestion',
        params: { question, onYesMessage: 'Then keep it.', yes: 'Yes', no: 'No' },
      },
      conditions: { all: [] },
    },
  });
  await publishRules(server.server.deps.database, server.storeId, [rule('Was it worn?')]);
  await admin(createRule, { params: { storeId: server.storeId }, body: rule('Was it washed?') });
  for (const text of ['Was it worn?', 'Was it washed?', 'Then keep it.'])
    expect(await listed('de', `own:${text}`)).toMatchObject({ isOwn: true, said: null });
  await say('de', 'own:Was it worn?', 'Hast du es getragen?');
  expect((await read('de')).texts['own:Was it worn?']).toBe('Hast du es getragen?');
});

test('shoppers read an offered language, or else the default one', async () => {
  expect(await read('tlh,pt-BR,en')).toMatchObject({ language: 'pt' });
  await server.saveSettings({ portalLanguages: ['en', 'ja'], defaultLanguage: 'ja' });
  expect(await read('ar,de')).toMatchObject({ language: 'ja', languages: ['en', 'ja'] });
  expect(await read('ar,en-GB')).toMatchObject({ language: 'en' });
  expect(await refusalOf(changeSettings(admin, server.storeId, { defaultLanguage: 'de' }))).toMatch(/^4/);
});

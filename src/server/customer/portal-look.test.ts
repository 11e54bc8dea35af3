import { afterAll, beforeAll, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import { changePortalText } from '#contract/merchant/portal-texts.ts';
import { fieldsOf } from '#core/settings/group.ts';
import { SETTINGS_GROUPS } from '#core/settings/settings.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { changeSettings } from '#server/testing/settings.ts';

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff();
});
afterAll(() => server.close());

/** They show in the overview of a claim (warranty-claims.test.ts). */
const OF_CLAIMS = ['noReturnRequiredItemsHeadline', 'noReturnRequiredItemsDetailText'];

/** What the store calls its warranty changes the texts, not a value. */
const OF_TEXTS = ['warrantyProgramName'];

const LOOKS = ['theme', 'portalTexts'] as const;
const fields = LOOKS.flatMap((group) =>
  fieldsOf(SETTINGS_GROUPS[group])
    .filter(([field]) => ![...OF_CLAIMS, ...OF_TEXTS].includes(field))
    .map(([field, { look }]) => ({ field, kind: look.kind, format: 'format' in look ? look.format : '' })),
);

/** A value that no field has at first. */
function otherValue(kind: string, format: string): string | boolean {
  if (kind === 'switch') return true;
  if (kind === 'color') return '#123456';
  return kind === 'picture' || format === 'url' ? 'https://cdn.example/picture.png' : 'Words of the store';
}

test.for(fields)('the portal shows $field once it is saved', async ({ field, kind, format }) => {
  const looked = () => server.browser()(customer.storefront, { params: { slug: server.slug }, query: {} });
  const before = await looked();
  const value = otherValue(kind, format);
  await changeSettings(staff, server.storeId, { [field]: value });
  const after = await looked();
  const changed = Object.entries(after).filter(
    ([name, now]) => JSON.stringify(before[name as keyof typeof before]) !== JSON.stringify(now),
  );
  expect(changed.map(([, now]) => now)).toEqual([value]);
});

test('a guarantee is called one in English, except where the store says it in its own words', async () => {
  const textsIn = async (languages: string) =>
    (await server.browser()(customer.storefront, { params: { slug: server.slug }, query: { languages } })).texts;
  const said = 'We stand behind {most} of {quantity}';
  await staff(changePortalText, {
    params: { storeId: server.storeId, language: 'en' },
    body: { id: 'items.some.Warranty', text: said },
  });
  expect(await textsIn('en')).not.toHaveProperty(['review.submit.Warranty']);
  await changeSettings(staff, server.storeId, { warrantyProgramName: 'Guarantee' });
  const texts = await textsIn('en');
  expect(texts).toMatchObject({
    'review.submit.Warranty': 'Submit guarantee claim',
    'ineligible.WARRANTIES_DISABLED': "This store doesn't offer a guarantee.",
  });
  expect(JSON.stringify(texts['items.some.Warranty'])).toContain('We stand behind');
  expect(await textsIn('de')).toEqual({});
});

test('pages of the shop alone may show the portal within them, whichever of their addresses was pasted', async () => {
  const framedBy = async (path: string): Promise<unknown> => {
    const { headers } = await fetch(`${server.url}${path}`, { headers: { accept: 'text/html' } });
    const policy = headers.get('content-security-policy') ?? '';
    return [/frame-ancestors ([^;]*)/.exec(policy)?.[1], headers.get('x-frame-options')];
  };
  expect(await framedBy(`/p/${server.slug}`)).toEqual(["'self'", 'SAMEORIGIN']);
  await changeSettings(staff, server.storeId, {
    embeddedIn: ['https://Shop.example/pages/returns', 'shop.example', 'http://localhost:9292'],
  });
  const origins = ['https://shop.example', 'http://localhost:9292'];
  const { embeddedIn } = await server.browser()(customer.storefront, { params: { slug: server.slug }, query: {} });
  expect(embeddedIn).toEqual(origins);
  expect(await framedBy(`/p/${server.slug}/order/1?step=items`)).toEqual([["'self'", ...origins].join(' '), null]);
  for (const other of ['/p/other', '/p/%', '/1/settings/theme', `/${server.slug}`])
    expect(String(await framedBy(other)), other).not.toContain('shop.example');
  await expect(
    changeSettings(staff, server.storeId, { embeddedIn: ["https://shop.example 'unsafe-inline'"] }),
  ).rejects.toMatchObject({ code: 'SETTINGS_REFUSED' });
});

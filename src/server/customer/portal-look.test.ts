import { afterAll, beforeAll, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
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

const LOOKS = ['theme', 'portalTexts'] as const;
const fields = LOOKS.flatMap((group) =>
  fieldsOf(SETTINGS_GROUPS[group])
    .filter(([field]) => !OF_CLAIMS.includes(field))
    .map(([field, { look }]) => ({ field, kind: look.kind, format: 'format' in look ? look.format : '' })),
);

/** A value that no field has at first. */
function otherValue(kind: string, format: string): string | boolean {
  if (kind === 'switch') return true;
  if (kind === 'color') return '#123456';
  return kind === 'picture' || format === 'url' ? 'https://cdn.example/picture.png' : 'Words of the store';
}

test.for(fields)('the portal shows $field once it is saved', async ({ field, kind, format }) => {
  const looked = () => server.browser()(customer.storefront, { params: { slug: server.slug } });
  const before = await looked();
  const value = otherValue(kind, format);
  await changeSettings(staff, server.storeId, { [field]: value });
  const after = await looked();
  const changed = Object.entries(after).filter(([name, now]) => before[name as keyof typeof before] !== now);
  expect(changed.map(([, now]) => now)).toEqual([value]);
});

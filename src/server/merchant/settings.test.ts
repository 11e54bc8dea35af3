import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import { getConfig, getIntegrations, getTheme, saveConfig, saveTheme } from '#contract/merchant/settings.ts';
import { createProductGroup, deleteProductGroup } from '#contract/merchant/product-groups.ts';
import * as reasonGroups from '#contract/merchant/reason-groups.ts';
import { settingsOf } from '#core/settings/settings.fixture.ts';
import { openSession } from '#server/http/login-session.ts';
import { groupsNow as allGroups } from '#server/testing/settings.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let ada: Caller;
let params: { storeId: number };
beforeAll(async () => {
  server = await startTestServer({ orders: 1 });
  ada = await server.staff('Admin', 'ada@settings.test');
  params = { storeId: server.storeId };
});
afterAll(() => server.close());

const groupsNow = () => allGroups(ada, server.storeId);
const refused = async (calling: Promise<unknown>): Promise<unknown> => {
  const answer = await calling.catch((error: unknown) => error);
  if (!(answer instanceof ApiError)) return answer;
  const { status, code, message, fields } = answer;
  return { status, code, message, fields };
};

test('each part is read and saved by a call of its own, and takes no group of another', async () => {
  const namesOf = ({ groups }: { groups: object }) => Object.keys(groups);
  const [config, integrations, theme] = await Promise.all([
    ada(getConfig, { params }),
    ada(getIntegrations, { params }),
    ada(getTheme, { params }),
  ]);
  expect(namesOf(integrations)).toEqual(['payments']);
  expect(namesOf(theme)).toEqual(['theme', 'portalTexts', 'phoneNumbers', 'orderEditingTexts']);
  expect(namesOf(config)).toEqual(
    expect.arrayContaining(['orderEditing', 'registrations', 'returns', 'warranties', 'email', 'notifications']),
  );
  expect(namesOf(config)).not.toEqual(expect.arrayContaining(['theme']));
  const body = { ...theme.groups.theme, group: 'theme' } as const;
  expect(await refused(ada(saveConfig, { params, body }))).toMatchObject({ status: 400 });
});

describe('a group of settings', () => {
  test('has its defaults until it is saved, and then says who saved it', async () => {
    const { theme } = await groupsNow();
    expect(theme).toMatchObject({ version: 0, updatedBy: null, document: { merchantPrimaryColor: '#1f4d3f' } });
    const document = { ...theme.document, merchantPrimaryColor: '#123456' };
    expect(await ada(saveTheme, { params, body: { group: 'theme', version: 0, document } })).toEqual({ version: 1 });
    expect((await groupsNow()).theme).toMatchObject({ version: 1, updatedBy: 'Admin Tester', document });
  });

  test('is refused over a newer version, with the name of who saved it, whatever happened to other groups', async () => {
    const grace = await server.staff('Admin', 'grace@settings.test');
    const { theme, email, fees } = await groupsNow();
    const document = { ...email.document, supportEmail: 'new@shop.example' };
    const body = { group: 'email', version: email.version, document } as const;
    expect(await grace(saveConfig, { params, body })).toEqual({ version: email.version + 1 });
    expect(await refused(ada(saveConfig, { params, body }))).toMatchObject({
      status: 409,
      code: 'SETTINGS_CHANGED',
      message: 'Admin Tester changed these settings while you were editing them.',
    });
    await ada(saveTheme, { params, body: { ...theme, group: 'theme' } });
    await ada(saveConfig, { params, body: { ...fees, group: 'fees' } });
    const { email: kept } = await groupsNow();
    expect(kept.document).toEqual(document);
  });

  test('is changed by admins only, and one of the provider by the provider only', async () => {
    const { provider } = await groupsNow();
    const document = { isShippingProtectionEnabled: true, isOrderEditingOffered: true };
    const body = { group: 'provider', version: provider.version, document } as const;
    expect(await refused(ada(saveConfig, { params, body }))).toMatchObject({ status: 403, code: 'PROVIDER_ONLY' });
    const sam = await server.staff('Staff');
    expect(await refused(sam(saveConfig, { params, body }))).toMatchObject({ status: 403, code: 'ROLE_NEEDED' });
    const token = await openSession(
      server.server.deps.database,
      { subject: 'petra', email: 'petra@test.example', firstName: 'Petra', lastName: 'Provider' },
      true,
      undefined,
      new Date(),
    );
    const petra = server.browser(`makegood_session=${token}`);
    await petra(saveConfig, { params, body });
    expect((await groupsNow()).provider).toMatchObject({ updatedBy: 'Petra Provider', document });
  });

  test('takes no email and no logo that is none, in the words of the specification', async () => {
    const { email, theme } = await groupsNow();
    const body = { group: 'email', version: email.version, document: { supportEmail: 'foo' } } as const;
    expect(await refused(ada(saveConfig, { params, body }))).toMatchObject({
      status: 400,
      fields: { 'body.document.supportEmail': 'Must be a valid email.' },
    });
    const logo = {
      group: 'theme',
      version: theme.version,
      document: { ...theme.document, merchantLogoUrl: 'foo' },
    } as const;
    expect(await refused(ada(saveTheme, { params, body: logo }))).toMatchObject({
      status: 400,
      fields: { 'body.document.merchantLogoUrl': 'Must be a valid URL.' },
    });
  });

  test('keeps the kind of answer of a question that was saved', async () => {
    const { inspectionTemplate } = settingsOf();
    const save = (version: number, valueType: 'Text' | 'Number', displayName: string) => {
      const customFields = [{ id: 'seal', displayName, description: '', options: '', required: false, valueType }];
      const document = { inspectionTemplate: { ...inspectionTemplate, customFields } };
      return ada(saveConfig, { params, body: { group: 'inspections', version, document } });
    };
    await save(0, 'Text', 'Seal');
    expect(await refused(save(1, 'Number', 'Seal'))).toMatchObject({
      status: 422,
      code: 'SETTINGS_REFUSED',
      fields: { 'body.document.inspectionTemplate.customFields.0': expect.stringContaining('keeps its kind') },
    });
    expect(await save(1, 'Text', 'Seal number')).toEqual({ version: 2 });
  });

  test('refuses a question whose id could be that of a custom field', async () => {
    const { inspectionTemplate } = settingsOf();
    const customFields = [
      { id: '12', displayName: 'Box', description: '', options: '', required: false, valueType: 'Text' as const },
    ];
    const document = { inspectionTemplate: { ...inspectionTemplate, customFields } };
    const saved = ada(saveConfig, { params, body: { group: 'inspections', version: 2, document } });
    expect(await refused(saved)).toMatchObject({ code: 'SETTINGS_REFUSED' });
  });
});

test('reasons are added and changed by themselves; their group has them in a new version', async () => {
  const before = (await groupsNow()).reasons;
  const { reasons } = settingsOf();
  const shown = await ada(merchant.claimReasons, { params });
  expect(shown.reasons[0]).toEqual({
    id: 'Wrong_Fit',
    name: 'It does not fit',
    isDeleted: false,
    category: { code: 'Wrong_Fit', name: 'Wrong Fit' },
    claimReasonDetails: ['Too small', 'Too large', 'Uncomfortable'].map((name) => ({
      id: name,
      name,
      isDeleted: false,
    })),
  });
  const reason = await ada(merchant.addClaimReason, {
    params,
    body: {
      name: 'Too late',
      category: { code: 'Shipping_Issue' },
      claimReasonDetails: [{ name: 'A day' }, { name: 'A week' }],
    },
  });
  expect(reason).toMatchObject({ isDeleted: false, category: { code: 'Shipping_Issue', name: 'Shipping Issue' } });
  expect((await ada(merchant.claimReasons, { params })).reasons).toEqual([...shown.reasons, reason]);
  const change = (claimReasonId: string, isDeleted = false) =>
    ada(merchant.changeClaimReason, { params: { ...params, claimReasonId }, body: { name: 'Came late', isDeleted } });
  const changed = await change(reason.id);
  const retired = ['A day', 'A week'].map((name) => ({ id: name, name, isDeleted: true }));
  // What was left out is offered no more; claims that have it keep it.
  expect(changed).toMatchObject({
    name: 'Came late',
    category: { code: 'Not_As_Expected' },
    claimReasonDetails: retired,
  });
  const kept = { id: reason.id, name: 'Came late', details: [], retiredDetails: ['A day', 'A week'] };
  expect((await groupsNow()).reasons).toMatchObject({
    version: before.version + 2,
    document: { reasons: [...reasons, kept], retiredReasons: [] },
  });
  // Offered no more, it is kept for claims made with it, and may be put back.
  await change(reason.id, true);
  expect((await groupsNow()).reasons.document).toMatchObject({ reasons, retiredReasons: [kept] });
  expect((await ada(merchant.claimReasons, { params })).reasons.at(-1)).toEqual({ ...changed, isDeleted: true });
  await change(reason.id);
  // The settings as a whole are no second way to change them.
  const { version, document } = (await groupsNow()).reasons;
  const whole = { group: 'reasons', version, document: { ...document, reasons: [reasons[0]] } };
  expect(saveConfig.body.safeParse(whole).success).toBe(false);
  expect(await refused(change('Nowhere'))).toMatchObject({ status: 404, code: 'REASON_NOT_FOUND' });
  const sam = await server.staff('Staff');
  expect(await refused(sam(merchant.addClaimReason, { params, body: { name: 'Mine' } }))).toMatchObject({
    status: 403,
    code: 'ROLE_NEEDED',
  });
});

describe('reason groups', () => {
  const groups = () => ada(reasonGroups.listReasonGroups, { params });
  const productGroup = (name: string, tag: string) =>
    ada(createProductGroup, { params, body: { name, tags: [tag], types: [], collections: [] } });

  test('each type of claim begins with a default group of every reason; it stays, and only its reasons change', async () => {
    const before = (await groups()).groups;
    const all = (await ada(merchant.claimReasons, { params })).reasons.filter(({ isDeleted }) => !isDeleted);
    expect(
      before.map(({ claimType, isDefault, storeProductGroup }) => [claimType, isDefault, storeProductGroup]),
    ).toEqual([
      ['Return', true, null],
      ['Warranty', true, null],
    ]);
    expect(before[0]?.claimReasons).toEqual(all);
    const at = { ...params, reasonGroupId: before[1]?.id ?? 0 };
    const body = { name: 'Mine', storeProductGroupId: 999, claimReasonIds: ['Defective_Item'] };
    const changed = await ada(reasonGroups.changeReasonGroup, { params: at, body });
    expect(changed).toMatchObject({ name: 'Default', isDefault: true, storeProductGroup: null });
    expect(changed.claimReasons.map(({ id }) => id)).toEqual(['Defective_Item']);
    expect(await refused(ada(reasonGroups.deleteReasonGroup, { params: at }))).toMatchObject({
      code: 'DEFAULT_REASON_GROUP',
    });
    const none = await refused(ada(reasonGroups.changeReasonGroup, { params: at, body: { claimReasonIds: [] } }));
    expect(none).toMatchObject({
      status: 400,
      fields: { 'body.claimReasonIds': 'At least one claim reason must be selected.' },
    });
    const only = { ...params, claimReasonId: 'Defective_Item' };
    const gone = ada(merchant.changeClaimReason, { params: only, body: { name: 'Defective', isDeleted: true } });
    expect(await refused(gone)).toMatchObject({ code: 'REASON_NEEDED' });
  });

  test('a group is for one product group and type of claim, which cannot be deleted while it is there', async () => {
    const shoes = await productGroup('Shoes of reasons', 'reason-shoes');
    const body = {
      name: 'Shoes',
      claimType: 'Return' as const,
      storeProductGroupId: shoes.id,
      claimReasonIds: ['Wrong_Item', 'Wrong_Fit'],
    };
    const made = await ada(reasonGroups.createReasonGroup, { params, body });
    expect(made).toMatchObject({ isDefault: false, storeProductGroup: { id: shoes.id, name: shoes.name } });
    expect(made.claimReasons.map(({ id }) => id)).toEqual(['Wrong_Item', 'Wrong_Fit']);
    const again = ada(reasonGroups.createReasonGroup, { params, body: { ...body, name: 'Twice' } });
    expect(await refused(again)).toMatchObject({
      code: 'REASON_GROUP_TAKEN',
      fields: { 'body.storeProductGroupId': 'Shoes has reasons for this product group already.' },
    });
    const nowhere = { ...body, claimType: 'Warranty' as const, storeProductGroupId: 999_999 };
    expect(await refused(ada(reasonGroups.createReasonGroup, { params, body: nowhere }))).toMatchObject({
      code: 'PRODUCT_GROUP_NOT_FOUND',
    });
    const at = { ...params, groupId: shoes.id };
    expect(await refused(ada(deleteProductGroup, { params: at }))).toMatchObject({ code: 'PRODUCT_GROUP_USED' });
    const reasonGroupId = made.id;
    const fewer = { claimReasonIds: ['Wrong_Fit'] };
    const changed = await ada(reasonGroups.changeReasonGroup, { params: { ...params, reasonGroupId }, body: fewer });
    expect(changed).toMatchObject({ name: 'Shoes', claimReasons: [{ id: 'Wrong_Fit' }] });
    await ada(reasonGroups.deleteReasonGroup, { params: { ...params, reasonGroupId } });
    await ada(deleteProductGroup, { params: at });
    expect((await groups()).groups).toHaveLength(2);
  });

  test('of groups and reasons made and changed at once each stays', async () => {
    const names = ['Hats', 'Gloves', 'Scarves'];
    const made = await Promise.all(
      names.map(async (name) => {
        const { id } = await productGroup(`${name} at once`, `at-once-${name}`);
        return { name, claimType: 'Return' as const, storeProductGroupId: id, claimReasonIds: ['Wrong_Fit'] };
      }),
    );
    await Promise.all(made.map((body) => ada(reasonGroups.createReasonGroup, { params, body })));
    const own = async () => (await groups()).groups.filter(({ isDefault }) => !isDefault);
    expect((await own()).map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    const [first] = await own();
    const at = { ...params, reasonGroupId: first?.id ?? 0 };
    const claimReasonIds = ['Wrong_Fit'];
    await Promise.all([
      ada(reasonGroups.changeReasonGroup, { params: at, body: { claimReasonIds, name: 'Renamed' } }),
      ada(reasonGroups.changeReasonGroup, { params: at, body: { claimReasonIds, claimType: 'Warranty' } }),
      ada(merchant.addClaimReason, { params, body: { name: 'Meanwhile' } }),
    ]);
    expect((await own()).find(({ id }) => id === first?.id)).toMatchObject({ name: 'Renamed', claimType: 'Warranty' });
    const { reasons } = await ada(merchant.claimReasons, { params });
    expect(reasons.map(({ name }) => name)).toContain('Meanwhile');
    for (const { id: reasonGroupId } of await own())
      await ada(reasonGroups.deleteReasonGroup, { params: { ...params, reasonGroupId } });
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import * as contract from '#contract/merchant/custom-fields.ts';
import * as settings from '#contract/merchant/settings.ts';
import { collectCustomFields } from '#core/automations/actions/collect-custom-fields.ts';
import type { RuleDraft } from '#core/automations/rule.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { publishRules } from '#server/testing/rules.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let admin: Caller;

beforeAll(async () => {
  server = await startTestServer({ orders: 20 });
  admin = await server.staff('Admin');
});
afterAll(async () => {
  await server.close();
});

const TEXT = { displayName: 'Serial number', description: 'On the label.', valueType: 'Text' as const };
const store = () => ({ storeId: server.storeId });
type Body = Parameters<typeof admin<typeof contract.createCustomField>>[1]['body'];
const create = (body: Body) => admin(contract.createCustomField, { params: store(), body });
const change = (customFieldId: number, body: Body) =>
  admin(contract.changeCustomField, { params: { ...store(), customFieldId }, body });
const remove = (customFieldId: number) => admin(contract.deleteCustomField, { params: { ...store(), customFieldId } });
const list = async () => (await admin(contract.listCustomFields, { params: store() })).customFields;

test('a field has a name of up to 30 characters, a description, and options where one is chosen', async () => {
  const made = await create({ ...TEXT, displayName: ` ${'x'.repeat(30)} `, options: 'ignored' });
  expect(made).toMatchObject({ displayName: 'x'.repeat(30), options: '', required: false, usedBy: [] });
  const choice = await create({ ...TEXT, valueType: 'MultiSelect', options: 'Red, blue,,Red , green', required: true });
  expect(choice).toMatchObject({ options: 'Red, blue, green', required: true });
  expect((await list()).map(({ id }) => id)).toEqual([choice.id, made.id]);
  const refused: Body[] = [
    { ...TEXT, displayName: 'x'.repeat(31) },
    { ...TEXT, displayName: ' ' },
    { ...TEXT, description: '' },
    { ...TEXT, valueType: 'Select', options: ' , ' },
  ];
  for (const body of refused) expect(await refusalOf(create(body))).toBe('400 MALFORMED');
});

test('a saved field keeps its value type; everything else changes', async () => {
  const made = await create(TEXT);
  expect(await refusalOf(change(made.id, { ...TEXT, valueType: 'Number' }))).toBe('409 CUSTOM_FIELD_TYPE_KEPT');
  const changed = await change(made.id, { ...TEXT, displayName: 'Serial', required: true });
  expect(changed).toMatchObject({ id: made.id, displayName: 'Serial', required: true, createdOn: made.createdOn });
  expect(await refusalOf(change(made.id + 1000, TEXT))).toBe('404 CUSTOM_FIELD_NOT_FOUND');
});

test('a field that a rule asks for, or about, is kept', async () => {
  const [asked, compared, free] = [await create(TEXT), await create(TEXT), await create(TEXT)];
  const params = Object.assign({}, collectCustomFields.initial, { customFieldIds: [asked.id] });
  const asks: RuleDraft = {
    name: 'Ask for it',
    hook: 'afterReasonSelection',
    isEnabled: true,
    rule: { priority: 1, event: { type: 'collectCustomFields', params }, conditions: { all: [] } },
  };
  const compares: RuleDraft = {
    name: 'Look at it',
    hook: 'beforeClaimSubmission',
    isEnabled: false,
    rule: {
      priority: 1,
      event: { type: 'applyFee', params: { feeAmount: 1, feeType: 'fixed', feeDisplayName: 'Fee' } },
      conditions: {
        all: [{ fact: 'claim/customField', customFieldId: compared.id, operator: 'in', value: ['yes'] }],
      },
    },
  };
  await publishRules(server.server.deps.database, server.storeId, [asks, compares]);
  const usedBy = new Map((await list()).map((field) => [field.id, field.usedBy]));
  expect([asked, compared, free].map(({ id }) => usedBy.get(id))).toEqual([['Ask for it'], ['Look at it'], []]);
  for (const { id } of [asked, compared]) expect(await refusalOf(remove(id))).toBe('409 CUSTOM_FIELD_USED');
  await remove(free.id);
  expect(await refusalOf(remove(free.id))).toBe('404 CUSTOM_FIELD_NOT_FOUND');
});

test('a field that the registration form asks for is kept; the form forgets one that is gone', async () => {
  const [asked, gone] = [await create(TEXT), await create(TEXT)];
  await remove(gone.id);
  const params = store();
  const form = async () => (await admin(settings.getConfig, { params })).groups.registrations;
  const save = async (ids: readonly number[]) => {
    const { version, document } = await form();
    const customFields = ids.map((id) => ({ id, isRequired: false }));
    await admin(settings.saveConfig, {
      params,
      body: { group: 'registrations', version, document: { ...document, customFields } },
    });
  };
  await save([gone.id, asked.id]);
  expect((await form()).document).toMatchObject({ customFields: [{ id: asked.id, isRequired: false }] });
  const refused: unknown = await remove(asked.id).catch((error: unknown) => error);
  expect(refused).toMatchObject({
    code: 'CUSTOM_FIELD_USED',
    message: 'The registration form asks for this custom field. Take it off the form first.',
  });
  await save([]);
  await remove(asked.id);
});

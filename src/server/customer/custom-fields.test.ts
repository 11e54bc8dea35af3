import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import * as customer from '#contract/customer/customer.ts';
import type { Selection } from '#contract/customer/customer.ts';
import * as fields from '#contract/merchant/custom-fields.ts';
import { factValues } from '#contract/merchant/facts.ts';
import * as inspections from '#contract/merchant/inspections.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import type { ActionType } from '#core/automations/actions.ts';
import { collectCustomFields } from '#core/automations/actions/collect-custom-fields.ts';
import type { Condition } from '#core/automations/condition.ts';
import type { Hook } from '#core/automations/hooks.ts';
import { RuleDraft } from '#core/automations/rule.ts';
import { claimOf, returnableOrder, settledClaim, type Returnable } from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { forgetRules, publishRules } from '#server/testing/rules.ts';
import { LONG_WINDOWS, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { onePixel, upload } from '#server/testing/uploads.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.staff('Admin');
  await server.saveSettings(LONG_WINDOWS);
});
beforeEach(() => forgetRules(server.server.deps.database, server.storeId));
afterAll(() => server.close());

const store = () => ({ storeId: server.storeId });
type Body = Parameters<typeof admin<typeof fields.createCustomField>>[1]['body'];
const add = (body: Partial<Body> = {}) =>
  admin(fields.createCustomField, {
    params: store(),
    body: { displayName: 'Serial number', description: 'On the label.', valueType: 'Text', ...body },
  });

type Rule = { at: Hook; does: ActionType; params: object; when?: Condition[] };
const live = (...rules: Rule[]): Promise<number[]> =>
  publishRules(
    server.server.deps.database,
    server.storeId,
    rules.map(({ at, does, params, when = [] }, index) =>
      RuleDraft.parse({
        name: `Rule ${index + 1}`,
        hook: at,
        isEnabled: true,
        rule: { priority: index + 1, event: { type: does, params }, conditions: { all: when } },
      }),
    ),
  );
const asks = (customFieldIds: number[], when: Condition[] = []): Rule => ({
  at: 'afterReasonSelection',
  does: 'collectCustomFields',
  params: Object.assign({}, collectCustomFields.initial, { customFieldIds }),
  when,
});
const answered = (customFieldId: number, value: string[]): Condition => ({
  fact: 'claim/customField',
  customFieldId,
  operator: 'in',
  value,
});
const fee = (at: Hook, when: Condition[]): Rule => ({
  at,
  does: 'applyFee',
  params: { feeAmount: 3, feeType: 'fixed', feeDisplayName: 'Wear' },
  when,
});

const params = ({ order }: Returnable) => ({ slug: server.slug, idFromPlatform: order.idFromPlatform });
const chosen = (from: Returnable, changes: Partial<Selection> = {}): Selection => ({
  lineIdFromPlatform: from.line.lineIdFromPlatform,
  quantity: 1,
  reasonId: from.order.reasons[0]?.id ?? '',
  method: 'refund',
  ...changes,
});
const quoted = (from: Returnable, changes: Partial<Selection> = {}) =>
  from.call(customer.quote, { params: params(from), body: { selections: [chosen(from, changes)] } });
const submitted = (from: Returnable, changes: Partial<Selection> = {}) =>
  from.call(customer.submit, {
    params: params(from),
    body: { requestKey: randomUUID(), shippingMethod: 'packingSlip', selections: [chosen(from, changes)] },
  });
const answering = (values: Record<number, string>): Pick<Selection, 'customFields'> => ({
  customFields: Object.entries(values).map(([id, value]) => ({ id, value })),
});
const demandsOn = async (from: Returnable, changes: Partial<Selection> = {}) => {
  const { lineIdFromPlatform, quantity, reasonId } = chosen(from, changes);
  const order = await from.call(customer.orderForReasons, {
    params: params(from),
    body: { selections: [{ lineIdFromPlatform, quantity, reasonId }] },
  });
  return order.lineItems.find((line) => line.lineIdFromPlatform === lineIdFromPlatform)?.demands;
};
const shown = async ({ externalId }: { externalId: string }): Promise<ClaimShown> =>
  settledClaim(server, admin, externalId);

test('the portal asks the fields that rules demand for the reason, and the answers are checked by their kind', async () => {
  const from = await returnableOrder(server);
  const [first, second] = from.order.reasons;
  const serial = await add({ required: true });
  const look = await add({ displayName: 'Look', valueType: 'MultiSelect', options: 'Worn, Stained' });
  const bought = await add({ displayName: 'Opened on', valueType: 'Date' });
  await live(
    asks([look.id, serial.id], [{ fact: 'claim/reason', operator: 'in', value: [first?.id ?? ''] }]),
    asks([serial.id, bought.id], [{ fact: 'claim/reason', operator: 'in', value: [first?.id ?? ''] }]),
  );
  expect(await demandsOn(from, { reasonId: second?.id ?? '' })).toBeNull();
  const demands = await demandsOn(from);
  expect(demands?.fields).toEqual([
    {
      id: String(look.id),
      displayName: 'Look',
      description: 'On the label.',
      options: 'Worn,Stained',
      valueType: 'MultiSelect',
      required: false,
    },
    expect.objectContaining({ id: String(serial.id), required: true }),
    expect.objectContaining({ id: String(bought.id), valueType: 'Date' }),
  ]);
  const refused = submitted(from, answering({ [look.id]: 'Torn', [bought.id]: '2026-02-30' }));
  await expect(refused).rejects.toMatchObject({
    status: 422,
    code: 'CUSTOM_FIELD_INVALID',
    message: `"${from.line.name}", Look: Choose one or more of the options.`,
    fields: {
      [`selections.0.customFields.${look.id}`]: 'Choose one or more of the options.',
      [`selections.0.customFields.${serial.id}`]: 'Must not be empty.',
      [`selections.0.customFields.${bought.id}`]: 'Must be a date.',
    },
  });
  // The sums don't wait for the answers.
  expect((await quoted(from)).lines).toHaveLength(1);
});

test('answers are stored with the item as they were asked, and stay when the field is changed or deleted', async () => {
  const from = await returnableOrder(server);
  const serial = await add({ required: true });
  const look = await add({ displayName: 'Look', valueType: 'MultiSelect', options: 'Worn, Stained, Torn' });
  const free = await add({ displayName: 'Anything', valueType: 'Text' });
  await live(asks([serial.id, look.id, free.id]));
  const claim = await shown(
    await submitted(from, answering({ [serial.id]: ' SN-12 ', [look.id]: 'Worn, Torn', [free.id]: ' ' })),
  );
  const answers = [
    { displayName: 'Serial number', valueType: 'Text', value: 'SN-12' },
    { displayName: 'Look', valueType: 'MultiSelect', value: 'Worn,Torn' },
  ];
  expect(claim.claimLineItems.map(({ customFields }) => customFields)).toEqual([answers]);
  await admin(fields.changeCustomField, {
    params: { ...store(), customFieldId: serial.id },
    body: { displayName: 'Number', description: 'Another', valueType: 'Text' },
  });
  await forgetRules(server.server.deps.database, server.storeId);
  await admin(fields.deleteCustomField, { params: { ...store(), customFieldId: look.id } });
  const after = await claimOf(server, admin, claim.externalId);
  expect(after.claimLineItems[0]?.customFields).toEqual(answers);
});

test('rules know the answers before submission and at every later moment, and only answers that were asked for', async () => {
  const wear = await add({ displayName: 'Wear', valueType: 'Select', options: 'None, Worn' });
  const look = await add({ displayName: 'Look', valueType: 'MultiSelect', options: 'Stained, Torn' });
  const later: Rule[] = [
    fee('beforeClaimSubmission', [answered(wear.id, ['Worn'])]),
    {
      at: 'claimCreated',
      does: 'applyClaimTags',
      params: { claimTags: [{ name: 'Torn' }] },
      when: [answered(look.id, ['Torn'])],
    },
  ];
  await live(asks([wear.id, look.id]), ...later);
  const from = await returnableOrder(server);
  const said = answering({ [wear.id]: 'Worn', [look.id]: 'Stained,Torn' });
  expect((await quoted(from)).fees).toEqual([]);
  expect((await quoted(from, said)).fees).toEqual([{ kind: 'fee', label: 'Wear', amount: 3 }]);
  const claim = await shown(await submitted(from, said));
  expect(claim).toMatchObject({ feeApplied: 3, feeName: 'Wear', tags: ['Torn'] });

  await forgetRules(server.server.deps.database, server.storeId);
  await live(...later);
  const unasked = await returnableOrder(server);
  const free = await shown(await submitted(unasked, said));
  expect(free).toMatchObject({ feeApplied: 0, tags: [] });
  expect(free.claimLineItems[0]?.customFields).toEqual([]);
});

test('a warranty claim is asked too', async () => {
  await server.saveSettings({ ...LONG_WINDOWS, isWarrantiesEnabled: true, defaultWarrantyDays: 900 });
  const from = await returnableOrder(server);
  const serial = await add({ required: true });
  await live(asks([serial.id]));
  const mediaIds = [await upload(from.call, params(from), onePixel)];
  const submit = (changes: Partial<Selection> = {}) =>
    from.call(customer.submit, {
      params: params(from),
      body: {
        requestKey: randomUUID(),
        claimType: 'Warranty',
        shippingMethod: 'none',
        selections: [chosen(from, { method: 'warrantyReview', mediaIds, ...changes })],
      },
    });
  expect(await refusalOf(submit())).toBe('422 CUSTOM_FIELD_INVALID');
  const claim = await shown(await submit(answering({ [serial.id]: 'SN-7' })));
  expect(claim.claimLineItems[0]?.customFields).toMatchObject([{ value: 'SN-7' }]);
  await server.saveSettings(LONG_WINDOWS);
});

test('an inspection asks the custom fields that a rule names, after its own questions', async () => {
  await server.saveSettings({ ...LONG_WINDOWS, isReturnInspectionEnabled: true });
  const from = await returnableOrder(server);
  const box = await add({ displayName: 'Box', valueType: 'Select', options: 'Intact, Torn', required: true });
  const inspecting = (inspectionInstructions: string, when: Condition[] = []): Rule => ({
    at: 'beforeClaimLineItemInspection',
    does: 'customizeClaimLineItemInspection',
    params: {
      inspectionCustomFieldIds: [box.id],
      showInspectionMediaUpload: false,
      showInspectionComment: false,
      shouldCollectInspectionGrade: false,
      inspectionInstructions,
    },
    when,
  });
  await live(inspecting('Look at the seams.', [answered(box.id, ['Torn'])]), inspecting('Look at the box.'));
  const claim = await shown(await submitted(from));
  const at = { ...store(), claimId: claim.id, claimLineItemId: 1 };
  const asked = async () => (await admin(inspections.inspectionSettings, { params: at })).template;
  const template = await asked();
  expect(template.inspectionInstructions).toBe('Look at the box.');
  expect(template.customFields).toMatchObject([{ id: String(box.id), displayName: 'Box', required: true }]);
  const inspect = (value: string) =>
    admin(inspections.addInspection, {
      params: at,
      body: { version: claim.version, name: 'First look', customFields: [{ id: String(box.id), value }] },
    });
  await expect(inspect('')).rejects.toMatchObject({
    code: 'INSPECTION_INVALID',
    fields: { [`customFields.${box.id}`]: 'Must not be empty.' },
  });
  const after = await inspect('Torn');
  expect(after.claimLineItems[0]?.inspections[0]?.customFields).toMatchObject([{ displayName: 'Box', value: 'Torn' }]);
  // What staff answered counts for the rules of the next one.
  expect((await asked()).inspectionInstructions).toBe('Look at the seams.');
  await server.saveSettings(LONG_WINDOWS);
});

test('what a field may be answered with is offered to conditions', async () => {
  const look = await add({ displayName: 'Look', valueType: 'Select', options: 'Worn, Stained' });
  const serial = await add();
  const values = (customFieldId: number, searchTerm = '') =>
    admin(factValues, { params: store(), query: { fact: 'claim/customField', customFieldId, searchTerm } });
  expect((await values(look.id)).definite).toEqual({
    'claim/customField': ['Worn', 'Stained'].map((value) => ({ value, label: value })),
  });
  expect((await values(look.id, 'st')).definite['claim/customField']).toHaveLength(1);
  expect(await values(serial.id)).toEqual({
    definite: {},
    arbitrary: { 'claim/customField': [] },
    hasMore: [],
    unreachable: [],
  });
  expect(await refusalOf(values(serial.id + 1000))).toBe('404 CUSTOM_FIELD_NOT_FOUND');
});

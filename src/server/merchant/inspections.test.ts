import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import * as inspections from '#contract/merchant/inspections.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import type { RouteInput } from '#contract/route.ts';
import { InspectionTemplate } from '#core/claims/inspection-shapes.ts';
import type { SettingsChanges } from '#core/settings/settings.fixture.ts';
import { claimForChange, saveClaim } from '#server/db/claims.ts';
import { newest } from '#server/testing/claims.ts';
import { shopOf, type Shop } from '#server/testing/effect-claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { changeSettings } from '#server/testing/settings.ts';
import { onlyLine, quiet, staffClaim } from '#server/testing/staff-claims.ts';
import { onePixel, uploadByStaff } from '#server/testing/uploads.ts';
import { applyTracker } from '#core/claims/shipments.ts';

let server: TestServer;
let shop: Shop;
let staff: Caller;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Staff');
  admin = await server.staff('Admin');
  shop = await shopOf(server);
});
afterAll(async () => {
  await server.close();
});

const template = InspectionTemplate.parse({
  name: 'Garments',
  inspectionInstructions: 'Look at the seams.',
  customFields: [{ id: 'smell', displayName: 'Smell', valueType: 'Select', options: 'None, Smoke', required: true }],
});

const setSettings = (part: SettingsChanges): Promise<void> => changeSettings(admin, server.storeId, part);

/** A claim whose goods are at the return location. */
async function arrived(): Promise<ClaimShown> {
  const made = await staffClaim(shop, staff, 'refund', { shippingMethod: 'packingSlip' });
  const { id } = await quiet(shop, staff, made.claim);
  await server.server.deps.database.inStore(server.storeId, async (db) => {
    const loaded = await claimForChange(db, server.storeId, id);
    if (!loaded) throw new Error('the claim is gone');
    const now = new Date().toISOString();
    const { claim } = applyTracker(loaded.claim, 1, { status: 'delivered', updatedOn: now, events: [] }, now);
    await saveClaim(db, server.storeId, loaded, claim, { version: loaded.version, hasNewEffects: false });
  });
  return shown(id);
}

const shown = (claimId: number): Promise<ClaimShown> =>
  staff(merchant.getClaim, { params: { storeId: server.storeId, claimId } });
const paramsOf = (claim: ClaimShown) => ({
  storeId: server.storeId,
  claimId: claim.id,
  claimLineItemId: onlyLine(claim).id,
});
const listedDetail = async (claim: ClaimShown): Promise<string | undefined> =>
  server.server.deps.database.inStore(server.storeId, async (db) => {
    const row = await db
      .selectFrom('claim')
      .select('status_detail')
      .where('claim_id', '=', claim.id)
      .executeTakeFirst();
    return row?.status_detail;
  });

type Body = Partial<RouteInput<typeof inspections.addInspection>['body']>;
const inspect = (claim: ClaimShown, body: Body = {}) =>
  staff(inspections.addInspection, {
    params: paramsOf(claim),
    body: {
      version: claim.version,
      name: 'First look',
      storeInspectionGrade: 'B_Stock',
      customFields: [{ id: 'smell', value: 'Smoke' }],
      ...body,
    },
  });

const photo = (claim: ClaimShown, content = onePixel): Promise<string> =>
  uploadByStaff(staff, server.storeId, { claimId: claim.id }, content, { filename: 'sole.png' });

test('goods that are back wait for inspection where it was on when their claim was submitted', async () => {
  const before = await arrived();
  expect(before.claimRollup).toMatchObject({ code: 'At_Return_Location', detail: 'Pending_Approval' });
  expect(await refusalOf(inspect(before))).toBe('422 INSPECTION_OFF');
  await setSettings({ isReturnInspectionEnabled: true, inspectionTemplate: template });
  expect((await shown(before.id)).claimRollup.detail).toBe('Pending_Approval');
  expect(await refusalOf(inspect(before))).toBe('422 INSPECTION_OFF');
  const after = await arrived();
  expect(after.claimRollup.detail).toBe('Pending_Inspection');
  await setSettings({ isReturnInspectionEnabled: false });
  expect((await shown(after.id)).claimRollup.detail).toBe('Pending_Inspection');
  expect(await listedDetail(after)).toBe('Pending_Inspection');
  await setSettings({ isReturnInspectionEnabled: true });
});

test('an inspection keeps its answers, grade and photos, and is deleted with a word in the timeline', async () => {
  const claim = await arrived();
  expect(claim).toMatchObject({ isInspectionEnabled: true, inspectionProgress: 'In_Progress' });
  const offered = await staff(inspections.inspectionSettings, { params: paramsOf(claim) });
  expect(offered).toMatchObject({ isEnabled: true, template: { name: 'Garments' } });
  expect(offered.grades.map(({ code }) => code)).toEqual(['A_Stock', 'B_Stock', 'Dispose']);
  const image = await photo(claim);
  const inspected = await inspect(claim, { comment: 'Worn once.', images: [image] });
  expect(inspected).toMatchObject({
    claimRollup: { detail: 'Pending_Approval' },
    inspectionProgress: 'Ready_For_Review',
  });
  expect(await listedDetail(claim)).toBe('Pending_Approval');
  const [inspection] = onlyLine(inspected).inspections;
  expect(inspection).toMatchObject({
    name: 'First look',
    comment: 'Worn once.',
    createdBy: 'Staff Tester',
    storeInspectionGrade: { code: 'B_Stock', name: 'B stock' },
    customFields: [{ displayName: 'Smell', options: 'None, Smoke', required: true, description: '', value: 'Smoke' }],
    images: [{ filename: 'sole.png', contentType: 'image/png' }],
  });
  const file = await fetch(inspection?.images[0]?.url ?? '');
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(onePixel);
  const remove = (version: number) =>
    staff(inspections.removeInspection, {
      params: { ...paramsOf(claim), claimInspectionId: inspection?.id ?? '' },
      query: { version },
    });
  expect(await refusalOf(remove(claim.version))).toBe('409 CLAIM_CHANGED');
  const without = await remove(inspected.version);
  expect(onlyLine(without).inspections).toEqual([]);
  expect(without.claimRollup.detail).toBe('Pending_Inspection');
  expect(newest(without)).toMatchObject({ by: 'Staff Tester', message: 'First look' });
});

test('what is missing is said by field, and a photo of nobody is refused', async () => {
  const claim = await arrived();
  await expect(inspect(claim, { storeInspectionGrade: null, customFields: [] })).rejects.toMatchObject({
    status: 422,
    body: {
      code: 'INSPECTION_INVALID',
      fields: { storeInspectionGrade: 'Inspection grade is required', 'customFields.smell': 'Must not be empty.' },
    },
  });
  const smoke = { id: 'smell', value: 'Smoke' };
  await expect(inspect(claim, { customFields: [smoke, { id: 'color', value: 'Red' }] })).rejects.toMatchObject({
    body: { code: 'INSPECTION_INVALID', fields: { 'customFields.color': "This field isn't part of the template." } },
  });
  await expect(inspect(claim, { customFields: [smoke, smoke] })).rejects.toMatchObject({
    body: { code: 'MALFORMED', fields: { 'body.customFields': 'Answer each field once.' } },
  });
  expect(await refusalOf(inspect(claim, { images: ['no-such-file'] }))).toBe('422 UPLOAD_BROKEN');
  const other = await arrived();
  const image = await photo(other);
  expect(await refusalOf(inspect(claim, { images: [image] }))).toBe('422 UPLOAD_BROKEN');
  expect(await refusalOf(photo(claim, Uint8Array.from([1, 2, 3, 4])))).toBe('422 UPLOAD_TYPE');
});

import { PDFDocument } from 'pdf-lib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ShipmentShown, type ClaimShown } from '#contract/claim-shapes.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import * as shipments from '#contract/merchant/shipments.ts';
import { windowDayIn } from '#core/dates.ts';
import { easyPostShipments } from '#server/testing/effect-proofs.ts';
import { shopOf, type Shop } from '#server/testing/effect-claims.ts';
import { changeLine, finalizeAll, returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { claimWhen } from '#server/testing/payments.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { quiet, staffClaim } from '#server/testing/staff-claims.ts';

/** That of the shop. */
const ZONE = 'America/Los_Angeles';

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

const paramsOf = (claim: { id: number }) => ({ storeId: server.storeId, claimId: claim.id });
const optionsOf = (claim: ClaimShown) => staff(shipments.shipmentOptions, { params: paramsOf(claim) });
const warehouse = {
  name: 'Second warehouse',
  address: {
    firstName: 'Bay',
    lastName: 'Two',
    line1: '9 Dock Road',
    city: 'Troy',
    stateOrProvinceCode: 'NY',
    postalCode: '12180',
    countryCode: 'US',
  },
};

/** The usual way of a claim's goods, with what it weighs. */
async function wayOf(claim: ClaimShown) {
  const { fromAddressId, toAddressId, weightInOunces } = await optionsOf(claim);
  return { fromAddressId: fromAddressId ?? '', toAddressId: toAddressId ?? '', weightInOunces };
}

async function quoted(claim: ClaimShown, changes: Partial<Awaited<ReturnType<typeof wayOf>>> = {}) {
  const body = { ...(await wayOf(claim)), ...changes };
  return staff(shipments.quoteShipment, { params: paramsOf(claim), body });
}

describe('return locations', () => {
  const params = () => ({ storeId: server.storeId });
  test('are listed for staff and changed by admins; the one made the usual one takes over', async () => {
    expect(await refusalOf(staff(shipments.createReturnLocation, { params: params(), body: warehouse }))).toBe(
      '403 ROLE_NEEDED',
    );
    const added = await admin(shipments.createReturnLocation, { params: params(), body: warehouse });
    expect(added).toMatchObject({ name: 'Second warehouse', isDefault: false, isQuickShipEnabled: false });
    const place = { params: { ...params(), returnLocationId: added.id } };
    const body = { ...warehouse, isDefault: true };
    expect(await admin(shipments.changeReturnLocation, { ...place, body })).toMatchObject({ isDefault: true });
    const { locations } = await staff(shipments.listReturnLocations, { params: params() });
    expect(locations.map(({ name, isDefault }) => [name, isDefault])).toEqual([
      ['Second warehouse', true],
      ['Returns desk', false],
    ]);
    await admin(shipments.deleteReturnLocation, place);
    expect(await refusalOf(admin(shipments.deleteReturnLocation, place))).toBe('404 LOCATION_NOT_FOUND');
    const left = await staff(shipments.listReturnLocations, { params: params() });
    expect(left.locations.map(({ name, isDefault }) => [name, isDefault])).toEqual([['Returns desk', true]]);
  });

  test('have one default, also when admins choose others at the same time', async () => {
    const add = (name: string) =>
      admin(shipments.createReturnLocation, { params: params(), body: { ...warehouse, name, isDefault: true } });
    const added = await Promise.all(['One', 'Two', 'Three', 'Four'].map(add));
    const { locations } = await staff(shipments.listReturnLocations, { params: params() });
    expect(locations.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    for (const { id } of added)
      await admin(shipments.deleteReturnLocation, { params: { ...params(), returnLocationId: id } });
  });

  test('need a whole address; the state only where the post needs one', async () => {
    const at = (change: object) => ({
      params: params(),
      body: { ...warehouse, address: { ...warehouse.address, ...change } },
    });
    expect(await refusalOf(admin(shipments.createReturnLocation, at({ postalCode: ' ' })))).toBe('400 MALFORMED');
    await expect(admin(shipments.createReturnLocation, at({ stateOrProvinceCode: '' }))).rejects.toMatchObject({
      body: { fields: { 'body.address.stateOrProvinceCode': 'State or province code is required' } },
    });
    await expect(admin(shipments.createReturnLocation, at({ stateOrProvinceCode: 'CALI' }))).rejects.toMatchObject({
      body: { fields: { 'body.address.stateOrProvinceCode': 'State or province code should be two or three letters' } },
    });
    expect(await refusalOf(admin(shipments.createReturnLocation, at({ countryCode: 'us' })))).toBe('400 MALFORMED');
    const berlin = at({ stateOrProvinceCode: '', countryCode: 'DE', city: 'Berlin', postalCode: '10115' });
    const { id } = await admin(shipments.createReturnLocation, berlin);
    await admin(shipments.deleteReturnLocation, { params: { ...params(), returnLocationId: id } });
  });
});

describe('a label staff cancel', () => {
  const control = (path: string, body: object) =>
    fetch(`${server.easypost.url}/_control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  async function labeled(): Promise<ClaimShown> {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const answer = await quoted(claim);
    if (answer.kind === 'failure') throw new Error(answer.errors.join());
    const body = {
      version: claim.version,
      returnShipmentType: 'Label' as const,
      shipmentIdFromPlatform: answer.shipmentIdFromPlatform,
      rate: { id: answer.rates[0]?.id ?? '' },
    };
    await staff(shipments.createShipment, { params: paramsOf(claim), body });
    return quiet(shop, staff, claim);
  }
  const cancel = (claim: ClaimShown, shipmentId = claim.claimReturnShipments[0]?.returnShipmentId ?? 0) =>
    staff(actions.cancelLabel, { params: { ...paramsOf(claim), shipmentId }, body: { version: claim.version } });

  test('goes back to the carrier, is shown to nobody, and another can be bought', async () => {
    const claim = await labeled();
    expect(claim.claimReturnShipments).toMatchObject([{ canCancelLabel: true, labelRefund: null }]);
    const [label] = claim.claimReturnShipments;
    expect(label?.shipmentExpiresOn).toBe(windowDayIn(label?.createdOn ?? '', 30, ZONE));
    await cancel(claim);
    const canceled = await quiet(shop, staff, claim);
    expect(canceled.claimReturnShipments).toMatchObject([
      { canCancelLabel: false, labelRefund: 'submitted', returnShipmentPdfAssetUrl: null, qrCodeDetail: null },
    ]);
    expect(canceled.effects.filter(({ kind }) => kind === 'labelRefund')).toMatchObject([
      { state: 'done', result: { label: 'The label refund was requested' } },
    ]);
    expect(canceled.claimRollup).toMatchObject({ code: 'Open' });
    expect(canceled.timeline.find(({ subject }) => subject === 'Shipping label canceled')?.by).toBe('Staff Tester');
    expect(await refusalOf(cancel(canceled))).toBe('409 LABEL_ALREADY_CANCELED');
    expect(await refusalOf(cancel(canceled, 99))).toBe('404 SHIPMENT_UNKNOWN');
    await control('refund', {
      tracking_code: claim.claimReturnShipments[0]?.tracker.carrier.trackingCode,
      status: 'refunded',
    });
    await eventually(async () => {
      const shown = await staff(merchant.getClaim, { params: paramsOf(claim) });
      return shown.claimReturnShipments[0]?.labelRefund === 'refunded';
    }, 'the refund of the label is shown');
    expect((await quoted(canceled)).kind).toBe('success');
  });

  test('stays when the carrier has had the parcel, or when it is no label', async () => {
    const claim = await labeled();
    await control('track', {
      tracking_code: claim.claimReturnShipments[0]?.tracker.carrier.trackingCode,
      status: 'in_transit',
    });
    const moving = await eventually(async () => {
      const shown = await staff(merchant.getClaim, { params: paramsOf(claim) });
      return shown.claimReturnShipments[0]?.tracker.status === 'in_transit' && shown;
    }, 'the parcel moves');
    const [parcel] = moving.claimReturnShipments;
    expect(parcel).toMatchObject({ canCancelLabel: false, inTransitOn: parcel?.tracker.details.at(-1)?.date });
    expect(await refusalOf(cancel(moving))).toBe('409 LABEL_USED');
    const { claim: other } = await staffClaim(shop, staff, 'refund');
    const { fromAddressId, toAddressId } = await wayOf(other);
    const body = { version: other.version, returnShipmentType: 'Packing_Slip' as const, fromAddressId, toAddressId };
    await staff(shipments.createShipment, { params: paramsOf(other), body });
    expect(await refusalOf(cancel(await quiet(shop, staff, other)))).toBe('422 NOT_A_LABEL');
  });
});

test('two papers whose emails wait for the mail server are each mailed with their own', async () => {
  const mailbox = (times: number) =>
    fetch(`${server.mailbox.url}/_control/faults`, { method: 'POST', body: JSON.stringify({ mode: 'fail', times }) });
  const readyMails = ({ effects }: ClaimShown) =>
    effects.filter(({ purposeKey }) => purposeKey.startsWith('email:labelReady'));
  await mailbox(1000);
  const externalId = await submitReturn(server, await returnableOrder(server), { shippingMethod: 'label' });
  const labeled = await claimWhen(
    server,
    staff,
    externalId,
    (one) => readyMails(one).length === 1,
    'the label is made',
  );
  const { fromAddressId, toAddressId } = await wayOf(labeled);
  const body = { version: labeled.version, returnShipmentType: 'Packing_Slip' as const, fromAddressId, toAddressId };
  await staff(shipments.createShipment, { params: paramsOf(labeled), body });
  await claimWhen(server, staff, externalId, (one) => readyMails(one).length === 2, 'the packing slip is made');
  await mailbox(0);
  await server.server.deps.database.inStore(server.storeId, (db) =>
    db.updateTable('effect').set({ next_try_on: new Date() }).where('state', '=', 'waiting').execute(),
  );
  const settled = await settledClaim(server, staff, externalId);
  expect(readyMails(settled).map(({ state }) => state)).toEqual(['done', 'done']);
  const files = server.mailbox
    .messages()
    .filter(({ subject }) => subject.startsWith('How to ship') && subject.includes(externalId))
    .flatMap(({ attachments }) => attachments.map(({ filename }) => filename));
  expect(files.toSorted((one, other) => one.localeCompare(other))).toEqual([
    `label-${externalId}.pdf`,
    `packing-slip-${externalId}.pdf`,
  ]);
});

describe('papers of a claim that is denied before they are made', () => {
  const carriers = (init: RequestInit) => fetch(`${server.easypost.url}/_control/faults`, init);
  const fault = (match: string, mode: 'fail' | 'dropAnswer', times: number) =>
    carriers({ method: 'POST', body: JSON.stringify({ match, mode, times }) });
  const stepOf = ({ effects }: ClaimShown) => effects.find(({ kind }) => kind === 'label');
  const isTried = (claim: ClaimShown): boolean => (stepOf(claim)?.lastError ?? null) !== null;
  const isMailed = ({ effects }: ClaimShown): boolean =>
    effects.some(({ purposeKey }) => purposeKey.startsWith('email:labelReady'));
  const boughtFor = async ({ externalId }: ClaimShown) =>
    (await easyPostShipments(shop)).filter((one) => one.reference?.endsWith(externalId) && one.postage_label !== null);

  /** A claim whose label could not be bought, and that is denied and carried out since. */
  async function deniedUnlabeled(): Promise<ClaimShown> {
    const externalId = await submitReturn(server, await returnableOrder(server), { shippingMethod: 'label' });
    const tried = await claimWhen(server, staff, externalId, isTried, 'the label was tried');
    // What was bought meanwhile isn't found yet.
    await fault('GET /v2/shipments', 'fail', 1000);
    const [line] = tried.claimLineItems;
    const denied = await changeLine(server, staff, tried, line?.id ?? 0, {
      kind: 'denied',
      claimStatusDetailCode: 'Wrong_Item',
    });
    await finalizeAll(server, staff, denied, { notifyCustomerByEmail: null });
    await carriers({ method: 'DELETE' });
    const params = { storeId: server.storeId, effectId: stepOf(tried)?.id ?? 0 };
    await staff(actions.retryEffect, { params }).catch(() => undefined);
    return settledClaim(server, staff, externalId);
  }

  test('are called off, and nothing is bought', async () => {
    await fault('/buy', 'fail', 1000);
    const claim = await deniedUnlabeled();
    expect(stepOf(claim)).toMatchObject({
      state: 'calledOff',
      settledReason: 'Everything was canceled or denied meanwhile.',
    });
    expect(claim.claimReturnShipments).toEqual([]);
    expect(await boughtFor(claim)).toEqual([]);
    expect(isMailed(claim)).toBe(false);
  });

  test('are voided where they were bought and the answer was lost, and mailed to nobody', async () => {
    await fault('/buy', 'dropAnswer', 1);
    const claim = await deniedUnlabeled();
    expect(stepOf(claim)?.state).toBe('done');
    expect(claim.claimReturnShipments).toMatchObject([{ labelRefund: 'submitted', returnShipmentPdfAssetUrl: null }]);
    expect(await boughtFor(claim)).toMatchObject([{ refund_status: 'submitted' }]);
    expect(isMailed(claim)).toBe(false);
  });
});

test('a label that no carrier had a price for is bought once it is tried again', async () => {
  const silent = JSON.stringify({ match: 'POST /v2/shipments', mode: 'noRates', times: 1 });
  await fetch(`${server.easypost.url}/_control/faults`, { method: 'POST', body: silent });
  const externalId = await submitReturn(server, await returnableOrder(server), { shippingMethod: 'label' });
  const labelOf = ({ effects }: ClaimShown) => effects.find(({ kind }) => kind === 'label');
  const failed = await claimWhen(
    server,
    staff,
    externalId,
    (one) => labelOf(one)?.state === 'failed',
    'the label failed',
  );
  expect(labelOf(failed)?.lastError).toContain('no carrier offers a rate');
  await staff(actions.retryEffect, { params: { storeId: server.storeId, effectId: labelOf(failed)?.id ?? 0 } });
  const labeled = await settledClaim(server, staff, externalId);
  expect(labelOf(labeled)?.state).toBe('done');
  expect(labeled.claimReturnShipments).toHaveLength(1);
});

describe('a label in two steps', () => {
  test('is bought at the rate that was chosen, once', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const offered = await optionsOf(claim);
    expect(offered).toMatchObject({ fromAddressId: 'customer', isLabelProviderConfigured: true, quickShip: null });
    expect(offered.addresses.map(({ name }) => name)).toEqual([claim.customerName, 'Returns desk']);
    const answer = await quoted(claim);
    if (answer.kind === 'failure') throw new Error(answer.errors.join());
    const dearest = answer.rates.toSorted((one, other) => other.cost - one.cost)[0];
    if (!dearest) throw new Error('no rates');
    const body = {
      version: claim.version,
      returnShipmentType: 'Label' as const,
      shipmentIdFromPlatform: answer.shipmentIdFromPlatform,
      rate: { id: dearest.id },
    };
    const both = await Promise.allSettled([
      staff(shipments.createShipment, { params: paramsOf(claim), body }),
      staff(shipments.createShipment, { params: paramsOf(claim), body }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const done = await quiet(shop, staff, claim);
    expect(done.claimReturnShipments).toHaveLength(1);
    expect(done.claimReturnShipments[0]).toMatchObject({
      returnShipmentType: 'Label',
      tracker: { carrier: { name: dearest.carrier } },
      service: dearest.service,
      fromAddress: { line1: claim.shippingAddress?.line1 },
      toAddress: { line1: '417 Montgomery Street' },
    });
    const { carrier, service, cost, currency } = dearest;
    expect(done.claimReturnShipments[0]).toMatchObject({
      provider: 'Easy_Post',
      rate: { id: dearest.id, carrier, service, cost, currency, carrierAccountId: null },
      inTransitOn: null,
    });
    // What a label costs the store is none of the shopper's business, and an address that of those who know a postal code.
    for (const name of ['rate', 'cost', 'provider', 'fromAddress', 'toAddress'])
      expect(ShipmentShown.shape).not.toHaveProperty(name);
    expect(done.claimRollup).toMatchObject({ code: 'Awaiting_Return' });
    expect(done.timeline.map(({ subject }) => subject)).toContain('Shipping label ordered');
    const bought = done.effects.find(({ kind }) => kind === 'label')?.result?.label;
    expect(bought).toMatch(/^USPS Express · /);
    const again = (rateId: string) =>
      staff(shipments.createShipment, {
        params: paramsOf(claim),
        body: { ...body, version: done.version, rate: { id: rateId } },
      });
    const repeated = await again(dearest.id);
    expect(repeated.version).toBe(done.version);
    // The carrier's news may have come in the meantime.
    const ordered = (shown: typeof done) =>
      shown.timeline.filter(({ subject }) => subject === 'Shipping label ordered');
    expect(ordered(repeated)).toEqual(ordered(done));
    const other = answer.rates.find(({ id }) => id !== dearest.id)?.id ?? '';
    expect(await refusalOf(again(other))).toBe('409 QUOTE_USED');
  });

  test.each([
    { state: 'failed', text: /^A label for these rates couldn't be bought\./ },
    { state: 'calledOff', text: /^The label for these rates was canceled\./ },
  ] as const)('$state is not taken for ordered at any of its rates', async ({ state, text }) => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const answer = await quoted(claim);
    if (answer.kind === 'failure') throw new Error(answer.errors.join());
    const buy = ({ version }: ClaimShown, rateId: string) =>
      staff(shipments.createShipment, {
        params: paramsOf(claim),
        body: {
          version,
          returnShipmentType: 'Label',
          shipmentIdFromPlatform: answer.shipmentIdFromPlatform,
          rate: { id: rateId },
        },
      });
    const [one, other] = answer.rates.map(({ id }) => id);
    await buy(claim, one ?? '');
    const done = await quiet(shop, staff, claim);
    // As if the carriers' partner had refused it.
    await server.server.deps.database.asOwner((db) =>
      db.updateTable('effect').set({ state }).where('subject_id', '=', claim.id).where('kind', '=', 'label').execute(),
    );
    for (const rateId of [one, other])
      await expect(buy(done, rateId ?? '')).rejects.toMatchObject({
        status: 409,
        body: { code: 'QUOTE_USED', clientMessage: expect.stringMatching(text) },
      });
  });

  test('is bought only at a rate that was quoted for that claim', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const { claim: other } = await staffClaim(shop, staff, 'refund');
    const answer = await quoted(claim);
    if (answer.kind === 'failure') throw new Error(answer.errors.join());
    const buy = (at: ClaimShown, rateId: string) =>
      staff(shipments.createShipment, {
        params: paramsOf(at),
        body: {
          version: at.version,
          returnShipmentType: 'Label',
          shipmentIdFromPlatform: answer.shipmentIdFromPlatform,
          rate: { id: rateId },
        },
      });
    expect(await refusalOf(buy(other, answer.rates[0]?.id ?? ''))).toBe('404 QUOTE_UNKNOWN');
    expect(await refusalOf(buy(claim, 'rate_of_someone'))).toBe('404 QUOTE_UNKNOWN');
    const { shippingAddress } = claim;
    if (!shippingAddress) throw new Error('the customer lives somewhere');
    const moved = await staff(actions.changeCustomerInfo, {
      params: paramsOf(claim),
      body: {
        version: claim.version,
        customerEmail: claim.customerEmail,
        shippingAddress: { ...shippingAddress, line1: '9 New Street' },
      },
    });
    expect(await refusalOf(buy(moved, answer.rates[0]?.id ?? ''))).toBe('404 QUOTE_UNKNOWN');
  });

  test('is bought only as it was quoted, whatever of it the caller states', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    const { fromAddressId, toAddressId } = await wayOf(claim);
    const answer = await quoted(claim);
    if (answer.kind === 'failure') throw new Error(answer.errors.join());
    const [rate] = answer.rates;
    if (!rate) throw new Error('no rates');
    const buy = (changes: object) =>
      staff(shipments.createShipment, {
        params: paramsOf(claim),
        body: {
          version: claim.version,
          returnShipmentType: 'Label',
          shipmentIdFromPlatform: answer.shipmentIdFromPlatform,
          claimId: claim.id,
          fromAddressId,
          toAddressId,
          rate,
          ...changes,
        },
      });
    const wrong = {
      claimId: claim.id + 1,
      fromAddressId: toAddressId,
      toAddressId: fromAddressId,
      rate: { ...rate, cost: 0.01 },
    };
    await expect(buy(wrong)).rejects.toMatchObject({
      status: 422,
      code: 'SHIPMENT_MISSTATED',
      fields: {
        'body.claimId': `Must be ${claim.id}.`,
        'body.fromAddressId': `Must be ${fromAddressId}.`,
        'body.toAddressId': `Must be ${toAddressId}.`,
        'body.rate.cost': `Must be ${rate.cost}.`,
      },
    });
    const slip = { returnShipmentType: 'Packing_Slip' as const, fromAddressId, toAddressId };
    const body = { version: claim.version, claimId: claim.id + 1, ...slip };
    expect(await refusalOf(staff(shipments.createShipment, { params: paramsOf(claim), body }))).toBe(
      '422 SHIPMENT_MISSTATED',
    );
    expect((await buy({})).timeline.map(({ subject }) => subject)).toContain('Shipping label ordered');
  });

  test('fails with the reasons of the carriers', async () => {
    const { claim } = await staffClaim(shop, staff, 'refund');
    expect(await quoted(claim, { weightInOunces: 9000 })).toEqual({
      kind: 'failure',
      errors: ['USPS: parcel weight exceeds the maximum of 70 lb'],
    });
    const { toAddressId } = await wayOf(claim);
    expect(await refusalOf(quoted(claim, { fromAddressId: toAddressId }))).toBe('422 ADDRESSES_SAME');
    expect(await refusalOf(quoted(claim, { toAddressId: 'location-0' }))).toBe('404 ADDRESS_UNKNOWN');
  });
});

test('a packing slip is made directly, with both addresses', async () => {
  await server.saveSettings({ defaultReturnExpirationDays: 12, returnInstructions: 'Ring twice.\n'.repeat(150) });
  const { claim } = await staffClaim(shop, staff, 'refund');
  const { weightInOunces: _not, ...way } = await wayOf(claim);
  const body = { version: claim.version, returnShipmentType: 'Packing_Slip' as const, ...way };
  await staff(shipments.createShipment, { params: paramsOf(claim), body });
  const done = await quiet(shop, staff, claim);
  expect(done.claimReturnShipments).toMatchObject([
    { returnShipmentType: 'Packing_Slip', toAddress: { city: 'San Francisco' } },
  ]);
  expect(done.claimReturnShipments[0]?.shipmentExpiresOn).toBe(windowDayIn(done.createdOn, 12, ZONE));
  const slip = await fetch(done.claimReturnShipments[0]?.returnShipmentPdfAssetUrl ?? '');
  expect(slip.headers.get('content-type')).toBe('application/pdf');
  // Longer than a page of items.
  expect((await PDFDocument.load(await slip.arrayBuffer())).getPageCount()).toBeGreaterThan(1);
  await server.saveSettings({});
});

test('quick ship buys the cheapest label, as long as nothing was shipped', async () => {
  const params = { storeId: server.storeId };
  const body = { ...warehouse, isQuickShipEnabled: true };
  const { id } = await admin(shipments.createReturnLocation, { params, body });
  const { claim } = await staffClaim(shop, staff, 'refund');
  const { quickShip } = await optionsOf(claim);
  expect(quickShip).toEqual({ fromAddressId: 'customer', toAddressId: `location-${id}` });
  if (!quickShip) throw new Error('quick ship is not offered');
  const usual = await wayOf(claim);
  const ship = (way: typeof quickShip, version = claim.version) =>
    staff(shipments.quoteAndCreateShipment, { params: paramsOf(claim), body: { version, ...way } });
  expect(await refusalOf(ship({ fromAddressId: usual.fromAddressId, toAddressId: usual.toAddressId }))).toBe(
    '409 QUICK_SHIP_NOT_OFFERED',
  );
  const made = await ship(quickShip);
  expect(made.kind).toBe('success');
  const done = await quiet(shop, staff, claim);
  expect(done.claimReturnShipments).toMatchObject([{ service: 'GroundAdvantage', toAddress: { city: 'Troy' } }]);
  expect((await optionsOf(claim)).quickShip).toBeNull();
  expect(await refusalOf(ship(quickShip, done.version))).toBe('409 QUICK_SHIP_NOT_OFFERED');
  await admin(shipments.deleteReturnLocation, { params: { ...params, returnLocationId: id } });
});

test('the second to save is told who changed what', async () => {
  const { claim } = await staffClaim(shop, staff, 'refund');
  const fees = { version: claim.version, feeApplied: 1 };
  const changed = await admin(actions.changeFees, { params: paramsOf(claim), body: fees });
  await admin(actions.changeFees, { params: paramsOf(claim), body: { version: changed.version, feeApplied: 2 } });
  const second = staff(actions.changeFees, { params: paramsOf(claim), body: { ...fees, feeApplied: 3 } });
  await expect(second).rejects.toMatchObject({
    body: {
      code: 'CLAIM_CHANGED',
      clientMessage:
        'This claim was changed since you opened it: Fees changed (Admin Tester); Fees changed (Admin Tester).',
    },
  });
  const shown = await staff(merchant.getClaim, { params: paramsOf(claim) });
  const told = shown.timeline.findLast(({ type }) => type === 'edit');
  expect(told).toMatchObject({ by: 'Admin Tester', version: claim.version + 2 });
});

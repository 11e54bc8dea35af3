import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { getConfig, saveConfig } from '#contract/merchant/settings.ts';
import { claimOf, returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import { eventually, LONG_WINDOWS, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';
import { changeSettings } from '#server/testing/settings.ts';

let server: TestServer;
let admin: Caller;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.staff('Admin');
});
beforeEach(() => server.saveSettings({ ...LONG_WINDOWS, shippingMethods: ['label', 'packingSlip'] }));
afterAll(() => server.close());

const mailsOn = (subject: string) => server.mailbox.messages().filter((mail) => mail.subject === subject);

test('those whom the store names are told once of each new claim, and nobody is by default', async () => {
  const quiet = await settledClaim(server, admin, await submitReturn(server, await returnableOrder(server)));
  expect(quiet.effects.filter(({ kind }) => kind === 'staffEmail')).toEqual([]);
  await changeSettings(admin, server.storeId, {
    isNewClaimEmailEnabled: true,
    emailsForNewClaim: 'ops@store.example, OPS@store.example,cx@store.example',
  });
  const { externalId } = await settledClaim(server, admin, await submitReturn(server, await returnableOrder(server)));
  const subject = `New return ${externalId}`;
  await eventually(() => mailsOn(subject).length === 2, 'both are mailed');
  expect(
    mailsOn(subject)
      .flatMap(({ to }) => to.map((email) => email.toLowerCase()))
      .toSorted(),
  ).toEqual(['cx@store.example', 'ops@store.example']);
  expect(mailsOn(subject)[0]?.text).toContain(`/${server.storeId}/claims/return/`);
});

test('when everything has arrived they are told once, whatever the carrier says again', async () => {
  await changeSettings(admin, server.storeId, {
    isClaimReceivedEmailEnabled: true,
    emailsForClaimReceived: 'warehouse@store.example',
  });
  const from = await returnableOrder(server);
  const externalId = await submitReturn(server, from, { shippingMethod: 'label' });
  const claim = await settledClaim(server, admin, externalId);
  const subject = `${externalId} has arrived`;
  const track = (status: string): Promise<Response> =>
    fetch(`${server.easypost.url}/_control/track`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ tracking_code: claim.claimReturnShipments[0]?.tracker.carrier.trackingCode, status }),
    });
  const codeNow = async () => (await claimOf(server, admin, externalId)).claimRollup.code;
  await track('in_transit');
  await eventually(async () => (await codeNow()) === 'In_Transit', 'the parcel travels');
  expect(mailsOn(subject)).toEqual([]);
  // The carrier's news are told apart by their second.
  await new Promise((wake) => setTimeout(wake, 1100));
  await track('delivered');
  await eventually(async () => (await codeNow()) === 'At_Return_Location', 'the parcel arrives');
  await eventually(() => mailsOn(subject).length === 1, 'the warehouse is mailed');
  await new Promise((wake) => setTimeout(wake, 1100));
  const worked = () =>
    server.server.deps.database.asOwner(async (db) => {
      const news = db.selectFrom('webhook_inbox').select('webhook_id').where('partner', '=', 'easypost');
      return (await news.where('state', '=', 'done').execute()).length;
    });
  const known = await worked();
  await track('delivered');
  await eventually(async () => (await worked()) > known, 'the news are worked on');
  const { effects } = await settledClaim(server, admin, externalId);
  expect(effects.filter(({ kind }) => kind === 'staffEmail')).toHaveLength(1);
  expect(mailsOn(subject)).toMatchObject([{ to: ['warehouse@store.example'] }]);
});

test('a list that is sent to has to be whole; one that is switched off is kept as it is', async () => {
  const params = { storeId: server.storeId };
  const save = async (changes: object) => {
    const { version, document } = (await admin(getConfig, { params })).groups.notifications;
    return admin(saveConfig, {
      params,
      body: { group: 'notifications', version, document: { ...document, ...changes } },
    });
  };
  const refused = async (changes: object) => refusalOf(save(changes));
  expect(await refused({ isNewClaimEmailEnabled: true, emailsForNewClaim: ' , ' })).toMatch(/^4\d\d /);
  expect(await refused({ isNewClaimEmailEnabled: true, emailsForNewClaim: 'ops@store.example, ops' })).toMatch(
    /^4\d\d /,
  );
  await save({ isNewClaimEmailEnabled: false, emailsForNewClaim: 'ops' });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryEffect } from '#contract/merchant/claim-actions.ts';
import { warehouseReported } from '#server/claims/warehouse-report.ts';
import { returnableOrder, settledClaim, submitReturn } from '#server/testing/claims.ts';
import { onlyRules, type LiveRule } from '#server/testing/live-rules.ts';
import { stockUp } from '#server/testing/staff-claims.ts';
import { eventually, LONG_WINDOWS, startTestServer, type Caller, type TestServer } from '#server/testing/server.ts';

let server: TestServer;
let staff: Caller;
beforeAll(async () => {
  server = await startTestServer();
  staff = await server.staff('Admin');
  await server.saveSettings({ ...LONG_WINDOWS, reservationDays: 0 });
});
afterAll(() => server.close());

const tells = (...failureToFinalizeNotificationEmails: string[]): LiveRule => ({
  at: 'claimFinalized',
  does: 'customizeClaimFinalizationSettings',
  params: {
    restockToShopify: false,
    failOnOutOfStockScenarios: true,
    failureToFinalizeNotificationEmails,
    inventoryBehavior: 'decrement_obeying_policy',
  },
});
const WHEN_RECEIVED: LiveRule = {
  at: 'rmaWebhook',
  does: 'autoFinalizeClaim',
  params: { allowedResolutionMethods: ['variantExchange'] },
};

/** An exchange whose new item is sold out before a rule finalizes it; its claim once the rule failed. */
async function failedExchange() {
  const from = await returnableOrder(server);
  const product = server.shop.products.find(({ id }) => String(id) === from.line.productIdFromPlatform);
  const [variant] = product?.variants ?? [];
  if (!variant) throw new Error('the product has no variant');
  stockUp(variant, 5);
  const wanted = { method: 'variantExchange', variantIdFromPlatform: String(variant.id) } as const;
  const claim = await settledClaim(server, staff, await submitReturn(server, from, wanted));
  stockUp(variant, 0);
  const report = async (minute: number) => {
    await server.server.deps.database.inStore(server.storeId, (db) =>
      warehouseReported(
        db,
        { storeId: server.storeId, claimId: claim.id, requestId: randomUUID() },
        { status: 'Received', updatedOn: `2026-03-17T12:${minute}:00.000Z`, lines: [] },
      ),
    );
    return eventually(async () => {
      const now = await settledClaim(server, staff, claim.externalId);
      const failed = now.effects.filter(({ kind, state }) => kind === 'autoFinalize' && state === 'failed');
      return failed.length > 0 && now;
    }, 'the rule fails');
  };
  return { externalId: claim.externalId, report };
}

const mailsAbout = (externalId: string) =>
  server.mailbox.messages().filter(({ subject }) => subject === `${externalId} couldn't be finalized`);

test('those whom a rule names are mailed once when finalizing fails for good, however often it does', async () => {
  await onlyRules(server, WHEN_RECEIVED, tells('ops@store.example', 'OPS@store.example', 'cfo@store.example'));
  const { externalId, report } = await failedExchange();
  const failed = await report(10);
  expect(failed.finalizedOn).toBeNull();
  await eventually(() => mailsAbout(externalId).length === 2, 'both are mailed');
  const mails = mailsAbout(externalId);
  expect(mails.flatMap(({ to }) => to).toSorted()).toEqual(['cfo@store.example', 'ops@store.example']);
  expect(mails[0]?.text).toContain('is out of stock.');
  expect(mails[0]?.text).toContain(`/${server.storeId}/claims/return/${failed.id}`);
  const effectId = failed.effects.find(({ kind }) => kind === 'autoFinalize')?.id ?? 0;
  await staff(retryEffect, { params: { storeId: server.storeId, effectId } });
  await report(11);
  await settledClaim(server, staff, externalId);
  expect(mailsAbout(externalId)).toHaveLength(2);
});

test('nobody is mailed where no rule names them', async () => {
  await onlyRules(server, WHEN_RECEIVED, tells());
  const { externalId, report } = await failedExchange();
  const failed = await report(10);
  expect(failed.effects.filter(({ kind }) => kind === 'failureEmail')).toEqual([]);
  expect(mailsAbout(externalId)).toEqual([]);
});

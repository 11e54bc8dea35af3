import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { settingsNames } from '#server/db/migrations/settings-names.ts';
import { settingsOf } from '#server/db/settings.ts';
import { testDatabase } from '#server/testing/database.ts';

test('a store goes on offering what it offered, under the new names', async () => {
  const database = await testDatabase();
  const groups = await database.asOwner(async (db) => {
    const store = { slug: 'old', name: 'old', currency_code: 'USD' };
    const { store_id } = await db.insertInto('store').values(store).returning('store_id').executeTakeFirstOrThrow();
    const old = {
      refunds: { isRefundEnabled: false, refundWindowDays: 14 },
      giftCardsControl: { giftCardWindowDays: 21 },
      variantExchanges: { exchangeWindowDays: 0, exchangeOrderType: 'platformReturn', exchangeOrderPrefix: '#X-' },
      warranties: { warrantyWindowDays: 999_999 },
      giftCards: { incentiveBasisPoints: 1250, giftCardType: 'Store_Credit' },
      publishedPolicy: { isPolicyPublished: true, policyUrl: 'https://shop.example/policy' },
    };
    for (const [group_name, document] of Object.entries(old))
      await db
        .insertInto('store_settings')
        .values({ store_id, group_name, version: 3, document: JSON.stringify(document), updated_by: 'Ada' })
        .execute();
    for (const statement of settingsNames.split(';').filter((text) => text.trim() !== ''))
      await sql.raw(statement).execute(db);
    const rows = await db.selectFrom('store_settings').selectAll().where('store_id', '=', store_id).execute();
    return Object.fromEntries(rows.map(({ group_name, document }) => [group_name, document]));
  });
  await database.close();
  expect(groups['refunds']).toEqual({ isRefundsEnabled: false, refundValidityDays: 0 });
  expect(groups['variantExchanges']).toEqual({ isExchangeEnabled: false, variantExchangeValidityDays: 0 });
  expect(settingsOf({ settings: groups })).toMatchObject({
    storeCredit: { isStoreCreditEnabled: true, storeCreditValidityDays: 45 },
    giftCardsControl: { isGiftCardEnabled: true, giftCardValidityDays: 21 },
    warranties: { isWarrantiesEnabled: true, defaultWarrantyDays: 999_999 },
    giftCards: { giftCardIncentiveType: 'percent', giftCardIncentiveAmount: 12.5, giftCardType: 'Store_Credit' },
    returns: {
      returnPolicyUrl: 'https://shop.example/policy',
      exchangeOrderPrefix: '#X-',
      isReturnProcessApiEnabled: true,
    },
    publishedPolicy: { isPolicyPublished: true },
  });
});

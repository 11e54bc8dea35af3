import * as contract from '#contract/merchant/analytics.ts';
import { comparedWith } from '#core/analytics/compare.ts';
import type { DashboardId, Panel } from '#core/analytics/dashboard.ts';
import { moneyPanels } from '#core/analytics/money.ts';
import { OLDEST_SHOWN, operationsPanels } from '#core/analytics/operations.ts';
import { dayIn, daysBefore, daysOf, type Days } from '#core/analytics/period.ts';
import { PRODUCTS_SHOWN, productsPanels } from '#core/analytics/products.ts';
import { reasonsPanels } from '#core/analytics/reasons.ts';
import { REGISTERED_SHOWN, registrationsPanels } from '#core/analytics/registrations.ts';
import { returnsPanels } from '#core/analytics/returns.ts';
import type { CurrencyCode } from '#core/money.ts';
import { Refusal } from '#core/refusal.ts';
import {
  claimsMade,
  reasonsGiven,
  reasonsOfProducts,
  returnedVariants,
  unitsOf,
} from '#server/db/analytics/claimed.ts';
import { bookedWithin, decidedWithin, leftWithin } from '#server/db/analytics/moved.ts';
import { durationsWithin, failedEffects, finalizedWithin, openClaims } from '#server/db/analytics/pace.ts';
import { productsRegistered, registrationsMade } from '#server/db/analytics/registered.ts';
import { askedOf, type Asked } from '#server/db/analytics/span.ts';
import type { Db } from '#server/db/connect.ts';
import { protectionOf } from '#core/policy/protection-of.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

/** Figures of the store's own data, each dashboard as the store was at one instant. */
export const analyticsHandler = ({ database }: Pick<ServerDeps, 'database'>): Handler =>
  handle(contract.showDashboard, ({ query }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const store = await storeById(db, storeId);
      if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
      const now = new Date();
      const { time_zone: timeZone, currency_code: currencyCode } = store;
      const days = daysOf(query, dayIn(now, timeZone));
      const protectionSkus = protectionOf(settingsOf(store)).skus;
      const panelsOf = async (about: Days): Promise<Panel[]> => {
        const asked = await askedOf(db, { storeId, timeZone, protectionSkus }, about, now);
        return PANELS[query.dashboard](db, { ...asked, currencyCode, now });
      };
      const before = daysBefore(days);
      const panels = comparedWith(await panelsOf(days), await panelsOf(before));
      return { ...days, before, timeZone, asOf: now.toISOString(), panels };
    }),
  );

type Wanted = Asked & { currencyCode: CurrencyCode; now: Date };

const PANELS: Readonly<Record<DashboardId, (db: Db, wanted: Wanted) => Promise<Panel[]>>> = {
  returns: async (db, wanted) =>
    returnsPanels(wanted.span, { claims: await claimsMade(db, wanted), ...(await unitsOf(db, wanted)) }),
  money: async (db, wanted) =>
    moneyPanels(wanted.span, wanted.currencyCode, {
      booked: await bookedWithin(db, wanted),
      left: await leftWithin(db, wanted),
      decided: await decidedWithin(db, wanted),
    }),
  reasons: async (db, wanted) =>
    reasonsPanels(wanted.span, wanted.currencyCode, {
      reasons: await reasonsGiven(db, wanted, wanted.currencyCode),
      products: await reasonsOfProducts(db, wanted, PRODUCTS_SHOWN),
    }),
  products: async (db, wanted) =>
    productsPanels(wanted.span, wanted.currencyCode, {
      ...(await unitsOf(db, wanted)),
      ...(await returnedVariants(db, wanted, wanted.currencyCode, PRODUCTS_SHOWN)),
    }),
  registrations: async (db, wanted) =>
    registrationsPanels(wanted.span, {
      registrations: await registrationsMade(db, wanted),
      ...(await productsRegistered(db, wanted, REGISTERED_SHOWN)),
      unitsOrdered: (await unitsOf(db, wanted)).unitsOrdered,
    }),
  operations: async (db, wanted) =>
    operationsPanels(wanted.span, {
      durations: await durationsWithin(db, wanted),
      finalized: await finalizedWithin(db, wanted),
      open: await openClaims(db, wanted.storeId, wanted.now, OLDEST_SHOWN),
      failed: await failedEffects(db, wanted.storeId, wanted.now),
    }),
};

import * as contract from '#contract/merchant/billing.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { dayIn } from '#core/analytics/period.ts';
import { USAGE_LINES } from '#core/billing.ts';
import { Refusal } from '#core/refusal.ts';
import type { Files } from '#partners/ports.ts';
import { amountOf } from '#server/amounts.ts';
import { askedOf } from '#server/db/analytics/span.ts';
import { lastInvoices, usedWithin, type InvoiceRow, type Used } from '#server/db/billing.ts';
import { protectionOf } from '#core/policy/protection-of.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

type Billing = RouteAnswer<typeof contract.showBilling>;

const INVOICES_SHOWN = 120;
const LINK_SECONDS = 3600;

/** What the store used and was billed. */
export const billingHandler = ({ database, files }: Pick<ServerDeps, 'database' | 'files'>): Handler =>
  handle(contract.showBilling, async (_input, { storeId }) => {
    const { days, used, invoices } = await database.readStore(storeId, async (db) => {
      const store = await storeById(db, storeId);
      if (!store) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
      const now = new Date();
      const to = dayIn(now, store.time_zone);
      const month = { from: `${to.slice(0, 8)}01`, to };
      const protection = protectionOf(settingsOf(store));
      const asked = await askedOf(
        db,
        { storeId, timeZone: store.time_zone, protectionSkus: protection.skus },
        month,
        now,
      );
      return {
        days: month,
        used: await usedWithin(db, asked, protection.orderTag),
        invoices: await lastInvoices(db, storeId, INVOICES_SHOWN),
      };
    });
    return {
      ...days,
      usage: USAGE_LINES.map((line) => usageOf(line, used)),
      invoices: await Promise.all(invoices.map((row) => showInvoice(files, row))),
    };
  });

function usageOf(line: (typeof USAGE_LINES)[number], used: readonly Used[]): Billing['usage'][number] {
  const mine = used.filter((one) => one.line === line);
  return {
    line,
    count: mine.reduce((sum, one) => sum + one.count, 0),
    amounts: mine.flatMap(({ currencyCode, amount }) =>
      currencyCode === null ? [] : [{ currencyCode, amount: amountOf(amount, currencyCode) }],
    ),
  };
}

async function showInvoice(files: Files, row: InvoiceRow): Promise<Billing['invoices'][number]> {
  const link = async (key: string | undefined): Promise<string | null> =>
    key === undefined ? null : files.signDownload(key, LINK_SECONDS);
  const { pdf, orders, refunds, reorders, adjustments } = row.files;
  return {
    id: row.invoice_id,
    createdOn: row.created_on.toISOString(),
    fromDate: row.from_on.toISOString(),
    toDate: row.to_on.toISOString(),
    totalAmount: amountOf(row.total_amount, 'USD'),
    isMonthlyCrew: row.is_monthly_crew,
    invoicePdfUrl: await link(pdf),
    ordersCsvUrl: await link(orders),
    refundsCsvUrl: await link(refunds),
    reordersCsvUrl: await link(reorders),
    adjustmentsCsvUrl: await link(adjustments),
  };
}

import { csvLine } from '#core/lists/report.ts';
import { BILLING_KINDS, type BillingKind } from '#core/protection/billing-lines.ts';

type Line = {
  recordedOn: string;
  kind: BillingKind;
  reference: string;
  money: { amount: number; currencyCode: string };
  sharePercent: number | null;
};

/** Billing lines as a CSV file, each as it was recorded. */
export const billingCsv = (lines: readonly Line[]): string =>
  [
    ['Recorded on', 'Kind', 'Order or claim', 'Amount', 'Currency', 'Share (%)'],
    ...lines.map(({ recordedOn, kind, reference, money, sharePercent }) => [
      recordedOn,
      BILLING_KINDS[kind].one,
      reference,
      money.amount,
      money.currencyCode,
      sharePercent ?? '',
    ]),
  ]
    .map((cells) => csvLine(cells))
    .join('');

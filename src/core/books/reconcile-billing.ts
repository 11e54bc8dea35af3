import { differenceOf, type Difference } from '#core/books/differences.ts';
import type { World } from '#core/books/world.ts';
import { BILLING_KINDS, missingLines } from '#core/protection/billing-lines.ts';

/** Whatever the recorded lines don't add up to. */
export const billingDifferences = ({ billing }: World): Difference[] =>
  billing.flatMap(({ reference, currencyCode, billed, lines }) =>
    missingLines(reference, lines, billed).map(({ kind, amount }) => {
      const ours = billed[kind] ?? 0;
      const what = `${BILLING_KINDS[kind].one.toLowerCase()} of ${reference}`;
      return differenceOf('BILLING_DIFFERS', { what, ours, theirs: ours - amount, currencyCode });
    }),
  );

import { expect, test } from 'vitest';
import { wantedItem } from '#core/claims/exchange.ts';
import { lineOf, variantOf } from '#core/claims/test-data.ts';
import { showWanted } from '#server/merchant/show-money.ts';

test('what several units cost has its tax rounded once, as the ledger has it', () => {
  const bought = lineOf({ idFromPlatform: 'a', paidTotal: 100_000, taxTotal: 8300 });
  const item = wantedItem(variantOf({ price: 1800 }), null, bought, { taxesIncluded: false }, 3);
  expect(showWanted(item, 'USD')).toMatchObject({ quantity: 3, unitPrice: 18, unitTax: 1.49, cost: 58.48 });
  expect(showWanted({ ...item, quantity: 1 }, 'USD')).toMatchObject({ cost: 19.49 });
});

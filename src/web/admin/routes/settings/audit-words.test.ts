import { expect, test } from 'vitest';
import { ruleValueInWords } from './audit-words.ts';

test('moments and actions are named as on their pages, and anything else stays as it is', () => {
  expect(ruleValueInWords('returnShipmentWebhook')).toBe('When a return shipment moves');
  expect(ruleValueInWords(['applyFee', 'autoFinalizeClaim'])).toBe('Apply Fee, Auto Finalize Claim');
  expect([502, 'Late returns', true, null].map(ruleValueInWords)).toEqual(['502', 'Late returns', 'On', '']);
});

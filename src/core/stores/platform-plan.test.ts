import { expect, test } from 'vitest';
import { planText } from './platform-plan.ts';

test.each([
  ['Basic', 'Basic'],
  ['Plus Trial', 'Plus Trial'],
  ['Shopify Plus Partner Sandbox', 'Shopify Plus Partner Sandbox'],
  ['Development', 'Development (counts as Plus)'],
  ['Developer Preview', 'Developer Preview (counts as Plus)'],
])('%s is shown as %s', (plan, text) => expect(planText(plan)).toBe(text));

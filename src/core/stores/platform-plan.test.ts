import { expect, test } from 'vitest';
import { isPlus, planText } from './platform-plan.ts';

test.each([
  ['Basic', 'Basic'],
  ['Plus Trial', 'Plus Trial'],
  ['Shopify Plus Partner Sandbox', 'Shopify Plus Partner Sandbox'],
  ['Development', 'Development (counts as Plus)'],
  ['Developer Preview', 'Developer Preview (counts as Plus)'],
])('%s is shown as %s', (plan, text) => expect(planText(plan)).toBe(text));

test('apps are let into the checkout by Plus alone', () =>
  expect(['Basic', 'Grow', 'Shopify Plus', 'Development'].filter(isPlus)).toEqual(['Shopify Plus', 'Development']));

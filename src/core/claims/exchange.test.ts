import { expect, test } from 'vitest';
import { goodsTitle } from './exchange.ts';

test('goods are named by product and variant, those without variants by the product alone', () => {
  expect(goodsTitle('Silk Blouse', 'Ivory / M')).toBe('Silk Blouse - Ivory / M');
  expect(goodsTitle('Beeswax Candle', 'Beeswax Candle')).toBe('Beeswax Candle');
});

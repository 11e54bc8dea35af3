import { expect, test } from 'vitest';
import { drawingOf } from './picture-shapes.ts';
import { picturedColors, pictureIndex, pictureOf } from './pictures.ts';
import { CATALOG } from './seed/catalog.ts';
import { makeProducts } from './seed/products.ts';
import { Chance } from './seed/random.ts';
import { newShop } from './state.ts';

const { wares } = makeProducts(newShop('demo-store.myshopify.com'), new Chance(1), '2026-01-01T00:00:00.000Z');

test('every ware is drawn as what it is, and not as a plain parcel', () => {
  const parcel = drawingOf('something unheard of');
  expect(CATALOG.filter(({ title }) => drawingOf(title) === parcel)).toEqual([]);
});

test('each color of a product has a picture of its own, and its variants have that one', () => {
  for (const product of wares) {
    const colors = picturedColors(product);
    const pictures = colors.map((_, index) => pictureOf(product, index));
    expect(new Set(pictures).size, product.title).toBe(colors.length);
    for (const variant of product.variants) {
      const color = variant.options.find(({ name }) => name === 'Color')?.value ?? '';
      expect(colors[pictureIndex(product, variant)]).toBe(color);
    }
  }
});

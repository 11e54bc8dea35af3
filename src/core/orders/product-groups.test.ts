import fc from 'fast-check';
import { expect, test } from 'vitest';
import { law } from '#core/law.fixture.ts';
import { Product } from '#core/orders/order.ts';
import { groupKeysOf, groupsOf, keysOfGroup } from '#core/orders/product-groups.ts';

const WORDS = ['sale', 'SALE ', 'tag:sale', 'knit', '7'];
const words = fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 3 });
const collections = words.map((ids) => ids.map((id) => ({ id, name: id })));
const groups = fc.array(fc.record({ name: fc.constant('A'), tags: words, types: words, collections }), {
  maxLength: 5,
});
const product = fc.record({ tags: words, productType: fc.constantFrom('', ...WORDS), collections });

const isSame = (one: string, other: string): boolean => one.trim().toLowerCase() === other.trim().toLowerCase();

test('a product is in exactly the groups that have one of its tags, its type or one of its collections', () => {
  fc.assert(
    fc.property(product, groups, (parts, all) => {
      const its = Product.parse({
        idFromPlatform: '1',
        title: 'A',
        status: 'ACTIVE',
        updatedOn: '2026-01-01T00:00:00Z',
        variants: [],
        ...parts,
      });
      const expected = all.flatMap((group, id) => {
        const isIn =
          group.tags.some((tag) => parts.tags.some((one) => isSame(one, tag))) ||
          (parts.productType !== '' && group.types.some((type) => isSame(type, parts.productType))) ||
          group.collections.some(({ id: wanted }) => parts.collections.some((one) => one.id === wanted));
        return isIn ? id : [];
      });
      const keyed = all.map((group, id) => ({ id, groupKeys: keysOfGroup(group) }));
      expect(groupsOf({ groupKeys: groupKeysOf(its) }, keyed)).toEqual(expected);
    }),
    law(2000),
  );
});

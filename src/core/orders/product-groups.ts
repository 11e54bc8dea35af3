import { z } from 'zod';
import { LIFETIME_DAYS } from '#core/dates.ts';
import { Collection, type Product } from '#core/orders/order.ts';

const MOST = 250;
const Texts = z.array(z.string().trim().min(1).max(255)).max(MOST, `At most ${MOST} values.`);

/** A named part of a store's products: each that has any of the tags, types or collections (S3.17). */
export const ProductGroup = z
  .object({
    name: z.string().trim().min(1, 'Name is required').max(128, 'Name must be at most 128 characters'),
    tags: Texts,
    types: Texts,
    collections: z.array(Collection).max(MOST, `At most ${MOST} values.`),
    /** Days of the warranty of its products, 999999 for life; null: as the settings say. */
    warrantyDays: z
      .number('Enter a number of days.')
      .int('Enter whole days.')
      .min(0, 'Must not be negative.')
      .max(LIFETIME_DAYS)
      .nullable()
      .default(null),
  })
  .refine(({ tags, types, collections }) => tags.length + types.length + collections.length > 0, {
    message: 'Select at least one tag, type or collection.',
    path: ['tags'],
  });
export type ProductGroup = z.infer<typeof ProductGroup>;

/** Two spellings of one name have the same key. */
export const groupNameKey = (name: string): string => comparable(name);

// The store platform compares tags and types without regard to case.
const comparable = (text: string): string => text.trim().toLowerCase();

const keysOf = (tags: readonly string[], types: readonly string[], collections: readonly Collection[]): string[] => [
  ...new Set([
    ...tags.map((tag) => `tag:${comparable(tag)}`),
    ...types.map((type) => `type:${comparable(type)}`),
    ...collections.map(({ id }) => `collection:${id}`),
  ]),
];

/** What of a product decides which groups it is in: it is in each that shares a key with it. */
export const groupKeysOf = ({ tags, productType, collections }: Product): string[] =>
  keysOf(tags, productType === '' ? [] : [productType], collections ?? []);

/** The ids of the groups that a product is in. */
export const groupsOf = (
  { groupKeys }: { groupKeys: readonly string[] },
  groups: readonly { id: number; groupKeys: readonly string[] }[],
): number[] => {
  const its = new Set(groupKeys);
  return groups.flatMap(({ id, groupKeys: keys }) => (keys.some((key) => its.has(key)) ? id : []));
};

export const keysOfGroup = ({
  tags,
  types,
  collections,
}: Pick<ProductGroup, 'tags' | 'types' | 'collections'>): string[] => keysOf(tags, types, collections);

/** The longest warranty of the groups that a product is in; null where none has one of its own. */
export function warrantyDaysOf(
  groupIds: readonly number[],
  groups: readonly { id: number; warrantyDays: number | null }[],
): number | null {
  const terms = groups.flatMap(({ id, warrantyDays }) => (groupIds.includes(id) ? (warrantyDays ?? []) : []));
  return terms.length === 0 ? null : Math.max(...terms);
}

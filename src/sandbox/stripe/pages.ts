import { invalid, missing } from './errors.ts';
import { integer, nested, text, type Fields } from './form.ts';

type Listed = { id: string; created: number };

/** One page of Stripe's lists: newest first, before or after an item, within `created`. */
export function pageOf<T extends Listed>(
  oldestFirst: readonly T[],
  fields: Fields,
  what: string,
): { items: T[]; hasMore: boolean } {
  const limit = integer(fields, 'limit') ?? 10;
  if (limit < 1 || limit > 100) throw invalid('Limit must be between 1 and 100', 'limit');
  const wanted = oldestFirst.filter(isInTime(fields)).toReversed();
  const after = text(fields, 'starting_after');
  const before = text(fields, 'ending_before');
  if (before !== null) {
    const end = positionOf(wanted, before, what, 'ending_before');
    const start = Math.max(0, end - limit);
    return { items: wanted.slice(start, end), hasMore: start > 0 };
  }
  const start = after === null ? 0 : positionOf(wanted, after, what, 'starting_after') + 1;
  return { items: wanted.slice(start, start + limit), hasMore: wanted.length > start + limit };
}

function positionOf(items: readonly Listed[], id: string, what: string, param: string): number {
  const position = items.findIndex((item) => item.id === id);
  if (position === -1) throw missing(what, id, param);
  return position;
}

function isInTime(fields: Fields): (item: Listed) => boolean {
  if (typeof fields['created'] === 'string') {
    const exactly = integer(fields, 'created');
    return ({ created }) => created === exactly;
  }
  const range = nested(fields, 'created');
  const [gte, gt, lte, lt] = ['gte', 'gt', 'lte', 'lt'].map((name) => integer(range, name));
  return ({ created }) =>
    created >= (gte ?? -Infinity) &&
    created > (gt ?? -Infinity) &&
    created <= (lte ?? Infinity) &&
    created < (lt ?? Infinity);
}

import { useQuery } from '@tanstack/react-query';
import type { OwnOptions } from '#core/lists/define.ts';
import { filtersOn, type AnyList, type ListKind } from '#core/lists/lists.ts';
import type { FilterField } from '../../ui/filter-bar.tsx';
import type { Choice } from '../../ui/multi-choice.tsx';
import { auditChoicesQuery } from '../audit-queries.ts';
import { salesChannelsQuery, tagsQuery } from '../list-queries.ts';
import { reasonsQuery } from '../reasons-query.ts';

/** The filters of a list with their options, those of the store among them. */
export function useFilterFields(storeId: number, kind: ListKind, isWanted: boolean): FilterField[] {
  const filters = filtersOn(kind);
  const asks = (options: string): boolean =>
    isWanted && filters.some(({ filter }) => filter.kind === 'multiselect' && filter.options === options);
  const tags = useQuery({ ...tagsQuery(storeId), enabled: asks('tags') });
  const channels = useQuery({ ...salesChannelsQuery(storeId), enabled: asks('salesChannels') });
  const reasons = useQuery({ ...reasonsQuery(storeId), enabled: asks('reasons') });
  const audit = useQuery({ ...auditChoicesQuery(storeId), enabled: asks('actors') || asks('changes') });
  const choices = (names: readonly string[] = []) => names.map((name) => ({ value: name, label: name }));
  return fieldsOf(kind, {
    tags: choices(tags.data?.map((tag) => tag.name)),
    salesChannels: choices(channels.data),
    actors: choices(audit.data?.actors),
    changes: choices(audit.data?.changes),
    reasons: choices(reasons.data?.reasons.map(({ name }) => name)),
  });
}

/** The filters of a list, with the options that it cannot know by itself. */
export const fieldsOf = (kind: AnyList, own: Readonly<Partial<Record<OwnOptions, readonly Choice[]>>>): FilterField[] =>
  filtersOn(kind).map(({ id, filter }) =>
    filter.kind === 'multiselect'
      ? {
          id,
          label: filter.label,
          kind: filter.kind,
          options: typeof filter.options === 'string' ? (own[filter.options] ?? []) : filter.options,
        }
      : { id, label: filter.label, kind: filter.kind },
  );

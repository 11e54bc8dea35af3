import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { listOf, type ListFilters, type ListKind } from '#core/lists/lists.ts';
import { isOwnView, savingOf, type SavedView } from '#core/lists/saved-view.ts';
import type { FilterField, FilterValue } from '../../ui/filter-bar.tsx';
import { loadLater } from '../../ui/load-later.ts';
import { SearchBox } from '../../ui/search-box.tsx';
import { useFilterFields } from './filter-fields.ts';

// The field for words is there at once, as the next key belongs to it; the filters may come a moment later.
const FilterBar = loadLater(
  async () => (await import('../../ui/filter-bar.tsx')).FilterBar,
  <div className="mg-filter-chips" style={{ minHeight: 30 }} />,
);

/** Search and filters of a list, with saving them as a view or going back to it (C4.23). */
export function ListFinding({
  storeId,
  kind,
  view,
  filters,
  isCalled,
  onFilters,
  onSave,
  onCancel,
}: {
  storeId: number;
  kind: ListKind;
  view: SavedView;
  filters: ListFilters;
  /** By its key, for words to be typed. */
  isCalled: boolean;
  onFilters: (filters: ListFilters) => void;
  onSave: () => void;
  onCancel: () => void;
}) {
  const saving = savingOf(view, filters);
  return (
    <Finding
      searched={listOf(kind).searched}
      fields={useFilterFields(storeId, kind, true)}
      filters={filters}
      isCalled={isCalled}
      onFilters={onFilters}
      onCancel={onCancel}
    >
      <Button disabled={saving === 'nothing'} onClick={onSave}>
        {isOwnView(view) ? 'Save' : 'Save as'}
      </Button>
    </Finding>
  );
}

/** Search and filters of any list; `children` come after the way back. */
export function Finding({
  searched,
  fields,
  filters,
  isCalled,
  onFilters,
  onCancel,
  children,
}: {
  searched: string;
  fields: readonly FilterField[];
  filters: ListFilters;
  isCalled: boolean;
  onFilters: (filters: ListFilters) => void;
  onCancel: () => void;
  children?: ReactNode;
}) {
  const { searchTerm = '', ...values } = filters;
  const change = (id: string, value: FilterValue | undefined): void => {
    const others = Object.fromEntries(Object.entries(filters).filter(([one]) => one !== id));
    onFilters(value === undefined ? others : { ...others, [id]: value });
  };
  return (
    <search className="mg-finding" aria-label="Search and filter">
      <div className="mg-finding-row">
        <SearchBox
          label={`Search by ${searched}`}
          text={searchTerm}
          takesFocus={isCalled}
          onChange={(text) => onFilters({ ...filters, searchTerm: text })}
        />
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        {children}
      </div>
      <FilterBar fields={fields} values={values} onChange={change} />
    </search>
  );
}

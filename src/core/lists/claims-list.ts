import { z } from 'zod';
import { ROLLUPS } from '#core/claims/status.ts';

/** Page of a list, and where it starts: after (`next`) or before (`prev`) the row the opaque id names. */
export const ListCursor = z.object({ direction: z.enum(['prev', 'next']), id: z.string().min(1).max(200) });
export type ListCursor = z.infer<typeof ListCursor>;

export const CLAIMS_PAGE_SIZE = 50;

export const ClaimsSort = z.enum(['newest', 'oldest']);
export type ClaimsSort = z.infer<typeof ClaimsSort>;

/** By creation time; the words of the sort menu (C3.32). */
export const CLAIMS_SORTS: readonly {
  value: ClaimsSort;
  column: 'createdOn';
  direction: 'asc' | 'desc';
  label: string;
}[] = [
  { value: 'newest', column: 'createdOn', direction: 'desc', label: 'Newest to oldest' },
  { value: 'oldest', column: 'createdOn', direction: 'asc', label: 'Oldest to newest' },
];

/** What the returns list can be narrowed by; a missing filter narrows nothing. */
export const ClaimsFilters = z.object({
  statusCodes: z.array(z.enum(ROLLUPS)).max(ROLLUPS.length).default([]),
  hasError: z.boolean().optional(),
  searchTerm: z.string().trim().max(200).default(''),
});
export type ClaimsFilters = z.infer<typeof ClaimsFilters>;

export const ClaimsQuery = z.object({
  cursor: ListCursor.nullable().default(null),
  orderBy: ClaimsSort.default('newest'),
  take: z.number().int().min(1).max(100).default(CLAIMS_PAGE_SIZE),
  filters: ClaimsFilters.prefault({}),
});
export type ClaimsQuery = z.infer<typeof ClaimsQuery>;

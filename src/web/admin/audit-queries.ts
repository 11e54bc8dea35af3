import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { auditChoices, getAuditEntry } from '#contract/merchant/audit.ts';

/** What the audit log can be narrowed to. */
export const auditChoicesQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['audit-choices', storeId],
    queryFn: ({ signal }) => call(auditChoices, { params: { storeId } }, { signal }),
  });

/** An entry never changes. */
export const auditEntryQuery = (storeId: number, auditEntryId: number) =>
  queryOptions({
    queryKey: ['audit-entry', storeId, auditEntryId],
    queryFn: ({ signal }) => call(getAuditEntry, { params: { storeId, auditEntryId } }, { signal }),
    staleTime: Infinity,
  });

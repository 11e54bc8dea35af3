import { z } from 'zod';
import { AuditKind } from '#core/audit/kinds.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { route } from '#contract/route.ts';

const Values = z.record(z.string(), z.unknown());

const AuditEntry = z.object({
  id: z.number().int(),
  createdOn: z.string(),
  kind: AuditKind,
  what: z.string(),
  /** Of the thing that was changed; null where the change has none. */
  thingId: z.string().nullable(),
  thingName: z.string(),
  /** Where the back office shows the thing, without the store; null where nowhere. */
  place: z.string().nullable(),
  actorKind: z.enum(['user', 'providerAdmin', 'helpdesk', 'commandLine', 'rule', 'makegood']),
  actorName: z.string(),
  requestId: z.string().nullable(),
  /** What changed, as it was and as it became, by field; a thing that was added or deleted has all of it on one side. */
  before: Values,
  after: Values,
});
export type AuditEntry = z.infer<typeof AuditEntry>;

export const getAuditEntry = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/audit-log/{auditEntryId}',
  access: 'admin',
  summary: 'Get an entry of the audit log, with what changed',
  params: StoreParams.extend({ auditEntryId: z.coerce.number().int().positive() }),
  response: AuditEntry,
  errors: { AUDIT_ENTRY_NOT_FOUND: 'Entry not found' },
});

export const auditChoices = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/audit-log-choices',
  access: 'admin',
  summary: 'List who made changes and what they did, for the filters of the audit log',
  params: StoreParams,
  response: z.object({ actors: z.array(z.string()), changes: z.array(z.string()) }),
});

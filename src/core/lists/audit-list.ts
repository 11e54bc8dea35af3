import { AUDIT_KINDS } from '#core/audit/kinds.ts';
import { date, defineList, multiselect, type ReportColumns } from '#core/lists/define.ts';

/** An entry of the audit log as a report reads it. */
type AuditRow = {
  created_on: Date;
  kind: keyof typeof AUDIT_KINDS;
  what: string;
  thing_id: string | null;
  thing_name: string;
  actor_kind: keyof typeof ACTOR_KINDS;
  actor_name: string;
  request_id: string | null;
  before: Readonly<Record<string, unknown>>;
  after: Readonly<Record<string, unknown>>;
};

/** Who made a change. */
export const ACTOR_KINDS = {
  user: 'User',
  providerAdmin: 'Provider admin',
  helpdesk: 'Helpdesk',
  commandLine: 'Command line',
  rule: 'Automations',
  makegood: 'Makegood',
} as const satisfies Record<string, string>;

const REPORT = {
  date: { label: 'Date', of: ({ created_on }) => created_on.toISOString() },
  actor: { label: 'Who', of: ({ actor_name }) => actor_name },
  actorKind: { label: 'Who is', of: ({ actor_kind }) => ACTOR_KINDS[actor_kind] },
  what: { label: 'What', of: ({ what }) => what },
  kind: { label: 'Kind', of: ({ kind }) => AUDIT_KINDS[kind] },
  thing: { label: 'Of', of: ({ thing_name }) => thing_name },
  thingId: { label: 'ID', of: ({ thing_id }) => thing_id ?? '' },
  before: { label: 'Before', of: ({ before }) => JSON.stringify(before) },
  after: { label: 'After', of: ({ after }) => JSON.stringify(after) },
  request: { label: 'Request', of: ({ request_id }) => request_id ?? '' },
} as const satisfies ReportColumns<AuditRow>;

/** Who changed what: settings, rules, claims, users and the rest. */
export const auditList = defineList({
  title: 'Audit Log',
  noun: 'entry',
  nouns: 'entries',
  path: 'settings/audit-log',
  empty: 'Changes of settings, automations, claims and users appear here.',
  isForAdmins: true,
  table: 'audit_entry',
  id: 'entry_id',
  createdOn: 'created_on',
  within: {},
  words: ['actor_name', 'what', 'thing_name', 'thing_id'],
  searched: 'person, change, name or ID',
  searchHint: 'person, change or name',
  filters: {
    createdOn: date('Date', 'created_on'),
    actor: multiselect('Who', 'actors', { column: 'actor_name' }),
    what: multiselect('What', 'changes', { column: 'what' }),
    auditKind: multiselect(
      'Kind',
      Object.entries(AUDIT_KINDS).map(([value, label]) => ({ value, label })),
      { column: 'kind' },
    ),
  },
  columns: {
    date: { title: 'Date', column: 'created_on', kind: 'date' },
    who: { title: 'Who', column: 'actor_name', kind: 'text' },
    what: { title: 'What', column: 'what', kind: 'text' },
    kind: { title: 'Kind', column: 'kind', kind: 'text', words: AUDIT_KINDS },
    thing: { title: 'Of', column: 'thing_name', kind: 'text' },
  },
  report: REPORT,
});

import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '#contract/merchant/audit.ts';
import { differenceOf, pathInWords, valueInWords } from '#core/audit/difference.ts';
import { AUDIT_KINDS } from '#core/audit/kinds.ts';
import { ACTOR_KINDS } from '#core/lists/audit-list.ts';
import { fieldsOf } from '#core/settings/group.ts';
import { GROUP_NAMES, SETTINGS_GROUPS } from '#core/settings/settings.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Dialog, DialogSkeleton } from '../../../ui/dialog.tsx';
import { FiguresTable } from '../../../ui/figures-table.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { auditEntryQuery } from '../../audit-queries.ts';
import './audit-entry.css';

type Props = { storeId: number; entryId: number; onClose: () => void };

/** One entry of the audit log: who, when, and each field as it was and as it became. */
export function AuditEntryDialog({ storeId, entryId, onClose }: Props) {
  const { data: entry, error, refetch } = useQuery(auditEntryQuery(storeId, entryId));
  return (
    <Dialog title={entry?.what ?? 'Audit log entry'} size="xl" onClose={onClose}>
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {entry ? (
        <Entry storeId={storeId} entry={entry} onClose={onClose} />
      ) : error ? null : (
        <DialogSkeleton height={240} />
      )}
    </Dialog>
  );
}

function Entry({ storeId, entry, onClose }: { storeId: number; entry: AuditEntry; onClose: () => void }) {
  const differences = differenceOf(entry.before, entry.after);
  const isWhole = Object.keys(entry.before).length === 0 || Object.keys(entry.after).length === 0;
  const of = entry.thingName || (entry.thingId ?? '');
  return (
    <>
      <dl className="mg-audit-facts">
        <dt>Who</dt>
        <dd>
          <bdi>{entry.actorName}</bdi> <span className="mg-muted">{ACTOR_KINDS[entry.actorKind]}</span>
        </dd>
        <dt>When</dt>
        <dd>
          <DateText date={entry.createdOn} />
        </dd>
        <dt>{AUDIT_KINDS[entry.kind]}</dt>
        <dd>
          {entry.place === null ? (
            <bdi>{of}</bdi>
          ) : (
            <Anchor component={Link} to={`/${storeId}/${entry.place}`} onClick={onClose}>
              <bdi>{of || 'Open'}</bdi>
            </Anchor>
          )}
        </dd>
        {entry.requestId === null || entry.requestId === '' ? null : (
          <>
            <dt>Request</dt>
            <dd className="mg-muted">{entry.requestId}</dd>
          </>
        )}
      </dl>
      {differences.length === 0 ? (
        <p className="mg-muted">This change has no fields to compare.</p>
      ) : (
        <FiguresTable caption="What changed">
          <thead>
            <tr>
              <th scope="col">Field</th>
              {isWhole ? (
                <th scope="col">{Object.keys(entry.before).length === 0 ? 'Value' : 'Value before'}</th>
              ) : (
                <>
                  <th scope="col">Before</th>
                  <th scope="col">After</th>
                </>
              )}
            </tr>
          </thead>
          <tbody>
            {differences.map(({ path, before, after }) => (
              <tr key={path}>
                <th scope="row">{fieldInWords(entry, path)}</th>
                {isWhole ? (
                  <Value of={before ?? after} />
                ) : (
                  <>
                    <Value of={before} />
                    <Value of={after} />
                  </>
                )}
              </tr>
            ))}
          </tbody>
        </FiguresTable>
      )}
      {entry.kind === 'claim' ? (
        <p className="mg-muted">The timeline of the claim and the books have the details.</p>
      ) : null}
    </>
  );
}

function Value({ of }: { of: unknown }) {
  const text = valueInWords(of);
  return <td className="mg-audit-value">{text === '' ? <span className="mg-muted">None</span> : <bdi>{text}</bdi>}</td>;
}

/** The label of a field of the settings; the path of any other. */
function fieldInWords({ kind, thingId }: AuditEntry, path: string): string {
  const group = kind === 'settings' ? GROUP_NAMES.find((name) => name === thingId) : undefined;
  const [first = '', ...rest] = path.split('.');
  const label = group && fieldsOf(SETTINGS_GROUPS[group]).find(([name]) => name === first)?.[1].label;
  if (label === undefined) return pathInWords(path);
  return rest.length === 0 ? label : `${label} › ${pathInWords(rest.join('.'))}`;
}

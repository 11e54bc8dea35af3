import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AuditEntry } from '#contract/merchant/audit.ts';
import { differenceOf, pathInWords, valueInWords } from '#core/audit/difference.ts';
import { AUDIT_KINDS } from '#core/audit/kinds.ts';
import { LIFETIME_DAYS } from '#core/dates.ts';
import { ACTOR_KINDS } from '#core/lists/audit-list.ts';
import { formatMoney } from '#core/money.ts';
import type { FieldLook, FieldWords } from '#core/settings/field.ts';
import { fieldsOf } from '#core/settings/group.ts';
import { GROUP_NAMES, SETTINGS_GROUPS } from '#core/settings/settings.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Dialog, DialogSkeleton } from '../../../ui/dialog.tsx';
import { FiguresTable } from '../../../ui/figures-table.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { auditEntryQuery } from '../../audit-queries.ts';
import { useMyStore } from '../../me-query.ts';
import { ruleValueInWords } from './audit-words.ts';
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
  const currencyCode = useMyStore(storeId)?.currencyCode ?? 'USD';
  const isAboutRules = entry.kind === 'automation' || entry.actorKind === 'rule';
  const textOf = (path: string, value: unknown): string =>
    isAboutRules ? ruleValueInWords(value) : settingText(wordsAt(entry, path)?.look, value, currencyCode);
  const actorKind = ACTOR_KINDS[entry.actorKind];
  return (
    <>
      <dl className="mg-audit-facts">
        <dt>Who</dt>
        <dd>
          <bdi>{entry.actorName}</bdi>{' '}
          {entry.actorName === actorKind ? null : <span className="mg-muted">{actorKind}</span>}
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
                  <Value text={textOf(path, before ?? after)} />
                ) : (
                  <>
                    <Value text={textOf(path, before)} />
                    <Value text={textOf(path, after)} />
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

function Value({ text }: { text: string }) {
  return <td className="mg-audit-value">{text === '' ? <span className="mg-muted">None</span> : <bdi>{text}</bdi>}</td>;
}

/** How the form asks for a field of the settings; nothing of any other. */
function wordsAt({ kind, thingId }: AuditEntry, path: string): FieldWords | undefined {
  const group = kind === 'settings' ? GROUP_NAMES.find((name) => name === thingId) : undefined;
  return group && fieldsOf(SETTINGS_GROUPS[group]).find(([name]) => name === path)?.[1];
}

/** The label of a field of the settings; the path of any other. */
function fieldInWords(entry: AuditEntry, path: string): string {
  const [first = '', ...rest] = path.split('.');
  const label = wordsAt(entry, first)?.label;
  if (label === undefined) return pathInWords(path);
  return rest.length === 0 ? label : `${label} › ${pathInWords(rest.join('.'))}`;
}

/** A value of the settings as their form shows it, which is not always as it is kept. */
function settingText(look: FieldLook | undefined, value: unknown, currencyCode: string): string {
  if (typeof value === 'number' && look?.kind === 'money') return formatMoney({ amount: value, currencyCode });
  if (typeof value === 'number' && look?.kind === 'percent') return `${value / 100}%`;
  if (value === LIFETIME_DAYS && look?.kind === 'days' && look.isUnlimited) return 'No limit';
  if (look?.kind === 'choice') return look.options.find(([one]) => one === value)?.[1] ?? valueInWords(value);
  return valueInWords(value);
}

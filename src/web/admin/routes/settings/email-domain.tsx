import { Button, Skeleton, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
import {
  checkEmailDomain,
  deleteEmailDomain,
  getEmailDomain,
  putEmailDomain,
  type DomainShown,
} from '#contract/merchant/emails.ts';
import type { Found, RecordKind } from '#core/emails/domain-records.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { settingsQuery } from '../../settings-query.ts';
import './email-templates.css';

export const emailDomainQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['email-domain', storeId],
    queryFn: ({ signal }) => call(getEmailDomain, { params: { storeId } }, { signal }),
  });

/** The domain that emails are sent from, with the records that prove it. */
export function EmailDomainSection({ storeId }: { storeId: number }) {
  const { data, error, refetch } = useQuery(emailDomainQuery(storeId));
  return (
    <SettingsSection
      title="Your domain"
      help="Send from an address of your own domain. Add the records below where your domain is managed; we look for them every few minutes."
    >
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={120} /> : null}
      {data?.domain ? <Domain storeId={storeId} domain={data.domain} /> : null}
      {data && !data.domain ? <DomainForm storeId={storeId} noReply={data.noReplyEmail} /> : null}
    </SettingsSection>
  );
}

/** Shows a new answer, and what of the settings depends on it. */
function useDomainAnswer(storeId: number) {
  const client = useQueryClient();
  return async (shown: DomainShown): Promise<void> => {
    client.setQueryData(emailDomainQuery(storeId).queryKey, shown);
    await client.invalidateQueries({ queryKey: settingsQuery(storeId).queryKey });
  };
}

function DomainForm({ storeId, noReply }: { storeId: number; noReply: string }) {
  const [typed, setTyped] = useState('');
  const onSuccess = useDomainAnswer(storeId);
  const adding = useMutation({
    mutationFn: () => call(putEmailDomain, { params: { storeId }, body: { domain: typed } }),
    onSuccess,
  });
  const fieldError = adding.error instanceof ApiError ? adding.error.fields['body.domain'] : undefined;
  const add = (): void => {
    if (typed.trim() !== '' && !adding.isPending) adding.mutate();
  };
  return (
    <>
      <p className="mg-muted mg-location-none">
        Emails are sent from <bdi>{noReply}</bdi>.
      </p>
      <div className="mg-domain-form">
        <TextInput
          label="Domain"
          placeholder="shop.example"
          maxLength={300}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            adding.reset();
          }}
          // The page around it has a form of its own.
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            add();
          }}
          {...(fieldError === undefined ? {} : { error: fieldError })}
        />
        <Button mt={24} variant="default" loading={adding.isPending} disabled={typed.trim() === ''} onClick={add}>
          Add domain
        </Button>
      </div>
      {adding.error && fieldError === undefined ? <Notice tone="bad">{problemText(adding.error)}</Notice> : null}
    </>
  );
}

type Shown = NonNullable<DomainShown['domain']>;

const STATUS = {
  waiting: { label: 'Waiting for the records', tone: 'waiting' },
  verified: { label: 'Verified', tone: 'good' },
  failing: { label: 'No longer verified', tone: 'bad' },
} as const;

function Domain({ storeId, domain }: { storeId: number; domain: Shown }) {
  const [isRemoving, setRemoving] = useState(false);
  const onSuccess = useDomainAnswer(storeId);
  const params = { storeId };
  const checking = useMutation({ mutationFn: () => call(checkEmailDomain, { params }), onSuccess });
  const removing = useMutation({ mutationFn: () => call(deleteEmailDomain, { params }), onSuccess });
  return (
    <>
      <div className="mg-record-head">
        <strong>
          <bdi>{domain.name}</bdi>
        </strong>
        <StatusBadge status={STATUS[domain.status]} />
        <span className="mg-muted">
          {domain.failingSince === null ? null : (
            <>
              Since <DateText date={domain.failingSince} isInSentence />.{' '}
            </>
          )}
          {domain.checkedOn === null ? (
            'Not checked yet.'
          ) : (
            <>
              Last checked <DateText date={domain.checkedOn} isInSentence />.
            </>
          )}
        </span>
      </div>
      {domain.status === 'failing' ? (
        <Notice tone="bad">Emails are sent from our own address until the records are right again.</Notice>
      ) : null}
      <ul className="mg-records" aria-label={`DNS records of ${domain.name}`}>
        {domain.records.map((record) => (
          <li key={record.kind} className="mg-record" aria-label={RECORDS[record.kind].title}>
            <div className="mg-record-head">
              <strong>{RECORDS[record.kind].title}</strong>
              {record.found ? <StatusBadge status={badgeOf(record.found, record.kind)} /> : null}
            </div>
            <span className="mg-muted">{RECORDS[record.kind].help}</span>
            {record.found?.state === 'several' ? (
              <Notice tone="bad">There are several such records, and receivers take that for none. Keep one.</Notice>
            ) : null}
            <dl>
              <dt>Type</dt>
              <dd>
                <code>TXT</code>
              </dd>
              <dt>Name</dt>
              <dd>
                <code>{record.name}</code>
                <CopyButton text={record.name} label={`Copy the name of the ${RECORDS[record.kind].title} record`} />
              </dd>
              <dt>Value</dt>
              <dd>
                <code>{record.value}</code>
                <CopyButton text={record.value} label={`Copy the value of the ${RECORDS[record.kind].title} record`} />
              </dd>
            </dl>
          </li>
        ))}
      </ul>
      {checking.error ? <Notice tone="bad">{problemText(checking.error)}</Notice> : null}
      <div className="mg-location-actions">
        <Button variant="default" loading={checking.isPending} onClick={() => checking.mutate()}>
          Check now
        </Button>
        <Button variant="default" onClick={() => setRemoving(true)}>
          Remove domain
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isRemoving}
        onClose={() => {
          setRemoving(false);
          removing.reset();
        }}
        title={`Remove ${domain.name}?`}
        confirmLabel="Remove domain"
        cancelLabel="Keep domain"
        onConfirm={() => removing.mutate()}
        isBusy={removing.isPending}
        isDestructive
      >
        Emails are sent from our own address from then on. Adding the domain again makes a new key, so its DKIM record
        changes.
        {removing.error ? <Notice tone="bad">{problemText(removing.error)}</Notice> : null}
      </ConfirmDialog>
    </>
  );
}

const RECORDS: Readonly<Record<RecordKind, { title: string; help: string }>> = {
  dkim: { title: 'DKIM', help: 'Lets us sign your emails.' },
  spf: { title: 'SPF', help: 'Lets our mail server send for you. A domain has one SPF record: ours joins yours.' },
  dmarc: {
    title: 'DMARC',
    help: 'Recommended: large mailbox providers ask for it. Any policy will do; your emails pass it.',
  },
};

function badgeOf({ state }: Found, kind: RecordKind) {
  if (state === 'found') return { label: 'Found', tone: 'good' } as const;
  const tone = kind === 'dmarc' ? 'neutral' : 'waiting';
  if (state === 'missing') return { label: 'Not found', tone } as const;
  return { label: state === 'several' ? 'Several found' : 'Different value', tone } as const;
}

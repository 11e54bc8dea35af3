import { Button, Radio, Skeleton, Stack } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { restoreVersion, type compareVersions } from '#contract/merchant/rule-sets.ts';
import type { VersionShown } from '#contract/merchant/rules.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { PublishAtOnce } from '../settings/publish-at-once.tsx';
import { AUTOMATIONS, RULE_VERSIONS } from './automation-places.ts';
import './automations.css';
import { changeText } from './change-words.ts';
import { changesOf, countText } from './draft-words.ts';
import { comparisonQuery, rulesKey, rulesQuery, versionsQuery } from './rule-queries.ts';

/** Every version that was published: who, when and why; compared with the draft, and brought back. */
export function VersionsPage() {
  const { storeId } = useParams({ from: RULE_VERSIONS });
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    versionsQuery(storeId),
  );
  const versions = data?.pages.flatMap((page) => page.versions);
  const [compared, compare] = useState<VersionShown | null>(null);
  const [wanted, bringBack] = useState<VersionShown | null>(null);
  useDocumentTitle('Versions');
  return (
    <main className="mg-automations" id="content">
      <BackLink to={AUTOMATIONS} params={{ storeId }}>
        Automations
      </BackLink>
      <header className="mg-automations-head">
        <h1>Versions</h1>
      </header>
      <PublishAtOnce storeId={storeId} />
      {error && !data ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton height={160} mt="lg" aria-busy />}
      {versions?.length === 0 ? (
        <div className="mg-empty">
          <h2>No versions yet</h2>
          <p>
            Each time you publish, the automations are kept here as a version. You can compare it and bring it back.
          </p>
        </div>
      ) : null}
      <ul className="mg-versions">
        {versions?.map((version) => (
          <li key={version.number} className="mg-version">
            <div className="mg-version-text">
              <strong>
                {`Version ${version.number}`}{' '}
                {version.isLive ? <StatusBadge status={{ label: 'Live', tone: 'good' }} /> : null}
              </strong>
              <span className="mg-muted">
                <DateText date={version.publishedOn} /> by <bdi>{version.publishedBy}</bdi> ·{' '}
                {version.ruleCount === 1 ? '1 automation' : `${version.ruleCount} automations`}
              </span>
              {version.note === '' ? null : <bdi>{version.note}</bdi>}
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={`Compare version ${version.number}`}
              onClick={() => compare(version)}
            >
              Compare
            </Button>
            {version.isLive ? null : (
              <Button
                variant="default"
                size="xs"
                aria-label={`Bring back version ${version.number}`}
                onClick={() => bringBack(version)}
              >
                Bring back
              </Button>
            )}
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <Button variant="default" size="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older
        </Button>
      ) : null}
      {compared ? <CompareDialog storeId={storeId} version={compared} onClose={() => compare(null)} /> : null}
      {wanted ? <BringBackDialog storeId={storeId} version={wanted} onClose={() => bringBack(null)} /> : null}
    </main>
  );
}

type VersionDialogProps = { storeId: number; version: VersionShown; onClose: () => void };

function CompareDialog({ storeId, version, onClose }: VersionDialogProps) {
  const { data, error, refetch } = useQuery(comparisonQuery(storeId, version.number));
  return (
    <Dialog title={`Version ${version.number} and the draft`} size="lg" onClose={onClose}>
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton height={120} aria-busy />}
      {data ? <Difference difference={data} /> : null}
      <div className="mg-dialog-actions">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      </div>
    </Dialog>
  );
}

function Difference({ difference: { added, removed, changed } }: { difference: RouteAnswer<typeof compareVersions> }) {
  if (added.length + removed.length + changed.length === 0)
    return <Notice tone="good">The draft is the same as this version.</Notice>;
  return (
    <ul className="mg-rule-lines">
      {added.map(({ id, name }) => (
        <li key={id}>
          <span className="mg-muted">New since</span> <bdi>{name}</bdi>
        </li>
      ))}
      {removed.map(({ id, name }) => (
        <li key={id}>
          <span className="mg-muted">Deleted since</span> <bdi>{name}</bdi>
        </li>
      ))}
      {changed.map(({ id, name, fields }) => (
        <li key={id}>
          <span className="mg-muted">Edited since</span> <bdi>{name}</bdi>
          <ul className="mg-rule-lines">
            {fields.map((field) => (
              <li key={field.path}>{changeText(field)}</li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}

/** An older version runs again at once, so it is asked what becomes of a draft that differs. */
function BringBackDialog({ storeId, version: { number }, onClose }: VersionDialogProps) {
  const client = useQueryClient();
  const [isKept, keep] = useState(true);
  const { data: rules } = useQuery(rulesQuery(storeId));
  const waiting = rules ? changesOf(rules).length : 0;
  const bringing = useMutation({
    mutationFn: (draftRevision: number) =>
      call(restoreVersion, {
        params: { storeId, number },
        body: { draftRevision, ...(waiting > 0 ? { unpublished: isKept ? 'keep' : 'discard' } : {}) },
      }),
    onSuccess: (version) => {
      toast(`Version ${version.number} is live, with the automations of version ${number}`);
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: rulesKey(storeId) }),
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title={`Bring back version ${number}?`}
      confirmLabel="Bring back"
      cancelLabel="Cancel"
      onConfirm={() => {
        if (rules) bringing.mutate(rules.draftRevision);
      }}
      isBusy={bringing.isPending || !rules}
    >
      <p className="mg-rule-nothing">Its automations go live right away, as a new version.</p>
      {waiting > 0 ? (
        <Radio.Group
          mt="md"
          label={`${countText(waiting)} not published`}
          value={isKept ? 'keep' : 'discard'}
          onChange={(chosen) => keep(chosen === 'keep')}
        >
          <Stack gap="sm" mt="sm">
            <Radio value="keep" label="Keep them in the draft" />
            <Radio value="discard" label="Discard them" />
          </Stack>
        </Radio.Group>
      ) : null}
      {bringing.error ? <Notice tone="bad">{problemText(bringing.error)}</Notice> : null}
    </ConfirmDialog>
  );
}

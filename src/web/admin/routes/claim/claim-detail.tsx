import { Button } from '@mantine/core';
import { IconChevronLeft, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { DetailPage, DetailSkeleton } from '../../../ui/detail-page.tsx';
import { MessagePage } from '../../../ui/message-page.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { hasCode, problemText } from '../../problem-words.ts';
import { claimQuery } from '../../queries.ts';
import { NotFoundPage } from '../../shell/problem-pages.tsx';
import { TaskList } from '../effects/task-list.tsx';
import { ClaimActions } from './claim-actions.tsx';
import './claim-detail.css';
import { ClaimSide } from './claim-side.tsx';
import { ClaimSummary } from './claim-summary.tsx';
import { isLeftOut } from './claim-words.ts';
import { EffectsPanel } from './effects-panel.tsx';
import { Journal } from './journal.tsx';
import { LineCard } from './line-card.tsx';
import { Timeline } from './timeline.tsx';

/** One return claim, from what the shopper sent to what became of it. */
export function ClaimDetail() {
  const { storeId, claimId } = useParams({ from: '/$storeId/claims/return/$claimId' });
  const { data: claim, error, refetch } = useQuery(claimQuery(storeId, claimId));
  const back = (
    <Link className="mg-back" to="/$storeId/claims/return" params={{ storeId }}>
      <IconChevronLeft size={14} aria-hidden />
      Return claims
    </Link>
  );
  if (!claim) {
    if (!error) return <DetailSkeleton back={back} />;
    if (claimId === 0 || hasCode(error, 'CLAIM_NOT_FOUND')) return <NotFoundPage />;
    return (
      <MessagePage title="Unable to Load" actions={<Button onClick={() => void refetch()}>Try again</Button>}>
        {problemText(error)}
      </MessagePage>
    );
  }
  return (
    <DetailPage
      name={`${claim.externalId} · Return claims`}
      back={back}
      title={<ClaimTitle claim={claim} />}
      subtitle={
        <>
          <StatusBadge status={{ label: claim.status.name, tone: claim.status.tone }} />
          {claim.status.label.toLowerCase() === claim.status.name.toLowerCase() ? null : (
            <span>{claim.status.label}</span>
          )}
          <span>
            Created <DateText date={claim.createdOn} />
          </span>
        </>
      }
      actions={<ClaimActions storeId={storeId} claim={claim} />}
      main={
        <>
          {error ? <Notice tone="waiting">{problemText(error)} What you see may be out of date.</Notice> : null}
          <TaskList storeId={storeId} tasks={claim.tasks} />
          <ClaimSummary storeId={storeId} claim={claim} />
          <Section title={`Items (${claim.lines.length})`}>
            <LeftOut claim={claim} />
            <div className="mg-lines">
              {claim.lines.map((line) => (
                <LineCard key={line.id} storeId={storeId} claim={claim} line={line} />
              ))}
            </div>
          </Section>
          <EffectsPanel storeId={storeId} claim={claim} />
          <Timeline storeId={storeId} claim={claim} />
          <Journal key={claim.id} storeId={storeId} claimId={claim.id} />
        </>
      }
      side={<ClaimSide storeId={storeId} claim={claim} />}
    />
  );
}

function LeftOut({ claim }: { claim: ClaimShown }) {
  const count = claim.lines.filter(isLeftOut).length;
  if (count === 0) return null;
  return (
    <div className="mg-left-out">
      <Notice tone="bad">
        {count === 1 ? '1 item was left out' : `${count} items were left out`} when you finalized. The reason stands
        beside it: change the decision, or finalize again when it can be done.
      </Notice>
    </div>
  );
}

// An imported claim may have no page of its own.
function ClaimTitle({ claim }: { claim: ClaimShown }) {
  if (!claim.linkToCustomerUi) return claim.externalId;
  return (
    <a
      className="mg-title-link"
      href={claim.linkToCustomerUi}
      target="_blank"
      rel="noreferrer"
      title="Open the customer's page"
    >
      {claim.externalId}
      <IconExternalLink size={16} aria-hidden />
    </a>
  );
}

import { Button } from '@mantine/core';
import { IconChevronLeft, IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { DateText } from '../../../ui/date-text.tsx';
import { DetailPage, DetailSkeleton } from '../../../ui/detail-page.tsx';
import { MessagePage } from '../../../ui/message-page.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { hasCode, problemText } from '../../problem-words.ts';
import { claimQuery } from '../../queries.ts';
import { NotFoundPage } from '../../shell/problem-pages.tsx';
import { ClaimActions } from './claim-actions.tsx';
import './claim-detail.css';
import { ClaimSide } from './claim-side.tsx';
import { ClaimSummary } from './claim-summary.tsx';
import { EffectsPanel } from './effects-panel.tsx';
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
      title={
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
      }
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
          <ClaimSummary claim={claim} />
          <Section title={`Items (${claim.lines.length})`}>
            <div className="mg-lines">
              {claim.lines.map((line) => (
                <LineCard key={line.id} storeId={storeId} claim={claim} line={line} />
              ))}
            </div>
          </Section>
          <EffectsPanel storeId={storeId} claim={claim} />
          <Timeline storeId={storeId} claim={claim} />
        </>
      }
      side={<ClaimSide claim={claim} />}
    />
  );
}

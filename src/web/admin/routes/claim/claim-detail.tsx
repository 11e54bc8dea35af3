import { Button } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useDeferredValue } from 'react';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import type { ClaimKind } from '#core/lists/lists.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { DetailPage, DetailSkeleton } from '../../../ui/detail-page.tsx';
import { MessagePage } from '../../../ui/message-page.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { listAddress, type ListAddress } from '../../lists/list-address.ts';
import { hasCode, loadProblemText } from '../../problem-words.ts';
import { claimQuery } from '../../queries.ts';
import { NotFoundPage } from '../../shell/problem-pages.tsx';
import { useRecent } from '../../shell/quick-search/recent.ts';
import { EffectsPanel } from '../effects/effects-panel.tsx';
import { TaskList } from '../effects/task-list.tsx';
import { CLAIM, CLAIMS } from '../claims/claim-places.ts';
import { ClaimActions } from './claim-actions.tsx';
import './claim-detail.css';
import { ClaimNeighbors } from './claim-neighbors.tsx';
import { ClaimSide } from './claim-side.tsx';
import { ClaimSummary } from './claim-summary.tsx';
import { isLeftOut, progressLabels } from './claim-words.ts';
import { Journal } from './journal.tsx';
import { LineCard } from './line-card.tsx';
import { Timeline } from './timeline.tsx';
import type { ClaimOnScreen } from './use-claim-change.ts';
import { useEmailSent } from './use-email-sent.ts';
import { useListOfClaims } from './use-list-of-claims.ts';

/** A claim, opened from its list or by its address. */
export function ClaimPage() {
  const { storeId, type, claimId } = useParams({ from: CLAIM });
  const address = useSearch({ from: CLAIM, select: (search) => listAddress(type, search), structuralSharing: true });
  return <ClaimDetail key={type} kind={type} storeId={storeId} claimId={claimId} address={address} />;
}

type DetailProps = {
  kind: ClaimKind;
  storeId: number;
  claimId: number;
  /** The list staff came from; empty when it is not known. */
  address: ListAddress;
};

/** One claim, from what the shopper sent to what became of it. */
function ClaimDetail({ kind, storeId, claimId, address }: DetailProps) {
  const { data: claim, error, refetch } = useQuery(claimQuery(storeId, claimId));
  useEmailSent(claim);
  useRecent(storeId, claim ? recentOf(storeId, claim) : null);
  const navigate = useNavigate();
  const list = useListOfClaims(storeId, kind, address);
  const back = (
    <div className="mg-detail-top">
      <BackLink to={CLAIMS} params={{ storeId, type: kind }} search={address}>
        {CLAIM_TYPES[kind].title}
      </BackLink>
      {list ? (
        <ClaimNeighbors
          storeId={storeId}
          claimId={claimId}
          list={list}
          // Replaces the claim in the history, so that Back leads to the list and not through every claim.
          onGo={(id) =>
            void navigate({ to: CLAIM, params: { storeId, type: kind, claimId: id }, search: address, replace: true })
          }
        />
      ) : null}
    </div>
  );
  if (!claim) {
    if (!error) return <DetailSkeleton back={back} />;
    if (claimId === 0 || hasCode(error, 'CLAIM_NOT_FOUND')) return <NotFoundPage />;
    return (
      <MessagePage title="Unable to Load" actions={<Button onClick={() => void refetch()}>Try again</Button>}>
        {loadProblemText(error)}
      </MessagePage>
    );
  }
  if (claim.claimType !== kind)
    return <Navigate to={CLAIM} params={{ storeId, type: claim.claimType, claimId }} replace />;
  return (
    <DetailPage
      name={`${claim.externalId} · ${CLAIM_TYPES[kind].title}`}
      back={back}
      title={<ClaimTitle claim={claim} />}
      subtitle={
        <>
          <StatusBadge status={{ label: claim.claimRollup.name, tone: claim.claimRollup.tone }} />
          {claim.claimRollup.label.toLowerCase() === claim.claimRollup.name.toLowerCase() ? null : (
            <span>{claim.claimRollup.label}</span>
          )}
          <Inspecting claim={claim} />
          {claim.isGiftReturn ? <StatusBadge status={{ label: 'Gift return', tone: 'info' }} /> : null}
          <span>
            Created <DateText date={claim.createdOn} isInSentence />
          </span>
        </>
      }
      // What is begun on one claim must not go on to the next; the way through the list keeps its focus.
      actions={<ClaimActions key={claim.id} storeId={storeId} claim={claim} />}
      main={
        <Fragment key={claim.id}>
          {error ? <Notice tone="waiting">{loadProblemText(error)} What you see may be out of date.</Notice> : null}
          <TaskList storeId={storeId} tasks={claim.tasks} />
          <Section title={`Items (${claim.claimLineItems.length})`}>
            <LeftOut claim={claim} />
            <Lines storeId={storeId} claim={claim} />
          </Section>
          <ClaimSummary storeId={storeId} claim={claim} />
          <EffectsPanel storeId={storeId} effects={claim.effects} />
          <Timeline storeId={storeId} claim={claim} />
          <Journal storeId={storeId} claim={claim} />
        </Fragment>
      }
      side={<ClaimSide key={claim.id} storeId={storeId} claim={claim} />}
    />
  );
}

function recentOf(storeId: number, { id, claimType, externalId, claimLineItems: [first] }: ClaimShown) {
  const item = first?.originalStoreOrderLineItem;
  return {
    path: `/${storeId}/claims/${CLAIM_TYPES[claimType].path}/${id}`,
    title: externalId,
    detail: item?.name ?? '',
    imgUrl: item?.imgUrl ?? null,
  };
}

const AT_ONCE = 8;
const CARD_HEIGHT = 232;

/** A card for each line. Those of a large claim that cannot be in sight yet are drawn after the first paint. */
function Lines({ storeId, claim }: ClaimOnScreen) {
  const drawn = useDeferredValue(claim.claimLineItems.length, AT_ONCE);
  const later = Math.max(0, claim.claimLineItems.length - drawn);
  return (
    <div className="mg-lines">
      {claim.claimLineItems.slice(0, drawn).map((line) => (
        <LineCard key={line.id} storeId={storeId} claim={claim} line={line} />
      ))}
      {later > 0 ? <div style={{ height: later * CARD_HEIGHT }} /> : null}
    </div>
  );
}

/** How far inspecting is, once the goods are there or something was found. */
function Inspecting({ claim }: { claim: ClaimShown }) {
  const isBack = claim.claimRollup.code === 'At_Return_Location';
  const isBegun = claim.claimLineItems.some((line) => line.inspections.length > 0);
  if (!isBegun && !(isBack && claim.isInspectionEnabled)) return null;
  return <StatusBadge status={progressLabels[claim.inspectionProgress]} />;
}

function LeftOut({ claim }: { claim: ClaimShown }) {
  const count = claim.claimLineItems.filter(isLeftOut).length;
  if (count === 0) return null;
  return (
    <div className="mg-left-out">
      <Notice tone="bad">
        {count === 1 ? '1 item was left out' : `${count} items were left out`} when you finalized. See the reason next
        to each one. Change the decision, or finalize again later.
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
      title="View customer page"
    >
      {claim.externalId}
      <IconExternalLink size={16} aria-hidden />
    </a>
  );
}

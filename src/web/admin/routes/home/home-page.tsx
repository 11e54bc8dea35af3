import { Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { carrierOf } from '#core/claims/carriers.ts';
import { REPAIR_DUE } from '#core/claims/repair-due.ts';
import { CLAIM_TYPES, countNoun } from '#core/claims/types.ts';
import type { ClaimKind, ListFilters } from '#core/lists/lists.ts';
import { BarChart } from '../../../ui/bar-chart.tsx';
import { MoneyText } from '../../../ui/money-text.tsx';
import { LinePicture } from '../claim/line-picture.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { meQuery } from '../../me-query.ts';
import { loadProblemText } from '../../problem-words.ts';
import { dashboardQuery } from '../../queries.ts';
import { isAdminOf } from '../../shell/access.ts';
import { CLAIM, CLAIMS } from '../claims/claim-places.ts';
import { RetriedNotice } from '../effects/retried-notice.tsx';
import './home.css';
import { SetupChecklist, ShowChecklist } from './setup-checklist.tsx';
import { isAllDone, moneyThisWeek, stuckWords, weekDays, weekLabel, type Dashboard, type Week } from './home-words.ts';

/** What needs hands today; every number leads to what is behind it. */
export function HomePage() {
  const { storeId } = useParams({ from: '/$storeId' });
  const { data, error, refetch } = useQuery(dashboardQuery(storeId));
  const { data: mine } = useQuery(meQuery);
  const store = mine?.stores.find((one) => one.id === storeId);
  const [isMoved, setMoved] = useState(false);
  const moving = { isMoved, onMove: () => setMoved(true) };
  const isAdmin = mine !== undefined && store !== undefined && isAdminOf(store, mine.user.isProviderAdmin);
  useDocumentTitle('Home');
  return (
    <main className="mg-home" id="content">
      <header className="mg-list-head">
        <h1>Home</h1>
        {isAdmin ? <ShowChecklist storeId={storeId} {...moving} /> : null}
      </header>
      {isAdmin ? <SetupChecklist storeId={storeId} {...moving} /> : null}
      {error && !data ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <HomeSkeleton /> : null}
      {error && data ? <Notice tone="waiting">{loadProblemText(error)} What you see may be out of date.</Notice> : null}
      {data ? <Today storeId={storeId} data={data} /> : null}
    </main>
  );
}

const HomeSkeleton = () => (
  <div aria-hidden>
    <Skeleton height={76} mb="md" />
    <Skeleton height={180} mb="md" />
    <Skeleton height={200} />
  </div>
);

type PartProps = { storeId: number; data: Dashboard };

function Today({ storeId, data }: PartProps) {
  return (
    <>
      {isAllDone(data) ? <p className="mg-muted mg-p">You're all caught up.</p> : null}
      <RetriedNotice storeId={storeId} retried={data.effects.retried} />
      <Hands storeId={storeId} data={data} />
      <Statuses storeId={storeId} data={data} />
      <Repairs storeId={storeId} data={data} />
      <Registrations storeId={storeId} data={data} />
      <div className="mg-home-columns">
        <div>
          <Oldest storeId={storeId} data={data} />
        </div>
        <div>
          <Stuck storeId={storeId} data={data} />
        </div>
      </div>
      <MoneyOut storeId={storeId} data={data} />
      <Section title="Last 12 weeks">
        <BarChart
          caption="Claims per week"
          unit="Week of"
          bars={data.weeks.map((week, index) => ({
            label: weekLabel(week.startsOn),
            isRunning: index === data.weeks.length - 1,
            parts: data.kinds.map(({ kind }) => ({ ...partOf(kind, week), link: weekLink(storeId, kind, week) })),
          }))}
        />
      </Section>
    </>
  );
}

/** The numbers that need attention, in one row. */
function Hands({ storeId, data }: PartProps) {
  const params = { storeId };
  const { failed } = data.effects;
  return (
    <ul className="mg-hands">
      <ClaimsHand storeId={storeId} data={data} of="waiting" />
      <Hand
        count={failed}
        label={failed === 1 ? 'Failed action' : 'Failed actions'}
        isBad={failed > 0}
        link={(number) => (
          <Link to="/$storeId/effects" params={params} search={{ state: 'failed' }}>
            {number}
          </Link>
        )}
      />
      <Hand
        count={data.openTasks}
        label={data.openTasks === 1 ? 'Open task' : 'Open tasks'}
        link={(number) => (
          <Link to="/$storeId/effects" params={params}>
            {number}
          </Link>
        )}
      />
      <ClaimsHand storeId={storeId} data={data} of="stuck" />
    </ul>
  );
}

const CLAIM_HANDS = {
  waiting: { label: 'waiting for you', filters: { isWaitingForStaff: true } },
  stuck: { label: 'with a stuck shipment', filters: { hasStuckShipment: true } },
} as const satisfies Record<string, { label: string; filters: ListFilters }>;

/** A number of claims, and the list of each kind that shows them, the oldest first. */
function ClaimsHand({ storeId, data, of }: PartProps & { of: keyof typeof CLAIM_HANDS }) {
  const { label, filters } = CLAIM_HANDS[of];
  const some = data.kinds.filter((kind) => kind[of] > 0);
  const count = some.reduce((all, kind) => all + kind[of], 0);
  return (
    <Hand
      count={count}
      label={`${count === 1 ? 'Claim' : 'Claims'} ${label}`}
      link={
        some.length === 1
          ? (number) => (
              <ListLink storeId={storeId} kind={some[0]?.kind ?? 'Return'} filters={filters} sort="oldest">
                {number}
              </ListLink>
            )
          : undefined
      }
    >
      <span className="mg-hand-links">
        {(some.length > 1 ? some : []).map((one) => (
          <ListLink key={one.kind} storeId={storeId} kind={one.kind} filters={filters} sort="oldest">
            {`${one[of].toLocaleString('en-US')} ${countNoun(one.kind, one[of])}`}
          </ListLink>
        ))}
      </span>
    </Hand>
  );
}

type HandProps = {
  count: number;
  label: string;
  isBad?: boolean;
  /** To the list behind the number, where one shows all of it. */
  link?: ((number: ReactNode) => ReactNode) | undefined;
  children?: ReactNode;
};

function Hand({ count, label, isBad = false, link, children }: HandProps) {
  const number = (
    <>
      <strong>{count.toLocaleString('en-US')}</strong> <span>{label}</span>
    </>
  );
  return (
    <li {...(isBad ? { 'data-bad': true } : {})}>
      {count > 0 && link ? link(number) : number}
      {count > 0 ? children : <span className="mg-muted">Nothing to do</span>}
    </li>
  );
}

/** What is due next of repairs, each with the one that has waited longest. */
function Repairs({ storeId, data: { repairs } }: PartProps) {
  if (repairs.length === 0) return null;
  return (
    <Section title="Repairs">
      <ul className="mg-counts">
        {repairs.map(({ due, count, since }) => (
          <li key={due}>
            <ListLink storeId={storeId} kind="Warranty" filters={{ repairDue: [due] }} sort="oldest">
              <strong>{count.toLocaleString('en-US')}</strong> {REPAIR_DUE[due]}
            </ListLink>{' '}
            <span className="mg-muted">
              since <DateText date={since} isInSentence />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Registrations({ storeId, data: { registrations } }: PartProps) {
  if (registrations === null) return null;
  const { since, made, claimed } = registrations;
  const lists = [
    { count: made, label: 'New in the last 7 days', filters: { createdOn: { start: since, end: null } } },
    { count: claimed, label: 'With a claim', filters: { hasClaim: true } },
  ] as const;
  return (
    <Section title="Registrations">
      <ul className="mg-counts">
        {lists.map(({ count, label, filters }) => (
          <li key={label}>
            <Link to="/$storeId/registrations" params={{ storeId }} search={{ filters }}>
              <strong>{count.toLocaleString('en-US')}</strong> {label}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Statuses({ storeId, data }: PartProps) {
  return data.kinds.map(({ kind, statuses, withError }) => (
    <Section key={kind} title={CLAIM_TYPES[kind].title}>
      <ul className="mg-counts">
        {statuses.map(({ code, name, count }) => (
          <li key={code}>
            <ListLink storeId={storeId} kind={kind} filters={{ statusCodes: [code] }}>
              <strong>{count.toLocaleString('en-US')}</strong> {name}
            </ListLink>
          </li>
        ))}
        {withError > 0 ? (
          <li data-bad>
            <ListLink storeId={storeId} kind={kind} filters={{ hasError: true }}>
              <strong>{withError.toLocaleString('en-US')}</strong> With errors
            </ListLink>
          </li>
        ) : null}
      </ul>
    </Section>
  ));
}

function Oldest({ storeId, data }: PartProps) {
  const oldest = data.oldestWaiting;
  return (
    <Section title="Oldest waiting for you">
      {oldest.length === 0 ? (
        <p className="mg-muted mg-p">
          No claims need a decision. Claims appear here once the items arrive, or right away if no return is needed.
        </p>
      ) : (
        <ul className="mg-rows">
          {oldest.map((claim) => (
            <li key={claim.claimId}>
              <LinePicture url={claim.item?.imgUrl ?? null} size={32} />
              <span className="mg-rows-what">
                <ClaimLink storeId={storeId} claim={claim} />
                <bdi>{[claim.item?.name, claim.customerName].filter(Boolean).join(' · ')}</bdi>
              </span>
              <span className="mg-rows-sum">
                <MoneyText amount={claim.requestedAmount} currencyCode={claim.currencyCode} />
                <DateText date={claim.createdOn} />
              </span>
              <StatusBadge status={claim.status} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function Stuck({ storeId, data }: PartProps) {
  const longest = data.longestStuck;
  return (
    <Section title="Stuck shipments">
      {longest.length === 0 ? (
        <p className="mg-muted mg-p">
          No stuck shipments. Packages that fail, stop moving or are never dropped off appear here.
        </p>
      ) : (
        <ul className="mg-rows">
          {longest.map((shipment) => (
            <li key={`${shipment.claimId}-${shipment.trackingCode}`}>
              <ClaimLink storeId={storeId} claim={shipment} />
              <span className="mg-rows-name">
                {carrierOf(shipment.carrier).name} {shipment.trackingCode}
              </span>
              <StatusBadge
                status={{
                  label: stuckWords[shipment.reason],
                  tone: shipment.reason === 'failed' ? 'bad' : 'waiting',
                }}
              />
              <DateText date={shipment.since} />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function MoneyOut({ storeId, data }: PartProps) {
  // Money is for admins; others get none.
  if (data.weeks.every((week) => week.moneyOut === null)) return null;
  const sums = moneyThisWeek(data.weeks);
  const [weekBefore, thisWeek] = data.weeks.slice(-2);
  return (
    <Section title="Money out this week">
      {sums.length === 0 ? <p className="mg-muted mg-p">No money out this week or the week before.</p> : null}
      {sums.map(({ now, before }) => {
        const text = (amount: number): string => moneyText(amount, now.currencyCode);
        return (
          <dl key={now.currencyCode} className="mg-money-out">
            <div>
              <dt>Total, {now.currencyCode}</dt>
              <dd>
                <MoneyLink storeId={storeId} week={thisWeek}>
                  <strong>{text(now.total)}</strong>
                </MoneyLink>
              </dd>
              <dd className="mg-money-before">
                <MoneyLink storeId={storeId} week={weekBefore}>
                  {text(before)} the week before
                </MoneyLink>
              </dd>
            </div>
            <div>
              <dt>Refunds</dt>
              <dd>{text(now.refunds)}</dd>
            </div>
            <div>
              <dt>Store credit</dt>
              <dd>{text(now.storeCredit)}</dd>
            </div>
            <div>
              <dt>Gift cards</dt>
              <dd>{text(now.giftCards)}</dd>
            </div>
            <div>
              <dt>Resolved externally</dt>
              <dd>{text(now.outside)}</dd>
            </div>
          </dl>
        );
      })}
    </Section>
  );
}

/** To what left in a week, and where it went. */
const MoneyLink = ({ storeId, week, children }: { storeId: number; week: Week | undefined; children: ReactNode }) => (
  <Link
    to="/$storeId/analytics/dashboards"
    params={{ storeId }}
    search={{ dashboard: 'money', ...(week ? weekDays(week) : {}) }}
  >
    {children}
  </Link>
);

const partOf = (kind: ClaimKind, week: Week): { name: string; value: number } => {
  const { nouns } = CLAIM_TYPES[kind];
  return { name: nouns.charAt(0).toUpperCase() + nouns.slice(1), value: week.made[kind] };
};

/** To the claims made in a week. */
const weekLink =
  (storeId: number, kind: ClaimKind, { start, end }: Week) =>
  (number: ReactNode) => (
    <ListLink storeId={storeId} kind={kind} filters={{ createdOn: { start, end } }}>
      {number}
    </ListLink>
  );

function ListLink({
  storeId,
  kind,
  filters,
  sort,
  children,
}: {
  storeId: number;
  kind: ClaimKind;
  filters: ListFilters;
  sort?: 'oldest';
  children: ReactNode;
}) {
  return (
    <Link to={CLAIMS} params={{ storeId, type: kind }} search={sort ? { filters, sort } : { filters }}>
      {children}
    </Link>
  );
}

type Linked = { claimId: number; externalId: string; kind: ClaimKind };

function ClaimLink({ storeId, claim }: { storeId: number; claim: Linked }) {
  return (
    <Link to={CLAIM} params={{ storeId, type: claim.kind, claimId: claim.claimId }}>
      {claim.externalId}
    </Link>
  );
}

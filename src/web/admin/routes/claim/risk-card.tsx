import { Button, Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { claimRisk } from '#contract/merchant/risk.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { RISK_SENTIMENTS, type RiskFactor, type RiskLevel, type RiskSentiment } from '#core/claims/risk.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { hasCode } from '../../problem-words.ts';
import { CLAIM } from '../claims/claim-places.ts';
import './risk-card.css';

type Risk = RouteAnswer<typeof claimRisk>;

const COMPARING_MS = 2000;

/** Asked again while its photos are still being compared. */
const riskQuery = (storeId: number, claimId: number) =>
  queryOptions({
    queryKey: ['risk', storeId, claimId],
    queryFn: ({ signal }) => call(claimRisk, { params: { storeId, claimId } }, { signal }),
    refetchInterval: ({ state: { error } }) => (hasCode(error, 'RISK_NOT_READY') ? COMPARING_MS : false),
    retry: false,
  });

const LEVELS: Readonly<Record<RiskLevel, Tone>> = { Low: 'good', Medium: 'waiting', High: 'bad' };
const SENTIMENTS: Readonly<Record<RiskSentiment, Tone>> = {
  Positive: 'good',
  Critical: 'bad',
  Negative: 'waiting',
  Neutral: 'neutral',
};
const FACTORS: Readonly<Record<RiskFactor, string>> = {
  'emailReuse-store': 'Email in this store',
  'emailReuse-global': 'Email in other stores',
  orderVerification: 'How the order was found',
  mediaReuse: 'Photos used before',
  mediaCount: 'Photos and videos',
  deviceFanOut: 'People using this device',
  ipFanOut: 'People using this IP address',
  platformRisk: "Store platform's assessment",
};

/** How likely a claim is not honest; it opens to every reason (C3.27). */
export function RiskCard({ storeId, claim }: { storeId: number; claim: ClaimShown }) {
  const { data: risk, error, refetch } = useQuery(riskQuery(storeId, claim.id));
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Claim risk"
      action={
        risk ? (
          <Button
            variant="transparent"
            c="var(--mg-link)"
            size="compact-sm"
            px={0}
            aria-label="View the risk reasons"
            onClick={() => setOpen(true)}
          >
            Reasons
          </Button>
        ) : null
      }
    >
      {risk ? (
        <div className="mg-risk">
          <StatusBadge status={{ label: risk.level, tone: LEVELS[risk.level] }} />
          <span className="mg-muted">{risk.aggregateScore} of 100</span>
        </div>
      ) : hasCode(error, 'RISK_NOT_READY') ? (
        <p className="mg-muted mg-p">Analysis not available: the photos are still being compared.</p>
      ) : error ? (
        <LoadProblem message="Analysis not available" onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={22} width={120} />
      )}
      {risk && isOpen ? (
        <RiskDialog storeId={storeId} claim={claim} risk={risk} onClose={() => setOpen(false)} />
      ) : null}
    </Section>
  );
}

type DialogProps = { storeId: number; claim: ClaimShown; risk: Risk; onClose: () => void };

function RiskDialog({ storeId, claim, risk, onClose }: DialogProps) {
  const facts = RISK_SENTIMENTS.flatMap((sentiment) => risk.facts.filter((fact) => fact.sentiment === sentiment));
  const sum = facts.reduce((all, { score }) => all + score, 0);
  return (
    <Dialog title={`${risk.level} risk, ${risk.aggregateScore} of 100`} size="lg" onClose={onClose}>
      {sum === risk.aggregateScore ? null : (
        <p className="mg-muted mg-p">
          {`The reasons add up to ${sum}. The score is never ${sum < 0 ? 'below 0' : 'above 100'}.`}
        </p>
      )}
      <ul className="mg-risk-facts" aria-label="Reasons">
        {facts.map((fact) => (
          <li key={fact.factor}>
            <div className="mg-risk-head">
              <strong>{FACTORS[fact.factor]}</strong>
              <StatusBadge status={{ label: fact.sentiment, tone: SENTIMENTS[fact.sentiment] }} />
              <span className="mg-muted">{fact.score > 0 ? `+${fact.score}` : fact.score}</span>
            </div>
            <p className="mg-p">{fact.justification}</p>
            {fact.claims.length > 0 ? (
              <p className="mg-p mg-risk-claims">
                {fact.claims.map((other) => (
                  <Link
                    key={other.id}
                    to={CLAIM}
                    params={{ storeId, type: other.claimType, claimId: other.id }}
                    onClick={onClose}
                  >
                    {other.externalId}
                  </Link>
                ))}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {claim.ipAddress || claim.deviceFingerprint ? (
        <dl className="mg-risk-origin">
          <dt>IP address</dt>
          <dd>{claim.ipAddress ?? 'Not known'}</dd>
          <dt>Device</dt>
          <dd>{claim.deviceFingerprint ? `Browser ${claim.deviceFingerprint.slice(0, 8)}` : 'Not known'}</dd>
        </dl>
      ) : null}
    </Dialog>
  );
}

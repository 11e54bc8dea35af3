import { Button, Skeleton } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { claimDecisions } from '#contract/merchant/claim-decisions.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { HOOKS } from '#core/automations/hooks.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import './why.css';

type Decision = RouteAnswer<typeof claimDecisions>['decisions'][number];

const decisionsQuery = (storeId: number, claimId: number) =>
  queryOptions({
    queryKey: ['decisions', storeId, claimId],
    queryFn: ({ signal }) => call(claimDecisions, { params: { storeId, claimId } }, { signal }),
  });

/** Opens to why automations decided about the claim as they did. */
export function Why({ storeId, claimId, of }: { storeId: number; claimId: number; of: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="transparent"
        c="var(--mg-link)"
        size="compact-sm"
        px={0}
        aria-label={`Why? ${of}`}
        onClick={() => setOpen(true)}
      >
        Why?
      </Button>
      {isOpen ? <WhyDialog storeId={storeId} claimId={claimId} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

type DialogProps = { storeId: number; claimId: number; onClose: () => void };

function WhyDialog({ storeId, claimId, onClose }: DialogProps) {
  const { data, isError, refetch } = useQuery(decisionsQuery(storeId, claimId));
  return (
    <Dialog title="Why automations decided so" size="lg" onClose={onClose}>
      {isError ? (
        <LoadProblem message="The decisions could not be loaded." onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton height={120} />
      ) : (
        <>
          <Refusals refusals={data.refusals} />
          {data.decisions.length === 0 && data.refusals.length === 0 ? (
            <p className="mg-muted mg-p">No automation was asked. The settings of the store decided.</p>
          ) : (
            data.decisions.map((decision) => <Moment key={decision.receiptId} decision={decision} />)
          )}
        </>
      )}
    </Dialog>
  );
}

/** What the customer asked for against the rules. */
function Refusals({ refusals }: { refusals: RouteAnswer<typeof claimDecisions>['refusals'] }) {
  if (refusals.length === 0) return null;
  return (
    <section className="mg-why" aria-label="Asked for against the rules">
      <h3>Asked for against the rules</h3>
      <ul>
        {refusals.map(({ item, text, automation }) => (
          <li key={`${item} ${text}`}>
            <strong dir="auto">{item}</strong>
            <p className="mg-p" dir="auto">
              {text}
            </p>
            <p className="mg-muted mg-p" dir="auto">
              {automation === null ? 'By the settings of the store or the order itself' : `By “${automation}”`}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Moment({ decision }: { decision: Decision }) {
  const matched = decision.rules.filter(({ isMatch }) => isMatch);
  const others = decision.rules.filter(({ isMatch }) => !isMatch);
  return (
    <section className="mg-why" aria-label={HOOKS[decision.hook].label}>
      <h3>{HOOKS[decision.hook].label}</h3>
      <p className="mg-muted mg-p">
        Receipt {decision.receiptId}, <DateText date={decision.decidedOn} />
      </p>
      {matched.length === 0 ? <p className="mg-p">No automation matched. The settings of the store decided.</p> : null}
      <ul>
        {matched.map((rule) => (
          <Rule key={rule.ruleId} rule={rule} />
        ))}
      </ul>
      {others.length > 0 ? (
        <details className="mg-details">
          <summary>
            {others.length === 1 ? '1 automation did not match' : `${others.length} automations did not match`}
          </summary>
          <ul>
            {others.map((rule) => (
              <Rule key={rule.ruleId} rule={rule} />
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

const Rule = ({ rule }: { rule: Decision['rules'][number] }) => (
  <li>
    <strong dir="auto">{rule.name}</strong>
    {rule.isMatch
      ? [rule.action, ...rule.does].map((text) => (
          <p key={text} className="mg-p" dir="auto">
            {text}
          </p>
        ))
      : null}
    {rule.reasons.map(({ item, text }) => (
      <p key={`${item} ${text}`} className="mg-muted mg-p" dir="auto">
        {item === null ? text : `${item}: ${text}`}
      </p>
    ))}
  </li>
);

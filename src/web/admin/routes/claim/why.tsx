import { Button } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { claimDecisions } from '#contract/merchant/claim-decisions.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { HOOKS } from '#core/automations/hooks.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import './why.css';
import { aboutTopic, TOPICS, type Topic } from './why-topics.ts';

type Decision = RouteAnswer<typeof claimDecisions>['decisions'][number];

/** Asked again with every change of the claim, which may be a moment of rules. */
const decisionsQuery = (storeId: number, { id: claimId, version }: Pick<ClaimShown, 'id' | 'version'>) =>
  queryOptions({
    queryKey: ['decisions', storeId, claimId, version],
    queryFn: ({ signal }) => call(claimDecisions, { params: { storeId, claimId } }, { signal }),
    placeholderData: (before, was) => (was?.queryKey[2] === claimId ? before : undefined),
  });

type WhyProps = { storeId: number; claim: Pick<ClaimShown, 'id' | 'version'>; about: Topic };

/** Opens to why automations decided about something of the claim as they did; nothing where none was asked about it. */
export function Why(props: WhyProps) {
  const { storeId, claim, about } = props;
  const { data, isError } = useQuery(decisionsQuery(storeId, claim));
  const [isOpen, setOpen] = useState(false);
  const isRefused = about === 'offers' && (data?.refusals.length ?? 0) > 0;
  // What could not be loaded can be asked for again in the dialog.
  if (!isError && !isRefused && aboutTopic(data?.decisions ?? [], about).length === 0) return null;
  return (
    <>
      <Button
        variant="transparent"
        c="var(--mg-link)"
        size="compact-sm"
        px={0}
        aria-label={`Why? ${TOPICS[about].label}`}
        onClick={() => setOpen(true)}
      >
        Why?
      </Button>
      {isOpen ? <WhyDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

function WhyDialog({ storeId, claim, about, onClose }: WhyProps & { onClose: () => void }) {
  const { data, isError, refetch } = useQuery(decisionsQuery(storeId, claim));
  const [isAll, showAll] = useState(false);
  const decisions = data?.decisions ?? [];
  const shown = isAll ? decisions : aboutTopic(decisions, about);
  const refusals = isAll || about === 'offers' ? (data?.refusals ?? []) : [];
  return (
    <Dialog title={isAll ? 'Why automations decided so' : `Why? ${TOPICS[about].label}`} size="lg" onClose={onClose}>
      {isError ? (
        <LoadProblem message="The decisions could not be loaded." onRetry={() => void refetch()} />
      ) : (
        <>
          <Refusals refusals={refusals} />
          {shown.map((decision) => (
            <Moment key={decision.receiptId} decision={decision} />
          ))}
        </>
      )}
      {isAll || countOf(shown) === countOf(decisions) ? null : (
        <Button variant="transparent" c="var(--mg-link)" size="compact-sm" px={0} onClick={() => showAll(true)}>
          Show all decisions about this claim
        </Button>
      )}
    </Dialog>
  );
}

const countOf = (decisions: readonly Decision[]): number => decisions.reduce((sum, { rules }) => sum + rules.length, 0);

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
        Receipt {decision.receiptId}, <DateText date={decision.decidedOn} isInSentence />
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

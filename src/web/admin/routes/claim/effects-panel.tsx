import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EffectShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { retryEffect } from '#contract/merchant/merchant.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { problemText } from '../../problem-words.ts';
import { claimQuery } from '../../queries.ts';
import { effectStates } from './claim-words.ts';
import type { ClaimOnScreen } from './use-claim-change.ts';

/** What finalizing set in motion outside, each with its state, and a way to try it again by hand. */
export function EffectsPanel({ storeId, claim }: ClaimOnScreen) {
  if (claim.effects.length === 0) return null;
  return (
    <Section title="Effects">
      <ul className="mg-effects">
        {claim.effects.map((effect) => (
          <Effect key={effect.id} storeId={storeId} claimId={claim.id} effect={effect} />
        ))}
      </ul>
    </Section>
  );
}

function Effect({ storeId, claimId, effect }: { storeId: number; claimId: number; effect: EffectShown }) {
  const client = useQueryClient();
  const retrying = useMutation({
    mutationFn: () => call(retryEffect, { params: { storeId, effectId: effect.id } }),
    onSettled: () => client.invalidateQueries({ queryKey: claimQuery(storeId, claimId).queryKey }),
    onError: (error) => toast(problemText(error), 'bad'),
  });
  const canRetry = effect.state === 'failed' || (effect.state === 'waiting' && effect.attempts > 0);
  return (
    <li className="mg-effect">
      <div className="mg-effect-main">
        <div className="mg-effect-head">
          <StatusBadge status={effectStates[effect.state]} />
          <span>{effect.summary}</span>
        </div>
        {effect.lastError && effect.state !== 'done' ? <p className="mg-effect-error">{effect.lastError}</p> : null}
        <p className="mg-muted">
          {effect.attempts === 0
            ? 'Not tried yet'
            : `${effect.attempts} ${effect.attempts === 1 ? 'attempt' : 'attempts'}`}
          {effect.nextTryOn && effect.state === 'waiting' ? (
            <>
              , next try <DateText date={effect.nextTryOn} />
            </>
          ) : null}
          {effect.doneOn ? (
            <>
              , done <DateText date={effect.doneOn} />
            </>
          ) : null}
          {effect.result ? (
            <>
              {' '}
              ·{' '}
              {effect.result.url ? (
                <a href={effect.result.url} target="_blank" rel="noreferrer">
                  {effect.result.label}
                </a>
              ) : (
                effect.result.label
              )}
            </>
          ) : null}
        </p>
      </div>
      {canRetry ? (
        <Button
          variant="default"
          size="xs"
          loading={retrying.isPending}
          onClick={() => retrying.mutate()}
          aria-label={`Try again now: ${effect.summary}`}
        >
          Try again now
        </Button>
      ) : null}
    </li>
  );
}

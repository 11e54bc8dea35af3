import type { EffectShown } from '#contract/claim-shapes.ts';
import { DateText, UntilText } from '../../../ui/date-text.tsx';
import { attemptsText, HELD_BACK, problemOf } from './effect-words.ts';

/** The partner's words of the last failure, why it was settled, and how far it got. */
export function EffectFacts({ effect }: { effect: EffectShown }) {
  const problem = problemOf(effect);
  return (
    <>
      {problem ? (
        <div className="mg-effect-problem" data-tone={effect.state === 'failed' ? 'bad' : 'waiting'}>
          <p>{problem}</p>
          <details className="mg-details">
            <summary>Details</summary>
            <bdi>{effect.lastError}</bdi>
          </details>
        </div>
      ) : null}
      {effect.settledReason ? (
        <p>
          {effect.settledBy ? (
            <>
              <bdi>{effect.settledBy}</bdi>:{' '}
            </>
          ) : null}
          <span className="mg-quote">{effect.settledReason}</span>
        </p>
      ) : null}
      <p className="mg-muted">
        {effect.isHeldBack ? HELD_BACK : attemptsText(effect.attempts)}
        {effect.nextTryOn && effect.state === 'waiting' && effect.attempts > 0 ? (
          <>
            , next try <UntilText date={effect.nextTryOn} />
          </>
        ) : null}
        {effect.doneOn ? (
          <>
            , {effect.state === 'calledOff' ? 'canceled' : 'done'} <DateText date={effect.doneOn} isInSentence />
          </>
        ) : null}
        {effect.result ? (
          <>
            {' · '}
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
    </>
  );
}

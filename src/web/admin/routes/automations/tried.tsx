import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react';
import { ACTIONS } from '#core/automations/actions.ts';
import { conditionText, valueText } from '#core/automations/explain.ts';
import { keyOf } from '#core/automations/fact-index.ts';
import { factOf, isFactName, type Facts } from '#core/automations/facts.ts';
import { finished, type Match, type Tried, type TypedRule } from '#core/automations/try-rule.ts';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { wordsOf, type StoreThings } from './store-things.ts';

const VERDICTS: Readonly<Record<Match, { label: string; tone: Tone }>> = {
  yes: { label: 'Matches', tone: 'good' },
  no: { label: 'Doesn’t match', tone: 'neutral' },
  undecided: { label: 'Not decided yet', tone: 'waiting' },
};

type ResultProps = {
  rule: TypedRule;
  isEnabled: boolean;
  tried: Tried;
  /** Of the item that is shown. */
  facts: Facts;
  itemCount: number;
  things: StoreThings;
};

/** Whether the rule matches, what decides instead, and how each condition came out. */
export function TriedResult({ rule, isEnabled, tried, facts, itemCount, things }: ResultProps) {
  return (
    <div className="mg-try-result">
      <output className="mg-try-verdict">
        <StatusBadge status={VERDICTS[tried.match]} />
        <span>{sentence(tried)}</span>
      </output>
      {itemCount > 1 ? <p className="mg-rule-nothing">{itemsText(rule, tried, itemCount)}</p> : null}
      {isEnabled ? null : <p className="mg-rule-nothing">It’s switched off, so it won’t run.</p>}
      {rule.conditions.length === 0 ? null : (
        <ol className="mg-try-conditions" aria-label="Conditions tried">
          {rule.conditions.map((condition, at) => (
            // Two conditions may be the same.
            // eslint-disable-next-line react/no-array-index-key
            <li key={at}>
              <TriedCondition
                rule={rule}
                condition={condition}
                isHeld={tried.conditions[at] ?? null}
                facts={facts}
                things={things}
              />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

function sentence({ match, say }: Tried): string {
  if (match === 'undecided') return 'Finish its conditions to see.';
  if (!say) return match === 'yes' ? 'Finish the action to see whether another automation comes first.' : '';
  const names = namesText(say.others.map(({ name }) => name));
  const many = say.others.length > 1;
  if (say.isShared) {
    if (match === 'no') return names === '' ? NO_OTHER : `${names} ${many ? 'apply' : 'applies'} instead.`;
    return names === '' ? 'It applies.' : `It applies together with ${names}.`;
  }
  if (match === 'no') return names === '' ? NO_OTHER : `${names} ${many ? 'decide' : 'decides'} instead.`;
  if (say.own === 'all') return 'It decides.';
  return say.own === 'none'
    ? `${names} ${many ? 'come' : 'comes'} first and ${many ? 'decide' : 'decides'} instead.`
    : `It decides in part. For the rest, ${names} ${many ? 'come' : 'comes'} first.`;
}

const NO_OTHER = 'No other automation with this action matches.';

function namesText(names: readonly string[]): string {
  const all = names.map((name) => `“${name}”`);
  const last = all.at(-1) ?? '';
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
}

function itemsText({ type }: TypedRule, { count }: Tried, itemCount: number): string {
  const { perLine, needsEveryLine } = ACTIONS[type];
  const matching = `${count} of ${itemCount} items match.`;
  if (perLine) return matching;
  return `${matching} ${needsEveryLine ? 'This action needs every item.' : 'One is enough for this action.'}`;
}

type ConditionProps = Pick<ResultProps, 'rule' | 'facts' | 'things'> & {
  condition: TypedRule['conditions'][number];
  isHeld: boolean | null;
};

function TriedCondition({ rule, condition, isHeld, facts, things }: ConditionProps) {
  const known = finished(condition, rule.hook);
  const words = wordsOf(things);
  const { fact } = condition;
  const value = isFactName(fact) ? facts[keyOf({ ...condition, fact })] : undefined;
  const [Shape, held] =
    isHeld === null ? [IconClock, 'Not finished'] : isHeld ? [IconCircleCheck, 'Holds'] : [IconCircleX, 'Doesn’t hold'];
  return (
    <div className="mg-try-condition" data-held={String(isHeld)}>
      <Shape size={16} aria-hidden />
      <div>
        <bdi>{known ? conditionText(known, words) : isFactName(fact) ? factOf(fact).label : fact || 'No fact yet'}</bdi>
        <p className="mg-rule-nothing">
          {held}
          {isFactName(fact) ? (
            <>
              {'. Actual value: '}
              <bdi>
                {value === null || value === undefined || Number.isNaN(value)
                  ? 'unknown'
                  : valueText(factOf(fact), value, words)}
              </bdi>
            </>
          ) : null}
        </p>
      </div>
    </div>
  );
}

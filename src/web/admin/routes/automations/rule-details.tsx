import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ACTIONS, isActionType } from '#core/automations/actions.ts';
import type { Condition } from '#core/automations/condition.ts';
import { conditionText } from '#core/automations/explain.ts';
import { isFactName } from '#core/automations/facts.ts';
import { HOOKS } from '#core/automations/hooks.ts';
import { conditionsOf } from '#core/automations/rule.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Facts } from '../../../ui/section.tsx';
import { actionLabel } from './action-label.ts';
import { EDIT_RULE } from './automation-places.ts';
import { UnexpectedFact } from './conditions-editor.tsx';
import type { ListedRule } from './rule-queries.ts';
import { wordsOf, type StoreThings } from './store-things.ts';

type DetailsProps = {
  storeId: number;
  rule: ListedRule;
  things: StoreThings;
  returnTo: string;
  onClose: () => void;
};

/** What a rule asks and does, in words (R2.05, R2.10). */
export function RuleDetails({ storeId, rule, things, returnTo, onClose }: DetailsProps) {
  const [mode, conditions] = conditionsOf(rule.rule.conditions);
  return (
    <Dialog title={rule.name} size="lg" onClose={onClose}>
      {rule.problems.length > 0 ? <Notice tone="bad">This rule doesn’t run: {rule.problems.join(' ')}</Notice> : null}
      {rule.gone.length > 0 ? <Notice tone="bad">{rule.gone.join(' ')} The rule runs without it.</Notice> : null}
      <Facts
        facts={[
          ['Action', actionLabel(rule.rule.event.type)],
          ['At', HOOKS[rule.hook].label],
          ['Priority', rule.rule.priority],
          ['Enabled', rule.isEnabled ? 'Yes' : 'No'],
          ['Last changed', <DateText key="changed" date={rule.updatedOn} />],
          ['By', rule.updatedBy],
        ]}
      />
      <h3 className="mg-rule-part">{conditionsTitle(mode, conditions.length)}</h3>
      {conditions.length === 0 ? (
        <p className="mg-rule-nothing">Without conditions, the rule always matches.</p>
      ) : (
        <ul className="mg-rule-lines">
          {conditions.map((condition) => (
            <li key={JSON.stringify(condition)}>
              <ConditionLine condition={condition} things={things} />
            </li>
          ))}
        </ul>
      )}
      <h3 className="mg-rule-part">What it does</h3>
      <ul className="mg-rule-lines">
        {summaryOf(rule, things).map((line) => (
          <li key={line}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </ul>
      <div className="mg-dialog-actions">
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
        <Button
          renderRoot={(props) => (
            <Link to={EDIT_RULE} params={{ storeId, storeRuleId: rule.id }} search={{ returnTo }} {...props} />
          )}
        >
          Edit
        </Button>
      </div>
    </Dialog>
  );
}

const conditionsTitle = (mode: 'all' | 'any', count: number): string =>
  count < 2 ? 'Condition' : mode === 'all' ? 'All of these hold' : 'Any of these holds';

/** A condition in words, with the first three of its values (R9.11). */
export function ConditionLine({ condition, things }: { condition: Condition; things: StoreThings }) {
  const { fact, ...rest } = condition;
  if (!isFactName(fact)) return <UnexpectedFact fact={fact} />;
  return <bdi>{conditionText({ fact, ...rest }, wordsOf(things))}</bdi>;
}

export function summaryOf({ rule }: Pick<ListedRule, 'rule'>, things: StoreThings): readonly string[] {
  const { type, params } = rule.event;
  if (!isActionType(type)) return [];
  const action = ACTIONS[type];
  const { data } = action.read(params);
  const lines = data ? action.summary(data, wordsOf(things)) : [];
  return lines.length === 0 ? [action.description] : lines;
}

import { ActionIcon, Menu, Switch } from '@mantine/core';
import { IconDots, IconEye, IconGripVertical } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { actionLabel } from './action-label.ts';
import { EDIT_RULE } from './automation-places.ts';
import { isInFlow } from './flow.ts';
import { summaryOf } from './rule-details.tsx';
import type { ListedRule } from './rule-queries.ts';
import type { StoreThings } from './store-things.ts';
import type { useReorder } from './use-reorder.ts';

export type RuleActions = {
  onDetails: (rule: ListedRule) => void;
  onDuplicate: (rule: ListedRule) => void;
  onDelete: (rule: ListedRule) => void;
  onEnable: (rule: ListedRule, isEnabled: boolean) => void;
  onViewInFlow: (rule: ListedRule) => void;
};

type RuleRowProps = {
  storeId: number;
  rule: ListedRule;
  /** What it names; the summary waits for it. */
  things: StoreThings | null;
  returnTo: string;
  actions: RuleActions;
  /** In the flow: how it is moved, and where it is. */
  order?: ReturnType<typeof useReorder>;
};

export function RuleRow({ storeId, rule, things, returnTo, actions, order }: RuleRowProps) {
  const { id, name, isEnabled } = rule;
  return (
    <li id={`store-rule-${id}`} className="mg-rule" tabIndex={-1} {...order?.row(id)}>
      {order ? (
        <button
          type="button"
          className="mg-rule-handle"
          aria-label={`Priority ${rule.rule.priority} of ${name}. Move with the arrow keys.`}
          title="Drag, or move with the arrow keys"
          {...order.handle(id)}
        >
          <IconGripVertical size={16} aria-hidden />
          <span className="mg-rule-priority">{rule.rule.priority}</span>
        </button>
      ) : null}
      <div className="mg-rule-text">
        <Link to={EDIT_RULE} params={{ storeId, storeRuleId: id }} search={{ returnTo }}>
          <bdi>{name}</bdi>
        </Link>
        <span className="mg-muted">{actionLabel(rule.rule.event.type)}</span>
        {things ? <bdi className="mg-rule-summary">{summaryOf(rule, things).join(' · ')}</bdi> : null}
        {rule.problems.length + rule.gone.length > 0 ? (
          <StatusBadge status={{ label: 'Needs attention', tone: 'bad' }} />
        ) : null}
        {rule.change === null ? null : (
          <StatusBadge status={{ label: rule.change === 'added' ? 'New' : 'Edited', tone: 'waiting' }} />
        )}
      </div>
      <Switch
        aria-label={`Enabled, ${name}`}
        checked={isEnabled}
        onChange={(event) => actions.onEnable(rule, event.currentTarget.checked)}
      />
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={`View details of ${name}`}
        onClick={() => actions.onDetails(rule)}
      >
        <IconEye size={16} />
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={`Actions of ${name}`}>
            <IconDots size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {order || !isInFlow(rule.hook) ? null : (
            <Menu.Item onClick={() => actions.onViewInFlow(rule)}>View In Flow</Menu.Item>
          )}
          <Menu.Item
            renderRoot={(props) => (
              <Link to={EDIT_RULE} params={{ storeId, storeRuleId: id }} search={{ returnTo }} {...props} />
            )}
          >
            Edit
          </Menu.Item>
          <Menu.Item onClick={() => actions.onDuplicate(rule)}>Duplicate</Menu.Item>
          <Menu.Item color="red" onClick={() => actions.onDelete(rule)}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  );
}

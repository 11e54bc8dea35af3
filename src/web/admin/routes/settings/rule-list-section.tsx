import { Anchor, Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ActionType } from '#core/automations/actions.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { CREATE_RULE, EDIT_RULE } from '../automations/automation-places.ts';
import { rulesQuery } from '../automations/rule-queries.ts';

type RuleListProps = {
  storeId: number;
  /** Rules of this action, and what a new one begins with. */
  action: ActionType;
  title: string;
  help: string;
  /** The page it stands on, where the pages of rules lead back to. */
  page: string;
};

/** The automations that replace the settings of a page. */
export function RuleListSection({ storeId, action, title, help, page }: RuleListProps) {
  const { data, error, refetch } = useQuery(rulesQuery(storeId));
  const returnTo = `/${storeId}/settings/${page}`;
  const rules = data?.rules.filter(({ rule }) => rule.event.type === action) ?? [];
  return (
    <SettingsSection title={title} help={help}>
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data || error ? null : <Skeleton height={24} />}
      {data && rules.length === 0 ? <p className="mg-muted">None yet.</p> : null}
      {rules.length > 0 ? (
        <ul className="mg-rule-names" aria-label={title}>
          {rules.map(({ id, name, isEnabled }) => (
            <li key={id}>
              <Anchor
                renderRoot={(props) => (
                  <Link {...props} to={EDIT_RULE} params={{ storeId, storeRuleId: id }} search={{ returnTo }} />
                )}
              >
                <bdi>{name}</bdi>
              </Anchor>
              {isEnabled ? null : <StatusBadge status={{ label: 'Disabled', tone: 'neutral' }} />}
            </li>
          ))}
        </ul>
      ) : null}
      <div>
        <Button
          variant="default"
          renderRoot={(props) => (
            <Link {...props} to={CREATE_RULE} params={{ storeId }} search={{ eventType: action, returnTo }} />
          )}
        >
          Add automation
        </Button>
      </div>
    </SettingsSection>
  );
}

import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { Finding } from '#contract/merchant/rule-sets.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { priorityOf, type RuleForm } from './rule-form.ts';
import { lintRuleQuery, rulesQuery, type ListedRule } from './rule-queries.ts';

const LINT_DELAY_MS = 500;

type BesideProps = { storeId: number; rule: ListedRule | null; form: RuleForm };

/** What is wrong with the rule among the others of its moment, while it is edited. */
export function LintBeside({ storeId, rule, form }: BesideProps) {
  const [settled] = useDebouncedValue(form, LINT_DELAY_MS);
  const { data } = useQuery(rulesQuery(storeId));
  const priority = priorityOf(settled, rule, data?.rules ?? []);
  const {
    data: findings = [],
    error,
    refetch,
  } = useQuery(lintRuleQuery(storeId, { ruleId: rule?.id ?? null, priority, form: settled }));
  return (
    <div aria-live="polite">
      {findings.length === 0 && !error ? null : (
        <SettingsSection title="Check" help="What this rule comes to beside the others of its moment.">
          {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
          <LintList findings={findings} />
        </SettingsSection>
      )}
    </div>
  );
}

export const LintList = ({ findings }: { findings: readonly Pick<Finding, 'message'>[] }) => (
  <ul className="mg-lint">
    {findings.map(({ message }) => (
      <li key={message}>
        <Notice tone="waiting">{message}</Notice>
      </li>
    ))}
  </ul>
);

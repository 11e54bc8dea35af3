import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { LintFinding } from '#core/automations/lint/finding.ts';
import { lintRules } from '#core/automations/lint/lint.ts';
import { checkRule, RuleDraft, type RunnableRule } from '#core/automations/rule.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { draftOf, type RuleForm } from './rule-form.ts';
import { rulesQuery, type ListedRule } from './rule-queries.ts';

const LINT_DELAY_MS = 500;
/** The id of a rule that has none yet: after all others. */
const NEW_RULE = Number.MAX_SAFE_INTEGER;

type BesideProps = { storeId: number; rule: ListedRule | null; form: RuleForm };

/** What is wrong with the rule among the others of its moment, while it is edited. */
export function LintBeside({ storeId, rule, form }: BesideProps) {
  const { data } = useQuery({ ...rulesQuery(storeId), refetchOnWindowFocus: false });
  const [settled] = useDebouncedValue(form, LINT_DELAY_MS);
  const findings = useMemo(() => lintOf(settled, rule, data?.rules ?? []), [settled, rule, data]);
  return (
    <div aria-live="polite">
      {findings.length === 0 ? null : (
        <SettingsSection title="Check" help="What this rule comes to beside the others of its moment.">
          <LintList findings={findings} />
        </SettingsSection>
      )}
    </div>
  );
}

export const LintList = ({ findings }: { findings: readonly Pick<LintFinding, 'message'>[] }) => (
  <ul className="mg-lint">
    {findings.map(({ message }) => (
      <li key={message}>
        <Notice tone="waiting">{message}</Notice>
      </li>
    ))}
  </ul>
);

/** What concerns the rule that is edited; nothing while it is switched off or not valid. */
function lintOf(form: RuleForm, rule: ListedRule | null, rules: readonly ListedRule[]): LintFinding[] {
  if (!form.isEnabled || !form.does) return [];
  const { hook } = form.does;
  const id = rule?.id ?? NEW_RULE;
  const others = rules.filter((one) => one.hook === hook && one.isEnabled && one.id !== id);
  const last = Math.max(0, ...others.map((one) => one.rule.priority)) + 1;
  const own = runnable(id, draftOf(form, rule?.hook === hook ? rule.rule.priority : last));
  if (own.length === 0) return [];
  const all = [...own, ...others.flatMap((one) => runnable(one.id, one))];
  return lintRules(all).filter((finding) => finding.ruleId === id || finding.others.includes(id));
}

function runnable(id: number, kept: Pick<ListedRule, 'name' | 'hook' | 'isEnabled' | 'rule'> | null): RunnableRule[] {
  if (!kept) return [];
  const { name, hook, isEnabled, rule } = kept;
  const { data } = RuleDraft.safeParse({ name, hook, isEnabled, rule });
  const checked = data && checkRule({ ...data, id, createdOn: '' });
  return checked && 'rule' in checked ? [checked.rule] : [];
}

import { Button, SegmentedControl, Skeleton } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { loadProblemText } from '../../problem-words.ts';
import {
  AUTOMATIONS,
  BACK_TEST,
  CREATE_RULE,
  isView,
  RULE_VERSIONS,
  type AutomationsView,
} from './automation-places.ts';
import './automations.css';
import { DeleteRuleDialog } from './delete-rule-dialog.tsx';
import { DraftBar } from './draft-bar.tsx';
import { FlowView } from './flow-view.tsx';
import { isInFlow, type ListFilter } from './flow.ts';
import { keptView, keepView } from './kept-view.ts';
import { ListView } from './list-view.tsx';
import { RuleDetails } from './rule-details.tsx';
import { rulesQuery, type ListedRule } from './rule-queries.ts';
import { TemplateGrid } from './template-grid.tsx';
import { useRuleChanges } from './use-rule-changes.ts';
import { useStoreThings } from './use-store-things.ts';

const VIEWS: readonly { value: AutomationsView; label: string }[] = [
  { value: 'flow', label: 'Flow' },
  { value: 'list', label: 'List' },
  { value: 'templates', label: 'Templates' },
];

/** The rules of a store: by step, by name, or those to begin with (R2.01). */
export function AutomationsPage() {
  const { storeId } = useParams({ from: AUTOMATIONS });
  const { as } = useSearch({ from: AUTOMATIONS });
  const navigate = useNavigate();
  const view = as ?? keptView();
  const { data, error, refetch } = useQuery(rulesQuery(storeId));
  const { things, error: thingsError, retry } = useStoreThings(storeId);
  const changes = useRuleChanges(storeId);
  const [filter, setFilter] = useState<ListFilter>({ action: null, isEnabledOnly: true });
  const [shown, show] = useState<ListedRule | null>(null);
  const [deleted, askToDelete] = useState<ListedRule | null>(null);
  useEffect(() => {
    if (as) keepView(as);
  }, [as]);
  useDocumentTitle('Automations');
  // Among templates a rule that was saved would not be seen.
  const returnTo = `/${storeId}/settings/automations?as=${view === 'templates' ? 'list' : view}`;
  const open = (next: AutomationsView, hash?: string, replace = false): void => {
    void navigate({
      to: AUTOMATIONS,
      params: { storeId },
      search: (search) => ({ ...search, as: next }),
      replace,
      ...(hash === undefined ? {} : { hash }),
    });
  };
  useJustSaved(data?.rules, { view, showInList: (hash) => open('list', hash, true), setFilter });
  const actions = {
    onDetails: show,
    onDelete: askToDelete,
    onDuplicate: changes.duplicate,
    onEnable: changes.enable,
    onViewInFlow: ({ id }: ListedRule) => open('flow', `store-rule-${id}`),
  };
  return (
    <main className="mg-automations" id="content">
      <header className="mg-automations-head">
        <h1>Automations</h1>
        <Button variant="default" renderRoot={(props) => <Link to={RULE_VERSIONS} params={{ storeId }} {...props} />}>
          Versions
        </Button>
        <Button variant="default" renderRoot={(props) => <Link to={BACK_TEST} params={{ storeId }} {...props} />}>
          Back-test
        </Button>
        <Button renderRoot={(props) => <Link to={CREATE_RULE} params={{ storeId }} search={{ returnTo }} {...props} />}>
          Create
        </Button>
      </header>
      <div className="mg-automations-bar">
        <SegmentedControl
          aria-label="Show as"
          data={[...VIEWS]}
          value={view}
          onChange={(next) => {
            if (isView(next)) open(next);
          }}
        />
      </div>
      {data ? <DraftBar storeId={storeId} rules={data} /> : null}
      {error && !data ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {view === 'templates' ? <TemplateGrid storeId={storeId} returnTo={returnTo} /> : null}
      {view === 'templates' || data || error ? null : <RulesSkeleton />}
      {view === 'flow' && data ? (
        <FlowView
          storeId={storeId}
          rules={data.rules}
          things={things}
          returnTo={returnTo}
          actions={actions}
          onMove={changes.move}
        />
      ) : null}
      {view === 'list' && data ? (
        data.rules.length === 0 ? (
          <NoRules onTemplates={() => open('templates')} />
        ) : (
          <ListView
            storeId={storeId}
            rules={data.rules}
            things={things}
            filter={filter}
            returnTo={returnTo}
            actions={actions}
            onFilter={setFilter}
          />
        )
      ) : null}
      {shown && things ? (
        <RuleDetails storeId={storeId} rule={shown} things={things} returnTo={returnTo} onClose={() => show(null)} />
      ) : null}
      {shown && !things && thingsError ? (
        <Dialog title={shown.name} onClose={() => show(null)}>
          <LoadProblem message={loadProblemText(thingsError)} onRetry={retry} />
        </Dialog>
      ) : null}
      {deleted ? <DeleteRuleDialog storeId={storeId} rule={deleted} onClose={() => askToDelete(null)} /> : null}
    </main>
  );
}

const NoRules = ({ onTemplates }: { onTemplates: () => void }) => (
  <div className="mg-empty">
    <h2>No automations yet</h2>
    <p>Automations change windows, fees, offers and more when your conditions hold. Begin with a template.</p>
    <Button variant="default" onClick={onTemplates}>
      Choose a template
    </Button>
  </div>
);

const RulesSkeleton = () => (
  <div aria-busy>
    <Skeleton height={52} mb={8} />
    <Skeleton height={52} mb={8} />
    <Skeleton height={52} />
  </div>
);

/** Shows the rule that the address names (R2.14), also where the list would hide it. */
function useJustSaved(
  rules: readonly ListedRule[] | undefined,
  {
    view,
    showInList,
    setFilter,
  }: {
    view: AutomationsView;
    showInList: (hash: string) => void;
    setFilter: (change: (filter: ListFilter) => ListFilter) => void;
  },
) {
  const { hash } = useLocation();
  const id = Number(/^store-rule-(\d+)$/.exec(hash)?.[1]);
  const rule = rules?.find((one) => one.id === id);
  const isThere = rule !== undefined;
  useEffect(() => {
    if (!rule) return;
    // Rules of checkout and storefront are in the list alone.
    if (view === 'flow' && !isInFlow(rule.hook)) return showInList(hash);
    if (!rule.isEnabled) setFilter((filter) => ({ ...filter, isEnabledOnly: false }));
    setTimeout(() => {
      const row = document.getElementById(hash);
      row?.scrollIntoView({ block: 'center' });
      row?.focus({ preventScroll: true });
    });
    // Only when it comes, not with every change of the rules.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [hash, isThere, view]);
}

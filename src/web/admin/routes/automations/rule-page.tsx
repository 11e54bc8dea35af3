import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { MessagePage } from '../../../ui/message-page.tsx';
import { meQuery } from '../../me-query.ts';
import { loadProblemText } from '../../problem-words.ts';
import { NotFoundPage } from '../../shell/problem-pages.tsx';
import { SettingsSkeleton } from '../settings/settings-skeleton.tsx';
import { CREATE_RULE, EDIT_RULE } from './automation-places.ts';
import './automations.css';
import { RuleEditor } from './rule-editor.tsx';
import { formOf, newForm } from './rule-form.ts';
import { rulesQuery, type ListedRule } from './rule-queries.ts';
import { useStoreThings } from './use-store-things.ts';

export function CreateRulePage() {
  const { storeId } = useParams({ from: CREATE_RULE });
  const search = useSearch({ from: CREATE_RULE });
  return (
    <RulePage
      key={`${storeId} ${search.template} ${search.eventType} ${search.hook}`}
      storeId={storeId}
      rule={null}
      begin={search}
      returnTo={search.returnTo}
    />
  );
}

export function EditRulePage() {
  const { storeId, storeRuleId } = useParams({ from: EDIT_RULE });
  const { returnTo } = useSearch({ from: EDIT_RULE });
  const { data, error, refetch } = useQuery({ ...rulesQuery(storeId), refetchOnWindowFocus: false });
  const listed = data?.rules.find(({ id }) => id === storeRuleId);
  // A colleague who deletes the rule meanwhile must not take what is typed with it.
  const [kept, keep] = useState(listed);
  if (listed && listed !== kept) keep(listed);
  const rule = listed ?? (kept?.id === storeRuleId ? kept : undefined);
  if (data && !rule) return <NotFoundPage />;
  if (rule)
    return <RulePage key={`${storeId} ${rule.id}`} storeId={storeId} rule={rule} begin={{}} returnTo={returnTo} />;
  return error ? (
    <Unloaded error={error} onRetry={() => void refetch()} />
  ) : (
    <SettingsSkeleton title="Update Automation" />
  );
}

type RulePageProps = {
  storeId: number;
  rule: ListedRule | null;
  begin: Parameters<typeof newForm>[0];
  returnTo: string | undefined;
};

function RulePage({ storeId, rule, begin, returnTo }: RulePageProps) {
  const { data: mine } = useQuery(meQuery);
  const store = mine?.stores.find((one) => one.id === storeId);
  const { things, error, retry } = useStoreThings(storeId);
  const { template, eventType, hook } = begin;
  const initial = useMemo(
    () =>
      rule
        ? formOf(rule)
        : newForm({
            ...(template === undefined ? {} : { template }),
            ...(eventType === undefined ? {} : { eventType }),
            ...(hook === undefined ? {} : { hook }),
          }),
    // What others save meanwhile must not change under the hands.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [rule?.id, template, eventType, hook],
  );
  if (error) return <Unloaded error={error} onRetry={retry} />;
  if (!things || !store) return <SettingsSkeleton title={rule ? 'Update Automation' : 'Create Automation'} />;
  return (
    <RuleEditor
      storeId={storeId}
      rule={rule}
      initial={initial}
      things={things}
      offered={{
        hasShippingProtection: store.features.shippingProtection,
        hasSegments: things.customerSegments.length > 0 || things.isUnreachable,
        hasCustomFields: things.customFields.length > 0,
        // No integration of the product reports groups of tests or returns at a warehouse yet.
        hasAbTests: false,
        warehouse: null,
      }}
      returnTo={returnTo}
    />
  );
}

const Unloaded = ({ error, onRetry }: { error: Error; onRetry: () => void }) => (
  <MessagePage title="Unable to Load" actions={<Button onClick={onRetry}>Try again</Button>}>
    {loadProblemText(error)}
  </MessagePage>
);

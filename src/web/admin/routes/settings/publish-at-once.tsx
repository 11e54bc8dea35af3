import { Skeleton, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { saveConfig } from '#contract/merchant/settings.ts';
import { wordsOf } from '#core/settings/field.ts';
import { automations } from '#core/settings/groups/automations.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { settingsQuery } from '../../settings-query.ts';
import { rulesKey, rulesQuery } from '../automations/rule-queries.ts';
import { useOpenedField } from './use-opened-field.ts';

const PUBLISH_AT_ONCE = 'automations.isPublishedAtOnce';
const { label, help } = wordsOf(automations.fields.shape.isPublishedAtOnce);

/** Whether saves of automations go live without a draft. */
export function PublishAtOnce({ storeId }: { storeId: number }) {
  const client = useQueryClient();
  const settings = useQuery(settingsQuery(storeId));
  const saving = useMutation({
    mutationFn: ({ version, isOn }: { version: number; isOn: boolean }) =>
      call(saveConfig, {
        params: { storeId },
        body: { group: 'automations', version, document: { isPublishedAtOnce: isOn } },
      }),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: settingsQuery(storeId).queryKey }),
        client.invalidateQueries({ queryKey: rulesKey(storeId) }),
      ]),
  });
  const rules = useQuery(rulesQuery(storeId));
  const group = settings.data?.groups.automations;
  const openedField = useOpenedField(group !== undefined && rules.data !== undefined);
  if (!group || !rules.data) {
    const error = settings.error ?? rules.error;
    if (!error) return <Skeleton height={44} />;
    const retry = (): void => {
      for (const one of [settings, rules]) if (one.error) void one.refetch();
    };
    return <LoadProblem message={loadProblemText(error)} onRetry={retry} />;
  }
  return (
    <div className="mg-setting" id={PUBLISH_AT_ONCE} data-opened={openedField === PUBLISH_AT_ONCE}>
      <Switch
        my="xs"
        label={label}
        description={help}
        checked={saving.isPending ? saving.variables.isOn : rules.data.isPublishedAtOnce}
        onChange={(event) => saving.mutate({ version: group.version, isOn: event.currentTarget.checked })}
      />
      {saving.error ? <Notice tone="bad">{problemText(saving.error)}</Notice> : null}
    </div>
  );
}

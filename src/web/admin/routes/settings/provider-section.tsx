import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import { saveProviderControls } from '#contract/merchant/session.ts';
import { SubscriptionStatus } from '#core/stores/subscription.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { toast } from '../../../ui/toast.ts';
import { useLeaveGuard } from '../../../ui/use-leave-guard.tsx';
import { problemText } from '../../problem-words.ts';
import { meQuery } from '../../me-query.ts';
import type { MyStore } from '../../shell/access.ts';
import { SUBSCRIPTION_NAMES } from '../../subscription-name.ts';

type Draft = Pick<MyStore, 'isTest' | 'subscriptionStatus'> & { endDay: string; approveAt: string };

const draftOf = (store: MyStore): Draft => ({
  isTest: store.isTest,
  subscriptionStatus: store.subscriptionStatus,
  endDay: store.invoiceDefinition?.endDate.slice(0, 10) ?? '',
  approveAt: store.confirmationUrl ?? '',
});

/** What only the provider decides about a store; saved by itself. */
export function ProviderSection({ store }: { store: MyStore }) {
  const saved = draftOf(store);
  const [draft, setDraft] = useState(saved);
  const client = useQueryClient();
  const isChanged = JSON.stringify(draft) !== JSON.stringify(saved);
  const saving = useMutation({
    mutationFn: ({ endDay, approveAt, ...controls }: Draft) =>
      call(saveProviderControls, {
        params: { storeId: store.id },
        body: {
          ...controls,
          ...(approveAt === saved.approveAt
            ? {}
            : { confirmationUrl: approveAt.trim() === '' ? null : approveAt.trim() }),
          ...(endDay === saved.endDay
            ? {}
            : { invoiceDefinition: endDay === '' ? null : { endDate: `${endDay}T00:00:00Z` } }),
        },
      }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      toast('Provider controls saved');
    },
  });
  const leaveQuestion = useLeaveGuard({
    isChanged,
    children: "Your changes to the provider controls aren't saved. If you leave now, you'll lose them.",
  });
  return (
    <SettingsSection title="Provider controls" help="Seen by provider admins, and by everyone in a test store.">
      <Switch
        label="Test store"
        description="Everyone who can open it counts as a provider admin in it."
        checked={draft.isTest}
        onChange={(event) => setDraft({ ...draft, isTest: event.currentTarget.checked })}
      />
      <div className="mg-field-row">
        <NativeSelect
          label="Subscription"
          value={draft.subscriptionStatus}
          data={SubscriptionStatus.options.map((value) => ({
            value,
            label: SUBSCRIPTION_NAMES[value],
          }))}
          onChange={(event) => {
            const chosen = SubscriptionStatus.safeParse(event.currentTarget.value).data;
            if (chosen) setDraft({ ...draft, subscriptionStatus: chosen });
          }}
        />
        <TextInput
          type="date"
          label="Ends on"
          description="Without a day the store counts as expired. Its pages close at the start of the day, UTC."
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={draft.endDay}
          onChange={(event) => setDraft({ ...draft, endDay: event.currentTarget.value })}
        />
      </div>
      <TextInput
        type="url"
        label="Approve at (optional)"
        description="Where the merchant approves the subscription. Shown as a button while it needs action."
        placeholder="https://"
        maxLength={2000}
        value={draft.approveAt}
        onChange={(event) => setDraft({ ...draft, approveAt: event.currentTarget.value })}
      />
      {saving.error ? <Notice tone="bad">{problemText(saving.error)}</Notice> : null}
      <div>
        <Button variant="default" disabled={!isChanged} loading={saving.isPending} onClick={() => saving.mutate(draft)}>
          Save provider controls
        </Button>
      </div>
      {leaveQuestion}
    </SettingsSection>
  );
}

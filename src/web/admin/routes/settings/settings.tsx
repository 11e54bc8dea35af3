import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
import { saveSettings, type getSettings } from '#contract/merchant/merchant.ts';
import type { RouteAnswer } from '#contract/route.ts';
import type { StoreSettings } from '#core/settings/settings.ts';
import { MessagePage } from '../../../ui/message-page.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsPage } from '../../../ui/settings-page.tsx';
import { toast } from '../../../ui/toast.ts';
import { hasCode, problemText } from '../../problem-words.ts';
import { meQuery } from '../../me-query.ts';
import { settingsQuery } from '../../queries.ts';
import { isAdminOf, isSuperAdminOf, type MyStore } from '../../shell/access.ts';
import { NoRole } from '../../shell/problem-pages.tsx';
import { BrandSection, ExclusionsSection } from './brand-sections.tsx';
import { ExchangesSection, InstantExchangeSection, ShopNowSection, StockSection } from './exchange-sections.tsx';
import { FeesSection, GiftCardsSection, PaymentsSection } from './money-sections.tsx';
import { HelpdesksSection } from './helpdesks.tsx';
import { FlagsSection, ProviderSection } from './provider-section.tsx';
import { ReasonsSection } from './reasons-section.tsx';
import { refusedFields, type FieldErrors } from '../../field-errors.ts';
import { checkSettings } from './settings-errors.ts';
import { SettingsSkeleton } from './settings-skeleton.tsx';
import { InspectionSection } from './inspection-section.tsx';
import { ReturnLocationsSection } from './return-locations.tsx';
import { ShippingSection } from './shipping-sections.tsx';
import { GiftReturnsSection, MethodsSection, WindowsSection } from './windows-sections.tsx';

type Saved = RouteAnswer<typeof getSettings>;

/** All settings of the store on one page. */
export function Settings() {
  const { storeId } = useParams({ from: '/$storeId/settings' });
  const { data: mine } = useQuery(meQuery);
  const store = mine?.stores.find((one) => one.id === storeId);
  const isAllowed = mine !== undefined && store !== undefined && isAdminOf(store, mine.user.isProviderAdmin);
  const { data, error, refetch } = useQuery({ ...settingsQuery(storeId), enabled: isAllowed });
  if (mine && !isAllowed) return <NoRole needed="Admin" />;
  if (data && store && mine)
    return (
      <SettingsEditor
        key={storeId}
        store={store}
        isSuperAdmin={isSuperAdminOf(store, mine.user.isProviderAdmin)}
        saved={data}
      />
    );
  if (error instanceof ApiError && error.status === 403) return <NoRole needed="Admin" />;
  if (error)
    return (
      <MessagePage title="Unable to Load" actions={<Button onClick={() => void refetch()}>Try again</Button>}>
        {problemText(error)}
      </MessagePage>
    );
  return <SettingsSkeleton />;
}

type EditorProps = { store: MyStore; isSuperAdmin: boolean; saved: Saved };

function SettingsEditor({ store, isSuperAdmin, saved }: EditorProps) {
  const { id: storeId, currencyCode } = store;
  const client = useQueryClient();
  // Null while nothing differs from what is saved.
  const [draft, setDraft] = useState<StoreSettings | null>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const { queryKey } = settingsQuery(storeId);
  const saving = useMutation({
    mutationFn: (settings: StoreSettings) =>
      call(saveSettings, { params: { storeId }, body: { version: saved.version, settings } }),
    onSuccess: (next) => {
      client.setQueryData(queryKey, next);
      setDraft(null);
      // Menus show what the store has on.
      void client.invalidateQueries({ queryKey: meQuery.queryKey });
      toast('Settings saved');
    },
    onError: (error) => {
      if (error instanceof ApiError) setErrors(refusedFields(error.body));
    },
  });
  const settings = draft ?? saved.settings;
  const change = (part: Partial<StoreSettings>): void => {
    const next = { ...settings, ...part };
    setDraft(JSON.stringify(next) === JSON.stringify(saved.settings) ? null : next);
    if (saving.error && !hasCode(saving.error, 'SETTINGS_CHANGED')) saving.reset();
    // What was fixed stops being wrong at once; what is new is only judged when saving.
    setErrors((old) => {
      const now = checkSettings(next);
      return Object.fromEntries(Object.entries(old).filter(([field]) => field in now));
    });
  };
  const save = (): void => {
    if (!draft || saving.isPending) return;
    const wrong = checkSettings(draft);
    setErrors(wrong);
    if (Object.keys(wrong).length === 0) saving.mutate(draft);
    else setTimeout(() => document.querySelector<HTMLElement>('#content [aria-invalid="true"]')?.focus());
  };
  const revert = (): void => {
    setDraft(null);
    setErrors({});
    saving.reset();
  };
  const renew = async (): Promise<void> => {
    await client.refetchQueries({ queryKey });
    saving.reset();
  };
  const form = { settings, errors, change };
  return (
    <SettingsPage
      title="Settings"
      isChanged={draft !== null}
      isSaving={saving.isPending}
      errorCount={Object.keys(errors).length}
      onSave={save}
      onRevert={revert}
    >
      {saving.error ? <SaveProblem error={saving.error} onRenew={() => void renew()} /> : null}
      <WindowsSection {...form} />
      <MethodsSection {...form} />
      <GiftReturnsSection {...form} />
      <GiftCardsSection {...form} />
      <ExchangesSection {...form} />
      <PaymentsSection {...form} />
      <InstantExchangeSection {...form} />
      <ShopNowSection {...form} />
      <FeesSection {...form} currencyCode={currencyCode} />
      <StockSection {...form} />
      <ReasonsSection {...form} />
      <ShippingSection {...form} />
      <ReturnLocationsSection storeId={storeId} />
      <InspectionSection {...form} />
      <BrandSection {...form} />
      <ExclusionsSection {...form} />
      <HelpdesksSection storeId={storeId} />
      {isSuperAdmin ? (
        <>
          <FlagsSection {...form} />
          <ProviderSection store={store} />
        </>
      ) : null}
    </SettingsPage>
  );
}

function SaveProblem({ error, onRenew }: { error: Error; onRenew: () => void }) {
  if (!hasCode(error, 'SETTINGS_CHANGED')) return <Notice tone="bad">{problemText(error)}</Notice>;
  return (
    <Notice
      tone="waiting"
      action={
        <Button size="xs" variant="default" onClick={onRenew}>
          Keep mine, on top of the latest
        </Button>
      }
    >
      {problemText(error)} Revert shows theirs. To replace theirs with what you typed, continue and save again.
    </Notice>
  );
}

import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
import { saveSettings, type getSettings } from '#contract/merchant/merchant.ts';
import type { RouteAnswer } from '#contract/route.ts';
import type { StoreSettings } from '#core/settings/settings.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsPage } from '../../../ui/settings-page.tsx';
import { toast } from '../../../ui/toast.ts';
import { hasCode, problemText } from '../../problem-words.ts';
import { meQuery } from '../../me-query.ts';
import { settingsQuery } from '../../queries.ts';
import type { MyStore } from '../../shell/access.ts';
import { refusedFields, type FieldErrors } from '../../field-errors.ts';
import { checkSettings } from './settings-errors.ts';
import type { Section } from './settings-sections.tsx';

type Saved = RouteAnswer<typeof getSettings>;

type EditorProps = { section: Section; store: MyStore; saved: Saved };

/** One section of the settings; only what it shows can be changed, but the settings of the store are saved as one. */
export function SettingsEditor({ section, store, saved }: EditorProps) {
  const { id: storeId } = store;
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
      if (error instanceof ApiError) setErrors(refusedFields(error));
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
  const form = { settings, saved: saved.settings, errors, change };
  return (
    <SettingsPage
      title={section.label}
      isChanged={draft !== null}
      isSaving={saving.isPending}
      errorCount={Object.keys(errors).length}
      onSave={save}
      onRevert={revert}
    >
      {saving.error ? <SaveProblem error={saving.error} onRenew={() => void renew()} /> : null}
      {section.show(form, store)}
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

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
import { previewEmail, sendTestEmail } from '#contract/merchant/emails.ts';
import { problemsOfTemplate, type TemplateCode, type TemplateText } from '#core/emails/templates.ts';
import { SETTINGS_GROUPS } from '#core/settings/settings.ts';
import { isLanguage, LANGUAGES, type Language } from '#core/texts/languages.ts';
import { Notice } from '../../../ui/notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { problemText } from '../../problem-words.ts';
import { settingsQuery } from '../../settings-query.ts';

type Template = TemplateText & { code: TemplateCode; isChosenByStaff: boolean };
type Edited = Template & { claimExternalId: string | null; language: Language };

const previewQuery = (storeId: number, edited: Edited) =>
  queryOptions({
    queryKey: ['email-preview', storeId, edited],
    queryFn: ({ signal }) => call(previewEmail, { params: { storeId }, body: edited }, { signal }),
    retry: false,
    staleTime: 60_000,
  });

type PreviewProps = { title: string; code: TemplateCode; isChosenByStaff: boolean; text: TemplateText };

/** The email as the server renders it for a claim of the store, while it is typed. */
export function EmailTemplatePreview({ title, code, isChosenByStaff, text }: PreviewProps) {
  const { storeId } = useParams({ from: '/$storeId/settings/$section' });
  const [claim, setClaim] = useState('');
  const { data: settings } = useQuery(settingsQuery(storeId));
  const { portalLanguages, defaultLanguage } = useMemo(
    () => SETTINGS_GROUPS.languages.fields.parse(settings?.groups.languages.document ?? {}),
    [settings],
  );
  const [chosen, choose] = useState<Language | null>(null);
  const language = chosen ?? defaultLanguage;
  const claimExternalId = claim.trim() === '' ? null : claim.trim();
  const { subject, header, body } = text;
  // The same until a part of it changes: only what stays the same settles.
  const typed = useMemo(
    (): Edited => ({ code, isChosenByStaff, subject, header, body, claimExternalId, language }),
    [code, isChosenByStaff, subject, header, body, claimExternalId, language],
  );
  const [edited] = useDebouncedValue(typed, 250);
  // What can't be an email yet is no reason to ask; the last one that was stays in sight.
  const isWhole = Object.keys(problemsOfTemplate(code, edited)).length === 0;
  const preview = useQuery({
    ...previewQuery(storeId, edited),
    enabled: isWhole,
    placeholderData: keepPreviousData,
  });
  const testing = useMutation({
    mutationFn: () => call(sendTestEmail, { params: { storeId }, body: typed }),
    onSuccess: ({ to }) => toast(`Test sent to ${to}`),
  });
  const claimError = preview.error instanceof ApiError ? preview.error.fields['body.claimExternalId'] : undefined;
  const { data } = preview;
  return (
    <div className="mg-template-preview">
      <div className="mg-template-tools">
        <TextInput
          label="Preview with claim"
          placeholder={data?.claimExternalId ?? 'Newest claim'}
          maxLength={40}
          value={claim}
          onChange={(event) => setClaim(event.currentTarget.value)}
          {...(claimError === undefined ? {} : { error: claimError })}
        />
        {portalLanguages.length > 1 ? (
          <NativeSelect
            label="Language"
            aria-label={`Language of the preview of ${title}`}
            value={language}
            data={portalLanguages.map((value) => ({ value, label: LANGUAGES[value].name }))}
            onChange={(event) => {
              const { value } = event.currentTarget;
              if (isLanguage(value)) choose(value);
            }}
          />
        ) : null}
        <Button
          variant="default"
          loading={testing.isPending}
          disabled={!isWhole}
          onClick={() => testing.mutate()}
          aria-label={`Send a test of ${title} to me`}
        >
          Send me a test
        </Button>
      </div>
      {testing.error ? <Notice tone="bad">{problemText(testing.error)}</Notice> : null}
      {preview.error && claimError === undefined ? <Notice tone="bad">{problemText(preview.error)}</Notice> : null}
      {isWhole ? null : <Notice tone="waiting">The preview follows once every text is complete.</Notice>}
      {data && isWhole && !preview.isPlaceholderData && data.language !== language ? (
        <Notice tone="waiting">
          Customers who read {LANGUAGES[language].name} get this text in {LANGUAGES[data.language].name}.{' '}
          {isChosenByStaff ? null : (
            <>
              Translate it in{' '}
              <Link to="/$storeId/settings/$section" params={{ storeId, section: 'languages' }}>
                Texts
              </Link>
              .
            </>
          )}
        </Notice>
      ) : null}
      {data ? (
        <>
          <p className="mg-template-subject">
            <span className="mg-muted">
              {data.claimExternalId === null ? 'With made-up values' : `For ${data.claimExternalId}`}
            </span>
            <strong>
              <bdi lang={data.language}>{data.subject}</bdi>
            </strong>
          </p>
          {/* An empty sandbox lets the email run nothing and reach nothing of ours. */}
          <iframe
            className="mg-template-frame"
            title={`Preview of ${title}`}
            sandbox=""
            srcDoc={data.html}
            {...(isWhole ? {} : { 'data-stale': true })}
          />
        </>
      ) : null}
    </div>
  );
}

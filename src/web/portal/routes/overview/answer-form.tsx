import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useState } from 'react';
import { messageOf, portalCall } from '../../api.ts';
import { MAX_MEDIA, type DraftMedia } from '../../draft.ts';
import { dropStored, readStored, writeStored } from '../../storage.ts';
import { Button } from '../../ui/button.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useUploads } from '../../use-uploads.ts';
import type { ClaimOverview } from './claim-overview.ts';
import styles from './answer-form.module.css';
import { t } from '../../texts.ts';

type Kept = { answer: string; media: readonly DraftMedia[] };

function readKept(key: string): Kept {
  const stored = readStored(key);
  const isKept =
    typeof stored === 'object' &&
    stored !== null &&
    'answer' in stored &&
    'media' in stored &&
    Array.isArray(stored.media);
  return isKept ? (stored as Kept) : { answer: '', media: [] };
}

/** The store's question and the shopper's answer, with photos; what was typed survives a reload. */
export function AnswerForm({
  slug,
  claim,
  onAnswered,
}: {
  slug: string;
  claim: ClaimOverview;
  onAnswered: () => void;
}) {
  const id = useId();
  const key = `makegood:answer:${slug}:${claim.externalId}`;
  const [kept, setKept] = useState(() => readKept(key));
  const [isTried, setTried] = useState(false);
  const uploads = useUploads({ slug, idFromPlatform: claim.orderIdFromPlatform }, key, (_, media) =>
    setKept((before) => ({ ...before, media: [...before.media, media].slice(0, MAX_MEDIA) })),
  );
  useEffect(() => writeStored(key, kept), [key, kept]);

  const send = useMutation({
    mutationFn: () =>
      portalCall('answerInfo', {
        params: { slug, externalId: claim.externalId },
        body: { answer: kept.answer.trim(), mediaIds: kept.media.map(({ mediaId }) => mediaId) },
      }),
    onSuccess: () => {
      dropStored(key);
      uploads.clear();
      onAnswered();
    },
  });
  const isEmpty = kept.answer.trim() === '';
  const isUploading = uploads.list.some(({ failure }) => !failure);

  function submit(event: React.SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    if (isEmpty) document.getElementById(id)?.focus();
    else if (!send.isPending) send.mutate();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h2>{t('answer.heading')}</h2>
      {claim.infoRequest !== '' && (
        <blockquote className={styles.question} dir="auto">
          {claim.infoRequest}
        </blockquote>
      )}
      <div>
        <label htmlFor={id} className={styles.label}>
          {t('answer.answer')}
        </label>
        <textarea
          id={id}
          className={styles.answer}
          rows={4}
          maxLength={2000}
          dir="auto"
          required
          value={kept.answer}
          aria-invalid={isTried && isEmpty}
          aria-describedby={`${id}-error`}
          onChange={(event) => setKept((before) => ({ ...before, answer: event.target.value }))}
        />
        <p id={`${id}-error`} className={styles.error}>
          {isTried && isEmpty && t('answer.missing')}
        </p>
      </div>
      <fieldset>
        <legend className={styles.label}>
          {t('reason.media')} <span className={styles.optional}>{t('common.optional')}</span>
        </legend>
        <FilePicker
          owner="answer"
          media={kept.media}
          uploads={uploads}
          onRemove={(mediaId) =>
            setKept((before) => ({
              ...before,
              media: before.media.filter((media) => media.mediaId !== mediaId),
            }))
          }
        />
      </fieldset>
      {send.isError && (
        <Notice tone="bad">
          <p>{messageOf(send.error)}</p>
        </Notice>
      )}
      <Button type="submit" isBusy={send.isPending || send.isSuccess} disabled={isUploading}>
        {isUploading ? t('files.wait') : t('answer.send')}
      </Button>
    </form>
  );
}

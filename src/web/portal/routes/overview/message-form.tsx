import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { messageOf } from '../../api.ts';
import { withFile, type DraftMedia } from '../../draft.ts';
import { dropStored, readStored, writeStored } from '../../storage.ts';
import { Button } from '../../ui/button.tsx';
import { FilePicker } from '../../ui/file-picker.tsx';
import { focusHeading } from '../../ui/focus-heading.ts';
import { Notice } from '../../ui/notice.tsx';
import { useUploads } from '../../use-uploads.ts';
import type { ClaimOverview } from './claim-overview.ts';
import styles from './message-form.module.css';
import { t } from '../../texts.ts';

type Kept = { text: string; media: readonly DraftMedia[] };

function readKept(key: string): Kept {
  const stored = readStored(key);
  const isKept =
    typeof stored === 'object' &&
    stored !== null &&
    'text' in stored &&
    'media' in stored &&
    Array.isArray(stored.media);
  return isKept ? (stored as Kept) : { text: '', media: [] };
}

type Props = {
  slug: string;
  claim: ClaimOverview;
  /** Under which what was typed is kept, and of which its files are. */
  name: string;
  heading: string;
  children: ReactNode;
  label: string;
  missing: string;
  button: string;
  send: (text: string, mediaIds: string[]) => Promise<unknown>;
  onSent: () => void;
};

/** A message to the store, with photos; what was typed survives a reload. */
export function MessageForm({ slug, claim, name, heading, children, label, missing, button, ...doing }: Props) {
  const id = useId();
  const key = `makegood:${name}:${slug}:${claim.externalId}`;
  const [kept, setKept] = useState(() => readKept(key));
  const [isTried, setTried] = useState(false);
  const uploads = useUploads({ slug, idFromPlatform: claim.orderIdFromPlatform }, key, (_, media) =>
    setKept((before) => ({ ...before, media: withFile(before.media, media) })),
  );
  useEffect(() => writeStored(key, kept), [key, kept]);

  const send = useMutation({
    mutationFn: () =>
      doing.send(
        kept.text.trim(),
        kept.media.map(({ mediaId }) => mediaId),
      ),
    onSuccess: () => {
      dropStored(key);
      uploads.clear();
      doing.onSent();
      focusHeading();
    },
  });
  const isEmpty = kept.text.trim() === '';
  const isUploading = uploads.list.some(({ failure }) => !failure);

  function submit(event: React.SyntheticEvent): void {
    event.preventDefault();
    setTried(true);
    if (isEmpty) document.getElementById(id)?.focus();
    else if (!send.isPending) send.mutate();
  }

  return (
    <form className={styles.form} onSubmit={submit} noValidate>
      <h2>{heading}</h2>
      {children}
      <div>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <textarea
          id={id}
          className={styles.answer}
          rows={4}
          maxLength={2000}
          dir="auto"
          required
          value={kept.text}
          aria-invalid={isTried && isEmpty}
          aria-describedby={`${id}-error`}
          onChange={(event) => setKept((before) => ({ ...before, text: event.target.value }))}
        />
        <p id={`${id}-error`} className={styles.error}>
          {isTried && isEmpty && missing}
        </p>
      </div>
      <fieldset>
        <legend className={styles.label}>
          {t('reason.media')} <span className={styles.optional}>{t('common.optional')}</span>
        </legend>
        <FilePicker
          owner={name}
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
        {isUploading ? t('files.wait') : button}
      </Button>
    </form>
  );
}

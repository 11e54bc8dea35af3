import { percent } from '../format.ts';
import { IconFile, IconRefresh, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { mediaKind } from '#core/claims/media-types.ts';
import type { DraftMedia } from '../draft.ts';
import type { Upload } from '../use-uploads.ts';
import styles from './media-tile.module.css';
import { t } from '../texts.ts';

function Preview({ url, contentType, name }: { url: string; contentType: string; name: string }) {
  const [isBroken, setBroken] = useState(false);
  // Some phones make photos that no browser draws; they are still sent.
  if (isBroken || url === '' || mediaKind(contentType) === 'pdf') {
    return (
      <span className={styles.nameless}>
        <IconFile size={28} stroke={1.25} aria-hidden="true" />
        <span dir="auto">{name}</span>
      </span>
    );
  }
  return contentType.startsWith('video/') ? (
    <video src={url} muted playsInline preload="metadata" aria-label={name} onError={() => setBroken(true)} />
  ) : (
    <img src={url} alt={name} onError={() => setBroken(true)} />
  );
}

function RemoveButton({ name, onRemove }: { name: string; onRemove: () => void }) {
  return (
    <button type="button" className={styles.remove} onClick={onRemove} aria-label={t('files.remove', { file: name })}>
      <IconX size={18} aria-hidden="true" />
    </button>
  );
}

export function MediaTile({ media, onRemove }: { media: DraftMedia; onRemove: () => void }) {
  return (
    <li className={styles.tile}>
      <div className={styles.box}>
        <Preview url={media.url} contentType={media.contentType} name={media.filename} />
      </div>
      <RemoveButton name={media.filename} onRemove={onRemove} />
    </li>
  );
}

export function UploadTile({
  upload,
  onRetry,
  onRemove,
}: {
  upload: Upload;
  onRetry: () => void;
  onRemove: () => void;
}) {
  const { file, preview, progress, failure } = upload;
  return (
    <li className={failure ? styles.failed : styles.tile}>
      <div className={styles.box}>
        <Preview url={preview} contentType={file.type} name={file.name} />
        {!failure && (
          <progress
            className={styles.progress}
            value={progress}
            max={1}
            aria-label={t('files.uploading', { file: file.name })}
          >
            {percent(Math.round(progress * 100) * 100)}
          </progress>
        )}
      </div>
      <RemoveButton name={file.name} onRemove={onRemove} />
      {failure && (
        <div className={styles.words} role="alert">
          <p>{failure.message}</p>
          {failure.reason !== null && <p className={styles.reason}>{failure.reason}</p>}
          <button
            type="button"
            className={styles.retry}
            onClick={onRetry}
            aria-label={t('files.again', { file: file.name })}
          >
            <IconRefresh size={18} aria-hidden="true" />
            {t('common.tryAgain')}
          </button>
        </div>
      )}
    </li>
  );
}

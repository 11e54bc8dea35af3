import { IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { useRef, useState, type ChangeEvent, type DragEvent } from 'react';
import { MEDIA_ACCEPTED } from '#core/claims/media-types.ts';
import { asChosen, MAX_MEDIA, type DraftMedia } from '../draft.ts';
import type { Uploads } from '../use-uploads.ts';
import { buttonClass } from './button.tsx';
import { cx } from './cx.ts';
import styles from './file-picker.module.css';
import { MediaTile, UploadTile } from './media-tile.tsx';
import { t } from '../texts.ts';

type Props = {
  owner: string;
  media: readonly DraftMedia[];
  uploads: Uploads;
  /** As many as the server takes, and of these types; the words for both. */
  most?: number;
  accept?: string;
  add?: string;
  full?: string;
  /** More files are needed before the shopper can go on, and `isTried`: they tried to. */
  isMissing?: boolean;
  isTried?: boolean;
  onRemove: (mediaId: string) => void;
};

/** Photos, PDFs and, unless another kind is asked for, videos: choose, take or drop them; each shows itself, its progress, and how to repeat or remove it. */
export function FilePicker({
  owner,
  media,
  uploads,
  most = MAX_MEDIA,
  accept = MEDIA_ACCEPTED,
  add: addWords = t('files.add'),
  full: fullWords = t('files.full', { most }),
  isMissing = false,
  isTried = false,
  onRemove,
}: Props) {
  const picker = useRef<HTMLDivElement>(null);
  const [isOver, setOver] = useState(false);
  const own = uploads.list.filter((upload) => upload.owner === owner);
  const left = most - media.length - own.length;
  const failed = own.filter(({ failure }) => failure !== null).length;

  const add = (files: Iterable<File>): void => uploads.add(owner, [...files].slice(0, Math.max(0, left)));
  function choose(event: ChangeEvent<HTMLInputElement>): void {
    add(event.target.files ?? []);
    // The same file may be chosen again after it was removed.
    event.target.value = '';
  }
  function drop(event: DragEvent): void {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  }

  const tiles = asChosen([
    ...media.map((item) => ({
      chosenOn: item.chosenOn ?? 0,
      tile: <MediaTile key={item.mediaId} media={item} onRemove={() => remove(() => onRemove(item.mediaId))} />,
    })),
    ...own.map((upload) => ({
      chosenOn: upload.chosenOn,
      tile: (
        <UploadTile
          key={upload.key}
          upload={upload}
          onRetry={() => uploads.retry(upload.key)}
          onRemove={() => remove(() => uploads.remove(upload.key))}
        />
      ),
    })),
  ]);

  /** The button that was pressed goes with its file. */
  function remove(act: () => void): void {
    act();
    requestAnimationFrame(() => picker.current?.querySelector('input')?.focus());
  }

  return (
    <div
      ref={picker}
      className={cx(styles.picker, isMissing && isTried && styles.missing, isOver && styles.over)}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      {tiles.length > 0 && <ul className={styles.tiles}>{tiles.map(({ tile }) => tile)}</ul>}
      {failed > 0 && <p className={styles.hint}>{t('files.left', { count: failed })}</p>}
      {left > 0 ? (
        <div className={styles.buttons}>
          <label className={cx(buttonClass('quiet'), styles.file)}>
            <IconPhotoPlus size={20} aria-hidden="true" />
            {addWords}
            <input type="file" multiple accept={accept} data-wrong={isMissing ? true : undefined} onChange={choose} />
          </label>
          <label className={cx(buttonClass('quiet'), styles.file, styles.camera)}>
            <IconCamera size={20} aria-hidden="true" />
            {t('files.take')}
            <input type="file" accept="image/*" capture="environment" onChange={choose} />
          </label>
        </div>
      ) : (
        <p className={styles.hint}>{fullWords}</p>
      )}
      <p className={styles.drop}>{t('files.drop')}</p>
    </div>
  );
}

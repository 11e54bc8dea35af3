import { ActionIcon, Button, FileButton, Progress } from '@mantine/core';
import { IconCamera, IconRefresh, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { MEDIA_ACCEPTED } from '#core/claims/media-types.ts';
import { Thumbnail } from '../../../ui/media-viewer.tsx';
import { toast } from '../../../ui/toast.ts';
import { useDropped } from '../../../ui/use-dropped.ts';
import type { Upload, Uploads } from './use-uploads.ts';

type PhotoFieldsProps = Uploads & { most: number; error: string | undefined };

/** Photos, videos and PDFs to send along, `most` of them: chosen, taken with the camera, or dropped. */
export function PhotoFields({ uploads, add, retry, remove, most, error }: PhotoFieldsProps) {
  const take = (files: readonly File[]): void => {
    const room = most - uploads.length;
    add(files.slice(0, room));
    if (files.length > room) toast(`You can add up to ${most} files.`, 'bad');
  };
  const zone = useDropped<HTMLFieldSetElement>(take);
  const reset = useRef<(() => void) | null>(null);
  return (
    <fieldset className="mg-photos" ref={zone}>
      <legend>Photos, videos and PDFs</legend>
      <ul className="mg-media" aria-label="Added files">
        {uploads.map((upload) => (
          <li key={upload.key}>
            <PhotoTile upload={upload} onRetry={() => retry(upload)} onRemove={() => remove(upload)} />
          </li>
        ))}
      </ul>
      <FileButton
        accept={MEDIA_ACCEPTED}
        multiple
        resetRef={reset}
        onChange={(files) => {
          take(files);
          // A file that was removed can be chosen again.
          reset.current?.();
        }}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            leftSection={<IconCamera size={16} aria-hidden />}
            disabled={uploads.length >= most}
          >
            Add photos, videos or PDFs
          </Button>
        )}
      </FileButton>
      {error ? (
        <p className="mg-form-error" role="alert" tabIndex={-1}>
          {error}
        </p>
      ) : null}
    </fieldset>
  );
}

type TileProps = { upload: Upload; onRetry: () => void; onRemove: () => void };

function PhotoTile({ upload, onRetry, onRemove }: TileProps) {
  const { file, media, problem, share } = upload;
  return (
    <div className="mg-photo">
      <span className="mg-picture mg-photo-picture">
        {media ? <Thumbnail media={media} /> : null}
        {!media && !problem ? (
          <Progress value={share * 100} w={48} aria-label={`Uploading ${file.name}`} color="accent" />
        ) : null}
        {problem ? (
          <ActionIcon variant="default" aria-label={`Try again: ${file.name}`} onClick={onRetry}>
            <IconRefresh size={16} aria-hidden />
          </ActionIcon>
        ) : null}
      </span>
      <ActionIcon
        className="mg-photo-remove"
        variant="default"
        size={24}
        radius="xl"
        aria-label={`Remove ${file.name}`}
        onClick={onRemove}
      >
        <IconX size={12} aria-hidden />
      </ActionIcon>
      {problem ? (
        <span className="mg-photo-problem" role="alert">
          {problem}
        </span>
      ) : null}
    </div>
  );
}

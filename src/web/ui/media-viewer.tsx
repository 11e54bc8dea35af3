import { ActionIcon, Button, Modal, Tooltip } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconDownload,
  IconFile,
  IconFileTypePdf,
  IconLink,
  IconPlayerPlayFilled,
} from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { mediaKind } from '#core/claims/media-types.ts';
import './media-viewer.css';
import './picture.css';
import { useCopy } from './use-copy.tsx';

export type Media = { id: string; filename: string; contentType: string; url: string; thumbnailUrl: string | null };

/** Photos, videos and documents, small; each opens large. */
export function MediaStrip({ media, label = 'Files' }: { media: readonly Media[]; label?: string }) {
  const [index, setIndex] = useState<number | null>(null);
  const tiles = useRef<HTMLUListElement>(null);
  const close = (): void => {
    const at = index;
    setIndex(null);
    // Back to the picture seen last, after the focus trap has let go.
    setTimeout(() => tiles.current?.querySelectorAll<HTMLElement>('button')[at ?? 0]?.focus());
  };
  return (
    <>
      <ul className="mg-media" ref={tiles} aria-label={label}>
        {media.map((one, at) => (
          <li key={one.id}>
            <button
              type="button"
              className="mg-picture mg-media-open"
              onClick={() => setIndex(at)}
              aria-label={`Open ${one.filename}`}
            >
              <Thumbnail media={one} />
            </button>
          </li>
        ))}
      </ul>
      {index === null ? null : <MediaViewer media={media} index={index} onIndex={setIndex} onClose={close} />}
    </>
  );
}

/** A photo made small, or itself where it has no small one. */
export function Thumbnail({ media }: { media: Pick<Media, 'contentType' | 'url'> & { thumbnailUrl?: string | null } }) {
  const { contentType, url, thumbnailUrl = null } = media;
  const small = useShownKind({ contentType, url: thumbnailUrl ?? '' });
  const whole = useShownKind(media);
  const isSmall = thumbnailUrl !== null && small.kind === 'image';
  const { kind, onError } = isSmall ? small : whole;
  if (kind === 'image')
    return <img src={isSmall ? thumbnailUrl : url} alt="" width={64} height={64} loading="lazy" onError={onError} />;
  const Shape = kind === 'video' ? IconPlayerPlayFilled : kind === 'pdf' ? IconFileTypePdf : IconFile;
  return <Shape size={24} aria-hidden />;
}

/**
 * Shows a file. Not every browser can show every phone photo. A new address is tried again, because each one expires.
 */
function useShownKind({ contentType, url }: Pick<Media, 'contentType' | 'url'>) {
  const [broken, setBroken] = useState<string | null>(null);
  return { kind: broken === url ? 'other' : mediaKind(contentType), onError: () => setBroken(url) };
}

type ViewerProps = { media: readonly Media[]; index: number; onIndex: (index: number) => void; onClose: () => void };

/** One file over the whole screen; the arrow keys go to the others. */
function MediaViewer({ media, index, onIndex, onClose }: ViewerProps) {
  const { copy, byHand } = useCopy();
  const shown = media[index];
  if (!shown) return null;
  const step = (by: number): void => onIndex((index + by + media.length) % media.length);
  const onKeyDown = (event: KeyboardEvent): void => {
    // A video has arrow keys of its own.
    if (event.target instanceof HTMLVideoElement) return;
    if (event.key === 'ArrowRight') step(1);
    else if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'Home') onIndex(0);
    else if (event.key === 'End') onIndex(media.length - 1);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <Modal
        opened
        onClose={onClose}
        fullScreen
        closeOnEscape={byHand === null}
        returnFocus={false}
        title={shown.filename}
        classNames={{ content: 'mg-viewer', body: 'mg-viewer-body' }}
        closeButtonProps={{ 'aria-label': 'Close' }}
        onKeyDown={onKeyDown}
      >
        <div className="mg-viewer-stage">
          <Large key={shown.id} media={shown} />
        </div>
        <div className="mg-viewer-bar">
          <Tooltip label="Previous file" withinPortal={false}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label="Previous file"
              disabled={media.length < 2}
              onClick={() => step(-1)}
            >
              <IconChevronLeft size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <output className="mg-muted">{`${index + 1} of ${media.length}`}</output>
          <Tooltip label="Next file" withinPortal={false}>
            <ActionIcon
              variant="default"
              size={36}
              aria-label="Next file"
              disabled={media.length < 2}
              onClick={() => step(1)}
              {...(media.length < 2 ? {} : { 'data-autofocus': true })}
            >
              <IconChevronRight size={18} aria-hidden />
            </ActionIcon>
          </Tooltip>
          <span className="mg-viewer-gap" />
          <Button
            variant="default"
            leftSection={<IconLink size={16} aria-hidden />}
            onClick={() => copy(new URL(shown.url, window.location.href).href)}
          >
            Copy link
          </Button>
          <Button
            variant="default"
            component="a"
            href={shown.url}
            download={shown.filename}
            leftSection={<IconDownload size={16} aria-hidden />}
          >
            Download
          </Button>
        </div>
      </Modal>
      {byHand}
    </>
  );
}

function Large({ media }: { media: Media }) {
  const { kind, onError } = useShownKind(media);
  if (kind === 'image') return <img src={media.url} alt={media.filename} onError={onError} />;
  // What shoppers film comes without captions.
  if (kind === 'video')
    return <video src={media.url} aria-label={media.filename} controls autoPlay muted onError={onError} />;
  // Browsers of phones show no documents in a frame.
  if (kind === 'pdf' && navigator.pdfViewerEnabled) return <iframe src={media.url} title={media.filename} />;
  return (
    <div className="mg-empty">
      <h2>File Preview Unavailable</h2>
      <p>This file type cannot be previewed at this time.</p>
      <Button component="a" href={media.url} download={media.filename}>
        Download File
      </Button>
    </div>
  );
}

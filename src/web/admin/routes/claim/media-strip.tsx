import { Button, Modal } from '@mantine/core';
import { IconFile, IconPlayerPlayFilled } from '@tabler/icons-react';
import { useState } from 'react';
import type { ClaimLineShown } from '#contract/claim-shapes.ts';
import { mediaKind } from './claim-words.ts';

type Media = ClaimLineShown['media'][number];

/** The shopper's photos and videos, small; each opens large. */
export function MediaStrip({ media }: { media: readonly Media[] }) {
  const [index, setIndex] = useState<number | null>(null);
  const shown = index === null ? undefined : media[index];
  const step = (by: number): void => setIndex((at) => (at === null ? null : (at + by + media.length) % media.length));
  return (
    <>
      <div className="mg-media">
        {media.map((one, at) => (
          <button
            key={one.id}
            type="button"
            className="mg-picture mg-media-open"
            onClick={() => setIndex(at)}
            aria-label={`Open ${one.filename}`}
          >
            <Thumbnail media={one} />
          </button>
        ))}
      </div>
      <Modal
        opened={shown !== undefined}
        onClose={() => setIndex(null)}
        size="xl"
        title={shown?.filename ?? ''}
        onKeyDown={(event) => {
          if (event.key === 'ArrowRight') step(1);
          if (event.key === 'ArrowLeft') step(-1);
        }}
      >
        {shown ? <Large media={shown} /> : null}
        {media.length > 1 ? (
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={() => step(-1)}>
              Previous
            </Button>
            <Button variant="default" onClick={() => step(1)}>
              Next
            </Button>
          </div>
        ) : null}
      </Modal>
    </>
  );
}

function Thumbnail({ media }: { media: Media }) {
  const kind = mediaKind(media.contentType);
  if (kind === 'image') return <img src={media.url} alt="" width={64} height={64} loading="lazy" />;
  return kind === 'video' ? <IconPlayerPlayFilled size={24} aria-hidden /> : <IconFile size={24} aria-hidden />;
}

function Large({ media }: { media: Media }) {
  const kind = mediaKind(media.contentType);
  if (kind === 'image')
    return <img className="mg-media-large" src={media.url} alt={`From the customer: ${media.filename}`} />;
  // Shoppers' videos come without captions.
  if (kind === 'video') return <video className="mg-media-large" src={media.url} controls autoPlay muted />;
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

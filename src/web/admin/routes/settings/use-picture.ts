import { useCallbackRef } from '@mantine/hooks';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
import { finishPicture, startPicture } from '#contract/merchant/brand.ts';
import { BRAND_PICTURES, type BrandPicture } from '#core/brand/pictures.ts';
import { putFile } from '../../../ui/put-file.ts';
import { problemText } from '../../problem-words.ts';

/** Sends a picture of the brand; `onSent` gets the address it is shown at. One at a time: the next takes the place of the last. */
export function usePicture(storeId: number, picture: BrandPicture, onSent: (address: string) => void) {
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string>();
  const [note, setNote] = useState<string | null>(null);
  const running = useRef<AbortController>(undefined);
  // What is typed elsewhere on the page while a picture is on its way must not be undone when it arrives.
  const tellSent = useCallbackRef(onSent);
  useEffect(() => () => running.current?.abort(), []);

  const clear = useCallback((): void => {
    running.current?.abort();
    setShare(null);
    setProblem(undefined);
    setNote(null);
  }, []);

  const send = async (file: File): Promise<void> => {
    clear();
    const { signal } = (running.current = new AbortController());
    setShare(0);
    try {
      const sent = await sendPicture(storeId, picture, await asPixels(file), setShare, signal);
      tellSent(sent.address);
      setNote(sent.isPadded ? paddedNote(picture) : null);
    } catch (error) {
      if (signal.aborted) return;
      setProblem(pictureProblemText(file, error));
    }
    setShare(null);
  };
  return { send: (file: File) => void send(file), clear, share, problem, note };
}

const paddedNote = (picture: BrandPicture): string =>
  picture === 'logo'
    ? `This picture isn't twice as wide as high. We added clear space around it.`
    : `This picture has another shape than a ${BRAND_PICTURES[picture].name}. We added clear space around it.`;

async function sendPicture(
  storeId: number,
  picture: BrandPicture,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) {
  const filename = file.name.slice(-255);
  const { uploadId, ...target } = await call(
    startPicture,
    {
      params: { storeId },
      body: { picture, filename, contentType: file.type.slice(0, 100), size: Math.max(1, file.size) },
    },
    { signal },
  );
  await putFile(target, file, onProgress, signal);
  return call(finishPicture, { params: { storeId, uploadId }, body: { picture, filename } }, { signal });
}

const pictureProblemText = (file: File, error: unknown): string =>
  error instanceof ApiError && error.status > 0 && error.isKnown
    ? problemText(error)
    : `Error Uploading File: ${file.name}`;

/** Long enough for a screen with many pixels. */
const DRAWN_WIDTH = 1200;

/** A drawn picture (SVG) as pixels, which carry no scripts; every other file as it is. */
async function asPixels(file: File): Promise<File> {
  if (file.type !== 'image/svg+xml') return file;
  const url = URL.createObjectURL(file);
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    // One without a size of its own has none here either.
    const [width, height] = [image.naturalWidth || DRAWN_WIDTH, image.naturalHeight || DRAWN_WIDTH];
    const scale = DRAWN_WIDTH / Math.max(width, height);
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => {
      canvas.toBlob(resolve, 'image/png');
    });
    if (blob === null) throw new Error('the browser could not draw the picture');
    return new File([blob], file.name.replace(/\.svg$/i, '.png'), { type: 'image/png' });
  } finally {
    URL.revokeObjectURL(url);
  }
}

import { useCallback, useEffect, useRef, useState } from 'react';
import type { DraftMedia } from './draft.ts';
import { dropFile, keepFile, keptFiles, type KeptFile } from './kept-files.ts';
import { sendFile, uploadFailure, type UploadPlace } from './upload.ts';

/** A file on its way. `owner` is the order line (or form) it belongs to. */
export type Upload = {
  key: string;
  owner: string;
  chosenOn: number;
  file: File;
  preview: string;
  progress: number;
  failure: { message: string; reason: string | null } | null;
};

export type Uploads = {
  list: readonly Upload[];
  add: (owner: string, files: readonly File[]) => void;
  retry: (key: string) => void;
  remove: (key: string) => void;
  /** Drops every upload that hasn't finished. */
  clear: () => void;
};

let lastChosenOn = 0;
/** Now, but later than that of every file before: many are chosen at once. */
function nextChosenOn(): number {
  lastChosenOn = Math.max(lastChosenOn + 1, Date.now());
  return lastChosenOn;
}

const startOf = (part: KeptFile & { preview: string }): Upload => ({
  ...part,
  progress: 0,
  failure: null,
});

/**
 * Uploads that continue across screens; each finished file is passed to `onDone`. Unfinished uploads restart when the
 * page opens again; `keptAs` names them in the browser's storage.
 */
export function useUploads(
  { slug, idFromPlatform }: UploadPlace,
  keptAs: string,
  onDone: (owner: string, media: DraftMedia) => void,
): Uploads {
  const [list, setList] = useState<readonly Upload[]>([]);
  const running = useRef(new Map<string, AbortController>());
  const done = useRef(onDone);
  useEffect(() => {
    done.current = onDone;
  });

  const change = useCallback((key: string, part: Partial<Upload>): void => {
    setList((all) => all.map((upload) => (upload.key === key ? { ...upload, ...part } : upload)));
  }, []);

  const send = useCallback(
    async ({ key, owner, chosenOn, file, preview }: Upload): Promise<void> => {
      const controller = new AbortController();
      running.current.set(key, controller);
      try {
        const media = await sendFile(
          { slug, idFromPlatform },
          file,
          (progress) => change(key, { progress }),
          controller.signal,
        );
        setList((all) => all.filter((upload) => upload.key !== key));
        URL.revokeObjectURL(preview);
        done.current(owner, { ...media, chosenOn });
        void dropFile(key);
      } catch (error) {
        if (!controller.signal.aborted) change(key, { failure: uploadFailure(file.name, error), progress: 0 });
      } finally {
        running.current.delete(key);
      }
    },
    [slug, idFromPlatform, change],
  );

  useEffect(() => {
    const controllers = running.current;
    let isGone = false;
    void keptFiles(keptAs).then((kept) => {
      if (isGone || kept.length === 0) return;
      const again = kept.map((file) => startOf({ ...file, preview: URL.createObjectURL(file.file) }));
      setList((all) => [...again, ...all]);
      again.forEach((upload) => void send(upload));
    });
    return () => {
      isGone = true;
      controllers.forEach((controller) => controller.abort());
    };
  }, [keptAs, send]);

  const add = useCallback(
    (owner: string, files: readonly File[]): void => {
      const added = files.map((file, index): Upload => {
        const preview = URL.createObjectURL(file);
        return startOf({ key: `${preview}#${index}`, owner, chosenOn: nextChosenOn(), file, preview });
      });
      setList((all) => [...all, ...added]);
      added.forEach((upload) => {
        void keepFile(keptAs, upload);
        void send(upload);
      });
    },
    [keptAs, send],
  );

  const retry = useCallback(
    (key: string): void => {
      const upload = list.find((other) => other.key === key);
      if (!upload || running.current.has(key)) return;
      change(key, { failure: null, progress: 0 });
      void send(upload);
    },
    [list, change, send],
  );

  const remove = useCallback((key: string): void => {
    running.current.get(key)?.abort();
    void dropFile(key);
    setList((all) => {
      const gone = all.find((upload) => upload.key === key);
      if (gone) URL.revokeObjectURL(gone.preview);
      return all.filter((upload) => upload.key !== key);
    });
  }, []);

  return { list, add, retry, remove, clear: () => list.forEach(({ key }) => remove(key)) };
}

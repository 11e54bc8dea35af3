import { Button } from '@mantine/core';
import { useState } from 'react';
import './newer-older.css';

type Props = { pages: Pages; next: number | null; isBusy: boolean };

/** Where somebody is in what is listed by id, newest first: the ids the pages begin before. */
export type Pages = { before: number | undefined; ids: readonly number[]; turnTo: (ids: readonly number[]) => void };

export function usePages(): Pages {
  const [ids, turnTo] = useState<readonly number[]>([]);
  return { before: ids.at(-1), ids, turnTo };
}

/** The way to older pages and back; nothing where all is on one page. */
export function NewerOlder({ pages: { ids, turnTo }, next, isBusy }: Props) {
  if (next === null && ids.length === 0) return null;
  return (
    <div className="mg-paging">
      <Button
        variant="default"
        size="xs"
        disabled={ids.length === 0 || isBusy}
        onClick={() => turnTo(ids.slice(0, -1))}
      >
        Newer
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={next === null || isBusy}
        onClick={() => next !== null && turnTo([...ids, next])}
      >
        Older
      </Button>
    </div>
  );
}

import { useEffect, useRef, useState } from 'react';
import { call } from '#contract/client.ts';
import { bulk, type BulkAction } from '#contract/merchant/lists.ts';
import { problemText } from '../problem-words.ts';

type Refused = { claimId: number; message: string };
/** `total` is null until it has begun. */
export type BulkState = { total: number | null; done: number; isRunning: boolean; refused: readonly Refused[] };

// Few enough that progress is seen, and that little is in doubt when the connection is lost.
const AT_ONCE = 5;

/** Applies one action to many claims, a few at a time, and collects the results; leaving the page stops it. */
export function useBulk(storeId: number) {
  const [state, setState] = useState<BulkState>({ total: null, done: 0, isRunning: false, refused: [] });
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => void (isLeft.current = true);
  }, []);
  const run = async (action: BulkAction, claimIds: readonly number[]): Promise<void> => {
    const refused: Refused[] = [];
    const tell = (done: number): void =>
      setState({ total: claimIds.length, done, isRunning: done < claimIds.length, refused: [...refused] });
    tell(0);
    for (let at = 0; at < claimIds.length && !isLeft.current; at += AT_ONCE) {
      const some = claimIds.slice(at, at + AT_ONCE);
      try {
        const { results } = await call(bulk, { params: { storeId }, body: { action, claimIds: some } });
        for (const { claimId, refusal } of results) if (refusal) refused.push({ claimId, message: refusal.message });
      } catch (error) {
        for (const claimId of some) refused.push({ claimId, message: problemText(error) });
      }
      tell(at + some.length);
    }
  };
  return { state, run };
}

import { z } from 'zod';

export const EffectState = z.enum(['waiting', 'running', 'done', 'failed', 'doneElsewhere', 'calledOff']);
export type EffectState = z.infer<typeof EffectState>;

/** Nothing is to be done for it any more: it was done, somebody did it elsewhere, or it was called off. */
export const isEnded = (state: EffectState): boolean =>
  state === 'done' || state === 'doneElsewhere' || state === 'calledOff';

type Ended = { state: EffectState; by: string | null; reason: string | null };

/** What became of a step that somebody still wants to do something about, and whose doing that was. */
export function meanwhileText({ state, by, reason }: Ended): string {
  const why = reason ? `: ${reason}` : '.';
  switch (state) {
    case 'doneElsewhere':
      return `${by ?? 'Somebody'} marked this step as done elsewhere${why}`;
    case 'calledOff':
      return by === null ? `This step was called off${why}` : `${by} ended this step${why}`;
    case 'done':
      return 'This step was carried out meanwhile.';
    case 'running':
    case 'waiting':
      return 'This step is being carried out right now. Please look again.';
    case 'failed':
      return 'This step was tried once more and failed. Please look again.';
  }
}

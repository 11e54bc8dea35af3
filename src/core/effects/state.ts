import { z } from 'zod';

export const EffectState = z.enum(['waiting', 'running', 'done', 'failed', 'doneElsewhere', 'calledOff']);
export type EffectState = z.infer<typeof EffectState>;

/** Nothing is left to do: it was done, resolved externally, or canceled. */
export const isEnded = (state: EffectState): boolean =>
  state === 'done' || state === 'doneElsewhere' || state === 'calledOff';

type Ended = { state: EffectState; by: string | null; reason: string | null };

/** What became of an effect that someone still wants to change, and who did it. */
export function meanwhileText({ state, by, reason }: Ended): string {
  const why = reason ? `: ${reason}` : '.';
  switch (state) {
    case 'doneElsewhere':
      return `${by ?? 'Someone'} marked this action as resolved externally${why}`;
    case 'calledOff':
      return by === null ? `This action was canceled${why}` : `${by} ended this action${why}`;
    case 'done':
      return 'This action was just completed.';
    case 'running':
    case 'waiting':
      return 'This action is running right now. Please check again in a moment.';
    case 'failed':
      return 'This action was retried and failed. Please check again.';
  }
}

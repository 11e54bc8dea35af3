import { z } from 'zod';

export const EffectState = z.enum(['waiting', 'running', 'done', 'failed', 'doneElsewhere', 'calledOff']);
export type EffectState = z.infer<typeof EffectState>;

/** Nothing is to be done for it any more: it was done, somebody did it elsewhere, or it was called off. */
export const isEnded = (state: EffectState): boolean =>
  state === 'done' || state === 'doneElsewhere' || state === 'calledOff';

import { loadTexts } from './texts.ts';

/** Fetches the next screens while the shopper types; the first one is there before them. */
export const fetchFlow = (): void =>
  void Promise.all([import('./routes/return-flow.tsx'), loadTexts('return', 'claim')]).catch(() => undefined);

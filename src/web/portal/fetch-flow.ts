import { loadTexts } from './texts.ts';
import { afterPaint } from './ui/after-paint.ts';

/** Fetches the next screens while the shopper types, once the field they chose is painted. The first one is there before them. */
export const fetchFlow = (): void =>
  afterPaint(
    () => void Promise.all([import('./routes/return-flow.tsx'), loadTexts('return', 'claim')]).catch(() => undefined),
  );

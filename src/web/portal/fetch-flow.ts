import { loadTexts } from './texts.ts';
import { afterPaint } from './ui/after-paint.ts';

let isFetched = false;

/** Fetches the next screens while the shopper types, once the field they chose is painted. The first one is there before them. */
export function fetchFlow(): void {
  if (isFetched) return;
  isFetched = true;
  afterPaint(() => {
    Promise.all([import('./routes/return-flow.tsx'), loadTexts('return', 'claim')]).catch(() => {
      isFetched = false;
    });
  });
}

/** Longer than any frame: where none is drawn, what waits for one goes on all the same. */
const NO_FRAME_MS = 100;

/** Does something once what was just changed can be seen, so that a press is answered before the work it leads to. */
export function afterPaint(work: () => void): void {
  let isDone = false;
  const once = (): void => {
    if (isDone) return;
    isDone = true;
    work();
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, NO_FRAME_MS);
}

import { afterEach, expect, test, vi } from 'vitest';
import { today } from './today.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('the day is another one after midnight, and after a night slept through', () => {
  vi.useFakeTimers({ now: new Date(2026, 5, 20, 23, 59, 50) });
  const page = new EventTarget();
  vi.stubGlobal('document', page);
  const watcher = vi.fn<() => void>();
  const stop = today.subscribe(watcher);
  const first = today.get();
  watcher.mockClear();
  vi.advanceTimersByTime(9_000);
  expect(watcher).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2_000);
  expect(watcher).toHaveBeenCalledOnce();
  expect(today.get()).toBe(first + 1);

  // Timers stand still while a computer sleeps.
  vi.setSystemTime(new Date(2026, 5, 23, 8, 0));
  page.dispatchEvent(new Event('visibilitychange'));
  expect(today.get()).toBe(first + 3);
  expect(watcher).toHaveBeenCalledTimes(2);

  stop();
  vi.setSystemTime(new Date(2026, 5, 25, 8, 0));
  page.dispatchEvent(new Event('visibilitychange'));
  expect(watcher).toHaveBeenCalledTimes(2);
  expect(vi.getTimerCount()).toBe(0);
});

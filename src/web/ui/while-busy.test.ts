import { ApiError } from '#contract/client.ts';
import { expect, test } from 'vitest';
import { whileBusy } from './while-busy.ts';

const busy = new ApiError(429, { code: 'UPLOADS_BUSY', clientMessage: 'Too many files are being uploaded.' });
const never = new AbortController().signal;
const failing = (errors: Error[]) => {
  const left = [...errors];
  return {
    left,
    attempt: async (): Promise<string> => {
      const error = left.shift();
      if (error) throw error;
      return 'sent';
    },
  };
};

test('what met a busy server is tried again', async () => {
  expect(await whileBusy(failing([busy, busy]).attempt, never, [0, 0, 0])).toBe('sent');
});

test('after the last wait the answer of the server is the problem', async () => {
  const { attempt, left } = failing([busy, busy, busy, busy]);
  await expect(whileBusy(attempt, never, [0, 0])).rejects.toBe(busy);
  expect(left).toHaveLength(1);
});

test('any other failure is told at once', async () => {
  const broken = new Error('upload interrupted');
  const { attempt, left } = failing([broken, busy]);
  await expect(whileBusy(attempt, never, [0, 0])).rejects.toBe(broken);
  expect(left).toHaveLength(1);
});

test('a file that is removed meanwhile waits no longer', async () => {
  const stop = new AbortController();
  const waiting = whileBusy(failing([busy]).attempt, stop.signal, [60_000]);
  stop.abort();
  await expect(waiting).rejects.toThrow('no longer wanted');
});

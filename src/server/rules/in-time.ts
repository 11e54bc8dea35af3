/** Nobody waits longer for a platform that doesn't answer. */
const WAITED_FOR_MS = 4000;

/** Null where the answer comes later; it may still be kept for the next time. */
export async function inTime<Answer>(asked: Promise<Answer>): Promise<Answer | null> {
  const { promise: isLate, resolve: giveUp } = Promise.withResolvers<null>();
  const timer = setTimeout(() => giveUp(null), WAITED_FOR_MS);
  try {
    return await Promise.race([asked, isLate]);
  } finally {
    clearTimeout(timer);
  }
}

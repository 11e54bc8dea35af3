import type { Logger } from '#server/log.ts';

type Part = { name: string; stop(): Promise<void> };

/**
 * What a server is made of, and how it ends: all roles at the same time, so that a long one leaves none of the others
 * at work until it is too late to end well; then what they stand on, the last first.
 */
export function serverParts(log: Logger) {
  const bases: Part[] = [];
  const roles: Part[] = [];
  const stopOne = (part: Part): Promise<void> =>
    part.stop().catch((error: unknown) => log.error({ err: error, part: part.name }, 'a part did not stop well'));
  return {
    /** What roles stand on. */
    addBase: (part: Part): void => void bases.push(part),
    addRole: (part: Part): void => void roles.push(part),
    stop: async (): Promise<void> => {
      await Promise.all(roles.splice(0).map(stopOne));
      for (const part of bases.splice(0).reverse()) await stopOne(part);
    },
  };
}

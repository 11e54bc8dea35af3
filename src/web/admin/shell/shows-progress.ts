import type { Query } from '@tanstack/react-query';

/** Whether people wait for it: not for what is asked for again and again while nobody does anything. */
export const showsProgress = ({ state, meta, observers }: Query): boolean =>
  state.data === undefined ||
  (meta?.['isInBackground'] !== true && !observers.some(({ options }) => Boolean(options.refetchInterval)));

/** Fetches the next screens while the shopper types; the first one is there before them. */
export const fetchFlow = (): void => void import('./routes/return-flow.tsx').catch(() => undefined);

import { ApiError } from '#contract/client.ts';

const UNKNOWN = 'Something went wrong. Please try again.';

/** Why what somebody did failed: in the server's words where it is the server that refused (C8.02). */
export const problemText = (error: unknown): string =>
  error instanceof ApiError && error.isKnown ? error.message : UNKNOWN;

/** Why nothing could be shown (C8.01). */
export const loadProblemText = (error: unknown): string => (error instanceof ApiError ? error.message : UNKNOWN);

export const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

import { ApiError } from '#contract/client.ts';

const UNKNOWN = 'Something went wrong. Please try again.';

/** Explains why a user's action failed, in the server's words if the server refused it (C8.02). */
export const problemText = (error: unknown): string =>
  error instanceof ApiError && error.isKnown ? error.message : UNKNOWN;

/** Why nothing could be shown (C8.01). */
export const loadProblemText = (error: unknown): string => (error instanceof ApiError ? error.message : UNKNOWN);

export const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.code === code;

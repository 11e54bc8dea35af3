import { ApiError } from '#contract/client.ts';

/** The text of a refusal for people. */
export const problemText = (error: unknown): string =>
  error instanceof ApiError
    ? (error.body.clientMessage ?? error.body.message)
    : 'Something went wrong. Please try again.';

export const hasCode = (error: unknown, code: string): boolean => error instanceof ApiError && error.body.code === code;

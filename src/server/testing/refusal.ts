import { ApiError } from '#contract/client.ts';

/** Status and code a call is refused with, or that it was not. */
export async function refusalOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.code}`;
    throw error;
  }
  return 'no refusal';
}

import { createHash } from 'node:crypto';
import { ApiError, invalid } from './errors.ts';
import { nowOf, type KeptAnswer, type State } from './state.ts';

const KEPT_SECONDS = 24 * 60 * 60;
const MAX_LENGTH = 255;

/** The answer kept under a key, as Stripe keeps it: for a day, whatever it was. Throws for another request under the same key. */
export function keptAnswer(state: State, key: string, path: string, body: string): KeptAnswer | null {
  if (key.length > MAX_LENGTH) throw invalid(`Idempotency keys can have up to ${MAX_LENGTH} characters.`);
  const oldest = nowOf(state) - KEPT_SECONDS;
  state.keptAnswers = Object.fromEntries(
    Object.entries(state.keptAnswers).filter(([, { created }]) => created > oldest),
  );
  const kept = state.keptAnswers[key];
  if (kept === undefined) return null;
  const complain = (what: string): ApiError =>
    new ApiError(
      400,
      {
        type: 'idempotency_error',
        message: `Keys for idempotent requests can only be used ${what}. Try using a key other than '${key}' if you meant to execute a different request.`,
      },
      { isValidation: true },
    );
  if (kept.path !== path)
    throw complain(`for the same endpoint they were first used for ('${path}' vs '${kept.path}')`);
  if (kept.fingerprint !== fingerprintOf(body)) throw complain('with the same parameters they were first used with');
  return kept;
}

export function keepAnswer(
  state: State,
  key: string,
  answer: { path: string; body: string; requestId: string; status: number; json: unknown },
): void {
  state.keptAnswers[key] = {
    created: nowOf(state),
    fingerprint: fingerprintOf(answer.body),
    path: answer.path,
    requestId: answer.requestId,
    status: answer.status,
    body: structuredClone(answer.json),
  };
}

/** The same parameters in another order are the same parameters. */
const fingerprintOf = (body: string): string =>
  createHash('sha256').update(body.split('&').sort().join('&')).digest('hex');

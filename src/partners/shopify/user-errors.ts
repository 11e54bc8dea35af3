import { z } from 'zod';
import type { PartnerError } from '#partners/ports.ts';
import { refused, retryLater } from './client.ts';
import type { Operation } from './operations.ts';

const UserError = z.object({
  field: z.array(z.string()).nullish(),
  message: z.string(),
  code: z.string().nullish(),
});
export const UserErrors = z.array(UserError);
export type UserErrors = z.infer<typeof UserErrors>;

/** Codes by which the platform says that it failed, not that it refuses. */
const FAILURES: ReadonlySet<string> = new Set(['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE', 'ADJUST_QUANTITIES_FAILED']);
// Refunds come without codes, so that a failure is known by its words.
const isFailure = ({ code, message }: z.infer<typeof UserError>): boolean =>
  code ? FAILURES.has(code) : /\binternal error\b/i.test(message);

/** Throws what refusalOf makes of the errors. */
export function refuseUserErrors(operation: Operation, errors: UserErrors): void {
  const refusal = refusalOf(operation, errors);
  if (refusal) throw refusal;
}

/**
 * A refusal in the platform's own words when it named a reason. A failure within the platform is no refusal: as after a
 * lost answer, the next try looks first.
 */
export function refusalOf(operation: Operation, errors: UserErrors): PartnerError | null {
  if (errors.length === 0) return null;
  const words = errors.map(({ field, message }) => (field?.length ? `${message} (${field.join('.')})` : message));
  const text = `${operation.name}: ${words.join('; ')}`;
  return errors.some(isFailure) ? retryLater(text, operation.settleMs) : refused(text);
}

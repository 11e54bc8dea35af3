import { z } from 'zod';
import { refused } from './client.ts';
import type { Operation } from './operations.ts';

const UserError = z.object({
  field: z.array(z.string()).nullish(),
  message: z.string(),
  code: z.string().nullish(),
});
export const UserErrors = z.array(UserError);
export type UserErrors = z.infer<typeof UserErrors>;

/** Throws a refusal in the platform's own words when it named a reason. */
export function refuseUserErrors(operation: Operation, errors: UserErrors): void {
  if (errors.length === 0) return;
  const words = errors.map(({ field, message }) => (field?.length ? `${message} (${field.join('.')})` : message));
  throw refused(`${operation.name}: ${words.join('; ')}`);
}

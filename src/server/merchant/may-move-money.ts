import { Refusal } from '#core/refusal.ts';
import { can } from '#core/roles.ts';
import type { StoreContext } from '#server/http/context.ts';

/** For a part of a call that gives value or spends the store's money. Refuses ROLE_NEEDED, as calls of money do as a whole. */
export function checkMayMoveMoney({ user, roleCode }: Pick<StoreContext, 'user' | 'roleCode'>): void {
  const mayHelpdeskFinalize = user.helpdesk?.mayFinalize ?? false;
  if (!can(roleCode, 'money', { isTest: false, mayHelpdeskFinalize }))
    throw new Refusal('forbidden', 'ROLE_NEEDED', "Your role doesn't allow this. Ask a store admin.");
}

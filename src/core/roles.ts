import { z } from 'zod';

/** Role of a user in a store, or of an API key. `Makegood_Admin` is staff of the product's provider. */
export const RoleCode = z.enum(['Makegood_Admin', 'Admin', 'Staff', 'Commerce_API_Admin', 'Helpdesk']);
export type RoleCode = z.infer<typeof RoleCode>;

/** What an admin can make of someone in their store (C6.02). */
export const InvitableRole = RoleCode.extract(['Staff', 'Admin']);
export type InvitableRole = z.infer<typeof InvitableRole>;

/** `money` is whatever gives value to a customer or spends the store's; `exports` takes data of many customers out. */
export type Capability = 'claims' | 'money' | 'exports' | 'settings' | 'providerControls';
export type ApiScope = 'read:orders' | 'write:orders' | 'read:stores';

// Keys of the commerce API open nothing of the back office: their scopes decide, call by call.
const CAPABILITIES: Readonly<Record<RoleCode, readonly Capability[]>> = {
  Makegood_Admin: ['claims', 'money', 'exports', 'settings', 'providerControls'],
  Admin: ['claims', 'money', 'exports', 'settings'],
  Staff: ['claims', 'money', 'exports'],
  Commerce_API_Admin: [],
  // The helpdesk's user is unproven: they see and edit claims and no more, unless the store trusts that helpdesk with money.
  Helpdesk: ['claims'],
};

const PEOPLE: readonly RoleCode[] = ['Makegood_Admin', 'Admin', 'Staff'];

type Place = {
  isTest: boolean;
  /** Of the helpdesk that opened the session, if one did. */ mayHelpdeskFinalize?: boolean;
};

/** Whether a role may do something in a store; in a test store every person counts as super-admin (C6.02). */
export function can(role: RoleCode, capability: Capability, store: Place): boolean {
  if (store.isTest && PEOPLE.includes(role)) return true;
  if (role === 'Helpdesk' && capability === 'money') return store.mayHelpdeskFinalize ?? false;
  return CAPABILITIES[role].includes(capability);
}

/** Roles a screen names when it says who has access (C6.02). Provider staff are never listed, nor what is no person. */
export const rolesWith = (capability: Capability): RoleCode[] =>
  PEOPLE.filter((role) => role !== 'Makegood_Admin' && CAPABILITIES[role].includes(capability));

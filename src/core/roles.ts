import { z } from 'zod';

/** Role of a user in a store, or of an API key. `Makegood_Admin` is staff of the product's provider. */
export const RoleCode = z.enum(['Makegood_Admin', 'Admin', 'Staff', 'Commerce_API_Admin', 'Helpdesk']);
export type RoleCode = z.infer<typeof RoleCode>;

/** What an admin can make of someone in their store (C6.02). */
export const InvitableRole = RoleCode.extract(['Staff', 'Admin']);
export type InvitableRole = z.infer<typeof InvitableRole>;

export type Capability = 'claims' | 'settings' | 'providerControls';
export type ApiScope = 'read:orders' | 'write:orders' | 'read:stores';

// Keys of the commerce API open nothing of the back office: their scopes decide, call by call.
const CAPABILITIES: Readonly<Record<RoleCode, readonly Capability[]>> = {
  Makegood_Admin: ['claims', 'settings', 'providerControls'],
  Admin: ['claims', 'settings'],
  Staff: ['claims'],
  Commerce_API_Admin: [],
  // The helpdesk's user is unproven: they see and edit claims and no more.
  Helpdesk: ['claims'],
};

const PEOPLE: readonly RoleCode[] = ['Makegood_Admin', 'Admin', 'Staff'];

/** Whether a role may do something in a store; in a test store every person counts as super-admin (C6.02). */
export function can(role: RoleCode, capability: Capability, store: { isTest: boolean }): boolean {
  if (store.isTest && PEOPLE.includes(role)) return true;
  return CAPABILITIES[role].includes(capability);
}

/** Roles a screen names when it says who has access (C6.02). Provider staff are never listed, nor what is no person. */
export const rolesWith = (capability: Capability): RoleCode[] =>
  PEOPLE.filter((role) => role !== 'Makegood_Admin' && CAPABILITIES[role].includes(capability));

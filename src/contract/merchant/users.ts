import { z } from 'zod';
import { InvitableRole } from '#core/roles.ts';
import { StoreParams } from '#contract/merchant/params.ts';
import { Nothing, route } from '#contract/route.ts';

/** Of the person in this store, not of their sign-in: it is there from the invitation on. */
const UserParams = StoreParams.extend({ storeUserId: z.coerce.number().int().positive() });

const Name = z.string().trim().min(1, 'Must not be empty.').max(100);
const EditedUser = z.object({ firstName: Name, lastName: Name, roleCode: InvitableRole });

const StoreUser = z.object({
  id: z.number().int(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  roleCode: InvitableRole,
  /** False until they have signed in, and again after an admin let a new account have the role. */
  isActive: z.boolean(),
  /** The caller. */
  isOneself: z.boolean(),
});
export type StoreUser = z.infer<typeof StoreUser>;

const NotFound = { USER_NOT_FOUND: 'User not found' };
const LastAdmin = { LAST_ADMIN: 'The store would be left without an admin' };

export const listUsers = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/user',
  access: 'admin',
  summary: "List the store's users, without the provider's own (S7.03)",
  params: StoreParams,
  response: z.object({ data: z.array(StoreUser) }),
});

export const inviteUser = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/user',
  access: 'admin',
  summary: 'Invite a user by email; anyone who signs in with it can open the store',
  params: StoreParams,
  body: EditedUser.extend({ email: z.string().trim().max(255).pipe(z.email('Must be a valid email.')) }),
  response: StoreUser,
  errors: { USER_EXISTS: 'The email can already open the store' },
});

export const changeUser = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/user/{storeUserId}',
  access: 'admin',
  summary: "Change a user's name or role",
  params: UserParams,
  body: EditedUser,
  response: StoreUser,
  errors: { ...NotFound, ...LastAdmin },
});

export const deleteUser = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/user/{storeUserId}',
  access: 'admin',
  summary: 'Remove a user from the store; their sessions there end at once',
  params: UserParams,
  response: Nothing,
  errors: { ...NotFound, ...LastAdmin, ONESELF: "Users can't delete themselves" },
});

export const signOutUser = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/user/{storeUserId}/sign-out',
  access: 'admin',
  summary: 'End all sessions of a user, in every browser',
  params: UserParams,
  response: Nothing,
  errors: NotFound,
});

export const linkNewAccount = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/user/{storeUserId}/link-new-account',
  access: 'admin',
  summary:
    "Let the next account that proves the user's email have the role, sign the old one out, and send an invitation",
  params: UserParams,
  response: StoreUser,
  errors: {
    ...NotFound,
    ...LastAdmin,
    ONESELF: "Users can't do this to themselves",
    TOO_MANY_ATTEMPTS: 'Too many attempts; try again later',
  },
});

export const resetPassword = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/user/{storeUserId}/reset-password',
  access: 'admin',
  summary: 'Email a user how to sign in or reset their password',
  params: UserParams,
  response: Nothing,
  errors: { ...NotFound, TOO_MANY_ATTEMPTS: 'Too many attempts; try again later' },
});

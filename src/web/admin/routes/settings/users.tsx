import { Button, Group, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import {
  changeUser,
  deleteUser,
  inviteUser,
  linkNewAccount,
  resetPassword,
  signOutUser,
  type StoreUser,
} from '#contract/merchant/users.ts';
import { InvitableRole } from '#core/roles.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import type { FieldErrors } from '../../field-errors.ts';
import { meQuery } from '../../me-query.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { isSaved, newId, useOptimistic, withElement, withoutElement } from '../../use-optimistic.ts';
import { EditDialog, reopened, type Edited } from './edit-dialog.tsx';
import { usersQuery } from './users-query.ts';
import './return-locations.css';

/** By name where there is one: the first admin of a store has none before the first sign-in. */
const nameOf = ({ firstName, lastName, email }: StoreUser): string => `${firstName} ${lastName}`.trim() || email;

type UserDraft = { firstName: string; lastName: string; email: string; roleCode: StoreUser['roleCode'] };
type Change = { user: StoreUser | null; draft: UserDraft };

const shownAs = ({ user, draft }: Change): StoreUser => ({
  ...draft,
  id: user?.id ?? newId(),
  isActive: user?.isActive ?? false,
  isOneself: user?.isOneself ?? false,
});

/** Who may sign in to the store; each is saved by itself. */
export function UsersSection({ storeId }: { storeId: number }) {
  const { data, error, refetch } = useQuery(usersQuery(storeId));
  const client = useQueryClient();
  const [edited, edit] = useState<Edited<StoreUser | null, UserDraft> | null>(null);
  const saving = useOptimistic({
    queryKey: usersQuery(storeId).queryKey,
    shown: (before: StoreUser[], change: Change) => withElement(before, shownAs(change), 'last'),
    send: ({ user, draft: { email, ...named } }: Change) =>
      user === null
        ? call(inviteUser, { params: { storeId }, body: { ...named, email } })
        : call(changeUser, { params: { storeId, storeUserId: user.id }, body: named }),
    done: ({ email }, { user }) => (user ? 'User saved' : `Invitation sent to ${email}`),
    // One's own role opens other pages.
    onSaved: ({ isOneself }) => {
      if (isOneself) void client.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    onFailed: ({ user, draft }: Change, errors: FieldErrors) => edit(reopened({ thing: user, typed: draft, errors })),
  });
  return (
    <SettingsSection
      title="Users"
      help="People who can sign in to this store. Staff see and edit claims. Admins can also change settings and see billing and analytics."
    >
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={120} /> : null}
      {data?.length === 0 ? <p className="mg-muted mg-location-none">No users yet.</p> : null}
      <ul className="mg-locations">
        {data?.map((user) => (
          <li key={user.id}>
            <User storeId={storeId} user={user} onEdit={() => edit({ thing: user })} />
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" onClick={() => edit({ thing: null })}>
          Invite user
        </Button>
      </div>
      {edited ? (
        <UserDialog
          {...edited}
          storeId={storeId}
          onClose={() => edit(null)}
          onSave={(draft) => {
            edit(null);
            saving.mutate({ user: edited.thing, draft });
          }}
        />
      ) : null}
    </SettingsSection>
  );
}

type UserProps = { storeId: number; user: StoreUser; onEdit: () => void };

function User({ storeId, user, onEdit }: UserProps) {
  const [isAsking, setAsking] = useState(false);
  const name = nameOf(user);
  const params = { storeId, storeUserId: user.id };
  const removing = useOptimistic({
    queryKey: usersQuery(storeId).queryKey,
    shown: (before: StoreUser[], id: number) => withoutElement(before, id),
    send: (storeUserId: number) => call(deleteUser, { params: { storeId, storeUserId } }),
    done: () => 'User deleted',
  });
  const helping = useMutation({
    mutationFn: () => call(resetPassword, { params }),
    onSuccess: () => toast('Password reset email sent'),
    onError: (error) => toast(problemText(error), 'bad'),
  });
  return (
    <div className="mg-location">
      <div className="mg-location-text">
        <strong>
          <bdi>{name}</bdi>
          {user.isOneself ? ' (you)' : ''}
        </strong>
        {name === user.email ? null : (
          <span className="mg-muted">
            <bdi>{user.email}</bdi>
          </span>
        )}
        <span className="mg-user-role">
          {user.roleCode}
          <StatusBadge
            status={user.isActive ? { label: 'Active', tone: 'good' } : { label: 'Invited', tone: 'waiting' }}
          />
        </span>
      </div>
      <Button variant="default" size="xs" disabled={!isSaved(user)} onClick={onEdit} aria-label={`Edit ${name}`}>
        Edit
      </Button>
      <Button
        variant="default"
        size="xs"
        loading={helping.isPending}
        disabled={!isSaved(user)}
        onClick={() => helping.mutate()}
        aria-label={`Reset the password of ${name}`}
      >
        Reset password
      </Button>
      {user.isOneself ? null : (
        <Button
          variant="default"
          size="xs"
          disabled={!isSaved(user)}
          onClick={() => setAsking(true)}
          aria-label={`Delete ${name}`}
        >
          Delete
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={`Delete ${name}?`}
        confirmLabel="Delete user"
        cancelLabel="Keep user"
        onConfirm={() => {
          setAsking(false);
          removing.mutate(user.id);
        }}
        isDestructive
      >
        They lose access to this store right away. Their changes to claims stay.
      </ConfirmDialog>
    </div>
  );
}

type SignInProps = { storeId: number; user: StoreUser };

/** What an admin does when a device was lost, or when the sign-in account of someone was replaced. */
function SignInActions({ storeId, user }: SignInProps) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const params = { storeId, storeUserId: user.id };
  const ending = useMutation({
    mutationFn: () => call(signOutUser, { params }),
    onSuccess: () => toast(`${nameOf(user)} is signed out everywhere`),
    onError: (error) => toast(problemText(error), 'bad'),
  });
  const linking = useMutation({
    mutationFn: () => call(linkNewAccount, { params }),
    onSuccess: async ({ email }) => {
      await client.invalidateQueries({ queryKey: usersQuery(storeId).queryKey });
      toast(`Invitation sent to ${email}`);
      setAsking(false);
    },
  });
  return (
    <Group mt="md" gap="xs">
      <Button variant="default" size="xs" loading={ending.isPending} onClick={() => ending.mutate()}>
        Sign out everywhere
      </Button>
      {user.isActive && !linking.isSuccess ? (
        <Button variant="default" size="xs" onClick={() => setAsking(true)}>
          Link new account
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          linking.reset();
        }}
        title={`Link a new sign-in account to ${user.email}?`}
        confirmLabel="Link new account"
        cancelLabel="Keep account"
        onConfirm={() => linking.mutate()}
        isBusy={linking.isPending}
        isDestructive
      >
        Do this only if their sign-in account was replaced. The old account loses access right away. The next account
        that signs in with this email gets its role.
        {linking.error ? <Notice tone="bad">{problemText(linking.error)}</Notice> : null}
      </ConfirmDialog>
    </Group>
  );
}

type UserDialogProps = Edited<StoreUser | null, UserDraft> & {
  storeId: number;
  onSave: (draft: UserDraft) => void;
  onClose: () => void;
};

/** Invites someone, or changes the name and the role of who is there (S5.14). */
function UserDialog({ storeId, thing: user, typed, errors: refused, onSave, onClose }: UserDialogProps) {
  const [saved] = useState<UserDraft>({
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    roleCode: user?.roleCode ?? 'Staff',
  });
  return (
    <EditDialog
      title={user === null ? 'Invite user' : `Edit ${nameOf(user)}`}
      saveLabel={user === null ? 'Send invitation' : 'Save user'}
      saved={saved}
      typed={typed}
      errors={refused}
      schema={inviteUser.body}
      onSave={onSave}
      onClose={onClose}
    >
      {({ draft, errors, change }) => {
        const field = (name: 'firstName' | 'lastName' | 'email') => ({
          value: draft[name],
          error: errors[name],
          onChange: (event: { currentTarget: { value: string } }) => change({ [name]: event.currentTarget.value }),
        });
        return (
          <>
            <TextInput label="First name" maxLength={100} dir="auto" data-autofocus {...field('firstName')} />
            <TextInput label="Last name" maxLength={100} dir="auto" {...field('lastName')} />
            <TextInput
              label="Email"
              type="email"
              maxLength={255}
              description={
                user === null
                  ? 'The email they sign in with.'
                  : "The email can't be changed. Invite them with the new one instead."
              }
              disabled={user !== null}
              {...field('email')}
            />
            <NativeSelect
              label="Role"
              data={InvitableRole.options.map((role) => ({ value: role, label: role }))}
              value={draft.roleCode}
              onChange={(event) => change({ roleCode: InvitableRole.parse(event.currentTarget.value) })}
            />
            {user === null || user.isOneself ? null : <SignInActions storeId={storeId} user={user} />}
          </>
        );
      }}
    </EditDialog>
  );
}

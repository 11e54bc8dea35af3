import { Button, Group, NativeSelect, Skeleton, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError, call } from '#contract/client.ts';
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
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { errorsOf, refusedFields, type FieldErrors } from '../../field-errors.ts';
import { meQuery } from '../../me-query.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { usersQuery } from './users-query.ts';
import './return-locations.css';

/** By name where there is one: the first admin of a store has none before the first sign-in. */
const nameOf = ({ firstName, lastName, email }: StoreUser): string => `${firstName} ${lastName}`.trim() || email;

/** Who may sign in to the store; each is saved by itself. */
export function UsersSection({ storeId }: { storeId: number }) {
  const { data, error, refetch } = useQuery(usersQuery(storeId));
  const [edited, edit] = useState<StoreUser | 'new' | null>(null);
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
            <User storeId={storeId} user={user} onEdit={() => edit(user)} />
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" onClick={() => edit('new')}>
          Invite user
        </Button>
      </div>
      {edited ? (
        <UserDialog storeId={storeId} user={edited === 'new' ? null : edited} onClose={() => edit(null)} />
      ) : null}
    </SettingsSection>
  );
}

type UserProps = { storeId: number; user: StoreUser; onEdit: () => void };

function User({ storeId, user, onEdit }: UserProps) {
  const [isAsking, setAsking] = useState(false);
  const client = useQueryClient();
  const name = nameOf(user);
  const params = { storeId, storeUserId: user.id };
  const removing = useMutation({
    mutationFn: () => call(deleteUser, { params }),
    onSuccess: () => client.invalidateQueries({ queryKey: usersQuery(storeId).queryKey }),
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
      <Button variant="default" size="xs" onClick={onEdit} aria-label={`Edit ${name}`}>
        Edit
      </Button>
      <Button
        variant="default"
        size="xs"
        loading={helping.isPending}
        onClick={() => helping.mutate()}
        aria-label={`Reset the password of ${name}`}
      >
        Reset password
      </Button>
      {user.isOneself ? null : (
        <Button variant="default" size="xs" onClick={() => setAsking(true)} aria-label={`Delete ${name}`}>
          Delete
        </Button>
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => {
          setAsking(false);
          removing.reset();
        }}
        title={`Delete ${name}?`}
        confirmLabel="Delete user"
        cancelLabel="Keep user"
        onConfirm={() => removing.mutate()}
        isBusy={removing.isPending}
        isDestructive
      >
        They lose access to this store right away. Their changes to claims stay.
        {removing.error ? <Notice tone="bad">{problemText(removing.error)}</Notice> : null}
      </ConfirmDialog>
    </div>
  );
}

type SignInProps = { storeId: number; user: StoreUser; onLinked: () => void };

/** What an admin does when a device was lost, or when the sign-in account of someone was replaced. */
function SignInActions({ storeId, user, onLinked }: SignInProps) {
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
      onLinked();
    },
  });
  return (
    <Group mt="md" gap="xs">
      <Button variant="default" size="xs" loading={ending.isPending} onClick={() => ending.mutate()}>
        Sign out everywhere
      </Button>
      {user.isActive ? (
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

type UserDialogProps = { storeId: number; user: StoreUser | null; onClose: () => void };

/** Invites someone, or changes the name and the role of who is there. */
function UserDialog({ storeId, user, onClose }: UserDialogProps) {
  const [saved] = useState({
    firstName: user?.firstName ?? '',
    lastName: user?.lastName ?? '',
    email: user?.email ?? '',
    roleCode: user?.roleCode ?? 'Staff',
  });
  const [draft, setDraft] = useState(saved);
  const [errors, setErrors] = useState<FieldErrors>({});
  const client = useQueryClient();
  const saving = useMutation({
    mutationFn: ({ email, ...edited }: typeof draft) =>
      user === null
        ? call(inviteUser, { params: { storeId }, body: { ...edited, email } })
        : call(changeUser, { params: { storeId, storeUserId: user.id }, body: edited }),
    onSuccess: async ({ email }) => {
      await client.invalidateQueries({ queryKey: usersQuery(storeId).queryKey });
      // One's own role opens other pages.
      if (user?.isOneself) void client.invalidateQueries({ queryKey: meQuery.queryKey });
      toast(user === null ? `Invitation sent to ${email}` : 'User saved');
      onClose();
    },
    onError: (error) => {
      if (error instanceof ApiError) setErrors(refusedFields(error));
    },
  });
  const save = (): void => {
    const problems = errorsOf(inviteUser.body, draft);
    setErrors(problems);
    if (Object.keys(problems).length === 0 && !saving.isPending) saving.mutate(draft);
    else setTimeout(() => document.querySelector<HTMLElement>('[role="dialog"] [aria-invalid="true"]')?.focus());
  };
  const field = (name: 'firstName' | 'lastName' | 'email') => ({
    value: draft[name],
    error: errors[name],
    onChange: (event: { currentTarget: { value: string } }) =>
      setDraft({ ...draft, [name]: event.currentTarget.value }),
  });
  return (
    <Dialog
      title={user === null ? 'Invite user' : `Edit ${nameOf(user)}`}
      onClose={onClose}
      isChanged={draft !== saved && !saving.isSuccess}
    >
      {(leave) => (
        <form
          noValidate
          onSubmit={(event) => {
            // The page around it has a form of its own.
            event.stopPropagation();
            event.preventDefault();
            save();
          }}
        >
          <Stack gap="md">
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
              onChange={(event) => setDraft({ ...draft, roleCode: InvitableRole.parse(event.currentTarget.value) })}
            />
            {saving.error && Object.keys(errors).length === 0 ? (
              <Notice tone="bad">{problemText(saving.error)}</Notice>
            ) : null}
          </Stack>
          {user === null || user.isOneself ? null : <SignInActions storeId={storeId} user={user} onLinked={onClose} />}
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {user === null ? 'Send invitation' : 'Save user'}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

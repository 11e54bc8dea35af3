import { Button, Checkbox, NativeSelect, Skeleton, TextInput } from '@mantine/core';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import {
  addHelpdeskToken,
  connectHelpdesk,
  disconnectHelpdesk,
  HELPDESK_TOKEN_DAYS,
  listHelpdesks,
  revokeHelpdeskToken,
} from '#contract/merchant/session.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { daysToRenew } from '#core/stores/helpdesk-tokens.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { DateText } from '../../../ui/date-text.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { usersQuery } from './users-query.ts';
import './return-locations.css';

type Helpdesk = RouteAnswer<typeof listHelpdesks>['data'][number];
type WithToken = RouteAnswer<typeof connectHelpdesk>;

const helpdesksQuery = (storeId: number) =>
  queryOptions({
    queryKey: ['helpdesks', storeId],
    queryFn: ({ signal }) => call(listHelpdesks, { params: { storeId } }, { signal }),
  });

/** Helpdesks whose agents open claims from within them; each is saved by itself. */
export function HelpdesksSection({ storeId }: { storeId: number }) {
  const { data, error, refetch } = useQuery(helpdesksQuery(storeId));
  const [isAdding, setAdding] = useState(false);
  const [made, setMade] = useState<WithToken | null>(null);
  return (
    <SettingsSection
      title="Helpdesks"
      help="Lets agents see and edit claims from within your helpdesk, under their own email. The timeline says what they did there. Tokens let a helpdesk in until they expire or you revoke them."
    >
      {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
      {data === undefined && !error ? <Skeleton height={120} /> : null}
      {data?.data.length === 0 ? <p className="mg-muted mg-location-none">No helpdesk is connected.</p> : null}
      <ul className="mg-locations">
        {data?.data.map((helpdesk) => (
          <li key={helpdesk.configId}>
            <Connected storeId={storeId} helpdesk={helpdesk} onToken={setMade} />
          </li>
        ))}
      </ul>
      <div>
        <Button variant="default" onClick={() => setAdding(true)}>
          Connect helpdesk
        </Button>
      </div>
      {isAdding ? (
        <ConnectDialog
          storeId={storeId}
          onClose={() => setAdding(false)}
          onMade={(helpdesk) => {
            setAdding(false);
            setMade(helpdesk);
          }}
        />
      ) : null}
      {made ? <TokenDialog storeId={storeId} helpdesk={made} onClose={() => setMade(null)} /> : null}
    </SettingsSection>
  );
}

type ConnectedProps = { storeId: number; helpdesk: Helpdesk; onToken: (made: WithToken) => void };
type Token = Helpdesk['tokens'][number];

function Connected({ storeId, helpdesk, onToken }: ConnectedProps) {
  const { configId, ref, tokens } = helpdesk;
  const [asking, ask] = useState<'token' | 'remove' | Token | null>(null);
  const client = useQueryClient();
  const params = { storeId, configId };
  const refresh = () => client.invalidateQueries({ queryKey: helpdesksQuery(storeId).queryKey });
  const removing = useMutation({ mutationFn: () => call(disconnectHelpdesk, { params }), onSuccess: refresh });
  const revoking = useMutation({
    mutationFn: ({ tokenId }: Token) => call(revokeHelpdeskToken, { params: { ...params, tokenId } }),
    onSuccess: async () => {
      await refresh();
      ask(null);
    },
  });
  const revoked = asking === null || typeof asking === 'string' ? null : asking;
  return (
    <div className="mg-location">
      <div className="mg-location-text">
        <strong>
          <bdi>{ref}</bdi>
        </strong>
        <span className="mg-muted">
          Connected by <bdi>{helpdesk.createdBy}</bdi>, <DateText date={helpdesk.createdOn} isInSentence />
        </span>
        {helpdesk.embeddedIn.length > 0 ? (
          <span className="mg-muted">Shown within {helpdesk.embeddedIn.join(', ')}</span>
        ) : null}
        {helpdesk.mayFinalize ? <span className="mg-muted">Agents can finalize claims and issue money</span> : null}
      </div>
      <Button variant="default" size="xs" onClick={() => ask('token')} aria-label={`Add a token to ${ref}`}>
        Add token
      </Button>
      <Button variant="default" size="xs" onClick={() => ask('remove')} aria-label={`Disconnect ${ref}`}>
        Disconnect
      </Button>
      <ul className="mg-tokens" aria-label={`Tokens of ${ref}`}>
        {tokens.length === 0 ? <li className="mg-muted">No token: nobody can open it until you add one.</li> : null}
        {tokens.map((token) => (
          <li key={token.tokenId}>
            <div className="mg-location-text">
              <bdi>{holderOf(token)}</bdi>
              <span className="mg-muted">
                {token.lastUsedOn === null ? (
                  'Never used'
                ) : (
                  <>
                    Last used <DateText date={token.lastUsedOn} isInSentence />
                  </>
                )}
                {', '}
                {(daysLeft(token) ?? 0) < 0 ? 'expired' : 'expires'} <DateText date={token.expiresOn} isInSentence />
              </span>
            </div>
            <ExpiryBadge token={token} />
            <Button
              variant="default"
              size="xs"
              onClick={() => ask(token)}
              aria-label={`Revoke the token of ${ref} for ${holderOf(token)}`}
            >
              Revoke
            </Button>
          </li>
        ))}
      </ul>
      {asking === 'token' ? (
        <AddTokenDialog
          storeId={storeId}
          helpdesk={helpdesk}
          onClose={() => ask(null)}
          onMade={(made) => {
            ask(null);
            onToken(made);
          }}
        />
      ) : null}
      <ConfirmDialog
        isOpen={revoked !== null}
        onClose={() => {
          ask(null);
          revoking.reset();
        }}
        title={`Revoke a token of ${ref}?`}
        confirmLabel="Revoke token"
        cancelLabel="Keep token"
        onConfirm={() => revoked && revoking.mutate(revoked)}
        isBusy={revoking.isPending}
        isDestructive
      >
        It stops working at once, and agents who came in with it are signed out. Other tokens stay good.
        {revoking.error ? <Notice tone="bad">{problemText(revoking.error)}</Notice> : null}
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={asking === 'remove'}
        onClose={() => {
          ask(null);
          removing.reset();
        }}
        title={`Disconnect ${ref}?`}
        confirmLabel="Disconnect helpdesk"
        cancelLabel="Keep helpdesk"
        onConfirm={() => removing.mutate()}
        isBusy={removing.isPending}
        isDestructive
      >
        Its tokens stop working at once, and agents who are in are signed out. Claims stay as they are.
        {removing.error ? <Notice tone="bad">{problemText(removing.error)}</Notice> : null}
      </ConfirmDialog>
    </div>
  );
}

const ANYONE = 'All agents';
const holderOf = ({ email }: Token): string => email ?? ANYONE;
const daysLeft = ({ expiresOn }: Token): number | null => daysToRenew(expiresOn, Date.now());

/** Where another token is needed, or soon will be. */
function ExpiryBadge({ token }: { token: Token }) {
  const days = daysLeft(token);
  if (days === null) return null;
  if (days < 0) return <StatusBadge status={{ label: 'Expired', tone: 'bad' }} />;
  const when = days === 0 ? 'within a day' : days === 1 ? 'in 1 day' : `in ${days} days`;
  return <StatusBadge status={{ label: `Expires ${when}`, tone: 'waiting' }} />;
}

type AddTokenProps = { storeId: number; helpdesk: Helpdesk; onClose: () => void; onMade: (made: WithToken) => void };

function AddTokenDialog({ storeId, helpdesk, onClose, onMade }: AddTokenProps) {
  const { configId, ref } = helpdesk;
  const users = useQuery(usersQuery(storeId));
  const [email, setEmail] = useState('');
  const [days, setDays] = useState<(typeof HELPDESK_TOKEN_DAYS)[number]>(365);
  const client = useQueryClient();
  const adding = useMutation({
    mutationFn: () =>
      call(addHelpdeskToken, { params: { storeId, configId }, body: { days, email: email === '' ? null : email } }),
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: helpdesksQuery(storeId).queryKey });
      onMade(made);
    },
  });
  return (
    <Dialog title={`Add a token to ${ref}`} onClose={onClose} isChanged={email !== '' && !adding.isSuccess}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            // The page around it has a form of its own.
            event.stopPropagation();
            event.preventDefault();
            if (!adding.isPending) adding.mutate();
          }}
        >
          <NativeSelect
            label="For"
            description="A token for one user opens nothing for anyone else. Use those where your helpdesk can keep one for each agent."
            data={[
              { value: '', label: ANYONE },
              ...(users.data ?? []).map((user) => ({ value: user.email, label: user.email })),
            ]}
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            data-autofocus
          />
          <NativeSelect
            mt="md"
            label="Good for"
            data={HELPDESK_TOKEN_DAYS.map((value) => ({ value: String(value), label: `${value} days` }))}
            value={String(days)}
            onChange={(event) =>
              setDays(HELPDESK_TOKEN_DAYS.find((one) => String(one) === event.currentTarget.value) ?? days)
            }
          />
          <p className="mg-muted">
            To replace a token, add one, put it into the helpdesk, and then revoke the old one.
          </p>
          {users.error ? <Notice tone="bad">{loadProblemText(users.error)}</Notice> : null}
          {adding.error ? <Notice tone="bad">{problemText(adding.error)}</Notice> : null}
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={adding.isPending}>
              Add token
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

type ConnectProps = { storeId: number; onClose: () => void; onMade: (made: WithToken) => void };

function ConnectDialog({ storeId, onClose, onMade }: ConnectProps) {
  const [ref, setRef] = useState('');
  const [origins, setOrigins] = useState('');
  const [mayFinalize, setMayFinalize] = useState(false);
  const [problem, setProblem] = useState<{ ref?: string; origins?: string }>({});
  const embeddedIn = origins.split(/[\s,]+/).filter((one) => one !== '');
  const client = useQueryClient();
  const connecting = useMutation({
    mutationFn: () => call(connectHelpdesk, { params: { storeId }, body: { ref, embeddedIn, mayFinalize } }),
    onSuccess: async (made) => {
      await client.invalidateQueries({ queryKey: helpdesksQuery(storeId).queryKey });
      onMade(made);
    },
  });
  return (
    <Dialog
      title="Connect helpdesk"
      onClose={onClose}
      isChanged={(ref !== '' || origins !== '' || mayFinalize) && !connecting.isSuccess}
    >
      {(leave) => (
        <form
          noValidate
          onSubmit={(event) => {
            // The page around it has a form of its own.
            event.stopPropagation();
            event.preventDefault();
            const wrong = {
              ...(ref.trim() === '' ? { ref: 'Must not be empty.' } : {}),
              ...originsProblem(embeddedIn),
            };
            setProblem(wrong);
            if (Object.keys(wrong).length === 0 && !connecting.isPending) connecting.mutate();
          }}
        >
          <TextInput
            label="Name"
            description="What the helpdesk calls itself, such as gorgias or zendesk. Its app sends it along."
            data-autofocus
            maxLength={50}
            value={ref}
            error={problem.ref}
            onChange={(event) => setRef(event.currentTarget.value)}
          />
          <TextInput
            mt="md"
            label="Embedded in (optional)"
            description="Addresses of your helpdesk whose pages show Makegood, such as https://acme.zendesk.com, separated by commas. Without one, it opens in a new window."
            maxLength={1000}
            value={origins}
            error={problem.origins}
            onChange={(event) => setOrigins(event.currentTarget.value)}
          />
          <Checkbox
            mt="md"
            label="Agents can finalize claims and issue money"
            description="Anyone with the helpdesk's token can act as any of your users. Leave this off to have refunds, exchanges and labels issued only by people who sign in."
            checked={mayFinalize}
            onChange={(event) => setMayFinalize(event.currentTarget.checked)}
          />
          {connecting.error ? <Notice tone="bad">{problemText(connecting.error)}</Notice> : null}
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={connecting.isPending}>
              Connect
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

function originsProblem(origins: readonly string[]): { origins?: string } {
  const wrong = connectHelpdesk.body.shape.embeddedIn.safeParse(origins).error?.issues[0];
  return wrong ? { origins: wrong.message } : {};
}

function TokenDialog({ storeId, helpdesk, onClose }: { storeId: number; helpdesk: WithToken; onClose: () => void }) {
  const { ref, configId, token, expiresOn } = helpdesk;
  const shown = [
    { label: 'Connection', value: configId, copy: 'Copy connection' },
    { label: 'Token', value: token, copy: 'Copy token' },
    { label: 'Address of the customer card', value: cardAddress(storeId, helpdesk), copy: 'Copy address' },
  ];
  return (
    <Dialog title={`Token of ${ref}`} onClose={onClose} isShownOnce>
      <Notice tone="waiting">
        Copy it into the helpdesk now. It's shown only once. It expires <DateText date={expiresOn} isInSentence />.
      </Notice>
      {shown.map(({ label, value, copy }) => (
        <TextInput
          key={label}
          mt="md"
          label={label}
          readOnly
          value={value}
          onFocus={(event) => event.currentTarget.select()}
          rightSection={<CopyButton text={value} label={copy} />}
        />
      ))}
      <p className="mg-muted">
        The helpdesk shows the card at this address next to a conversation and fills in the parts in braces.
      </p>
      <div className="mg-dialog-actions">
        <Button onClick={onClose}>Done</Button>
      </div>
    </Dialog>
  );
}

/** The address of the card for the helpdesk (C2.10); the helpdesk fills in the parts in braces. */
const cardAddress = (storeId: number, { ref, configId, token }: WithToken): string =>
  `${window.location.origin}/${storeId}/integrations/customers?${new URLSearchParams({ ref, configId, token, appIdVersion: '1' }).toString()}` +
  '&email={agent}&customerEmail={customer}&customerName={name}';

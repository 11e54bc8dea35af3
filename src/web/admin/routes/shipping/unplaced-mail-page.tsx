import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '#contract/client.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { dismissMail, placeMail, type unplacedMail } from '#contract/merchant/claim-mail.ts';
import { isOfTable, search } from '#contract/merchant/lists.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { QUEUE } from '../concierge/concierge-queries.ts';
import { MailFiles, MailHead } from './mail-parts.tsx';
import { unplacedMailQuery } from './shipping-queries.ts';
import { statusBadge } from './shipping-words.ts';
import '../orders/orders.css';
import './conversation.css';

type Mail = RouteAnswer<typeof unplacedMail>['mails'][number];

/** Emails that no shipping claim can be told for: a person puts them into one, or deletes them. */
export function UnplacedMailPage() {
  const { storeId } = useParams({ from: '/$storeId/claims/shipping-mail' });
  const { data, error, refetch } = useQuery(unplacedMailQuery(storeId));
  useDocumentTitle('Unknown senders · Shipping claims');
  return (
    <main className="mg-orders-page" id="content">
      <BackLink to="/$storeId/claims/shipping" params={{ storeId }} search={{}}>
        Shipping claims
      </BackLink>
      <h1>Unknown senders</h1>
      <p className="mg-muted mg-p">
        Emails that came without a claim we can tell for sure. Nothing here is shown in a claim until you put it there.
      </p>
      {error && !data ? (
        <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} />
      ) : data ? (
        <Mails storeId={storeId} {...data} />
      ) : (
        <Skeleton height={160} mt="md" aria-hidden />
      )}
    </main>
  );
}

function Mails({ storeId, mails, count }: { storeId: number } & RouteAnswer<typeof unplacedMail>) {
  if (mails.length === 0) return <p className="mg-p">No emails wait here.</p>;
  return (
    <>
      <ol className="mg-unplaced" aria-label="Emails">
        {mails.map((mail) => (
          <li key={mail.id}>
            <MailShown storeId={storeId} mail={mail} />
          </li>
        ))}
      </ol>
      {count > mails.length ? (
        <p className="mg-muted mg-p">
          The newest {mails.length} of {count.toLocaleString('en-US')} are shown.
        </p>
      ) : null}
    </>
  );
}

function MailShown({ storeId, mail }: { storeId: number; mail: Mail }) {
  const client = useQueryClient();
  const [claimNo, setClaimNo] = useState('');
  const [isAsked, setAsked] = useState(false);
  const params = { storeId, mailId: mail.id };
  const tellWhy = (error: Error): void => toast(problemText(error), 'bad');
  const done = (said: string) => ({
    onSuccess: () => {
      toast(said);
      void client.invalidateQueries({ queryKey: unplacedMailQuery(storeId).queryKey });
      void client.invalidateQueries({ queryKey: ['shipping-claim', storeId] });
      // An email is a message that waits for an answer.
      void client.invalidateQueries({ queryKey: ['rows', storeId] });
      void client.invalidateQueries({ queryKey: QUEUE });
    },
    onError: tellWhy,
  });
  const placing = useMutation({
    mutationFn: (shippingClaimId: number) => call(placeMail, { params: { ...params, shippingClaimId } }),
    ...done('Email put into the claim'),
  });
  const dismissing = useMutation({ mutationFn: () => call(dismissMail, { params }), ...done('Email deleted') });
  const finding = useMutation({
    mutationFn: (externalId: string) => claimNamed(storeId, externalId),
    onSuccess: (id) => {
      if (id !== null) placing.mutate(id);
    },
    onError: tellWhy,
  });
  const name = mail.from.name || mail.from.email || 'Unknown sender';
  const isBusy = placing.isPending || dismissing.isPending || finding.isPending;
  return (
    <article className="mg-mail" aria-label={`Email from ${name}`}>
      <MailHead from={mail.from} date={mail.receivedOn}>
        {mail.kindLabel ? <StatusBadge status={{ label: mail.kindLabel, tone: 'neutral' }} /> : null}
        {mail.isOfStore ? null : <StatusBadge status={{ label: 'Of no store', tone: 'neutral' }} />}
      </MailHead>
      <p className="mg-mail-subject">
        <bdi>{mail.subject || 'No subject'}</bdi>
      </p>
      <p className="mg-muted mg-p">{mail.why}</p>
      {mail.text ? (
        <p className="mg-unplaced-text" dir="auto">
          {mail.text}
        </p>
      ) : null}
      <MailFiles files={mail.attachments} label="Files" />
      {mail.isReadable && mail.claims.length > 0 ? (
        <ul className="mg-orders" aria-label="Claims of the sender">
          {mail.claims.map((claim) => (
            <li key={claim.id} className="mg-order-row">
              <span className="mg-order-who">
                <Link
                  to="/$storeId/claims/shipping/$shippingClaimId"
                  params={{ storeId, shippingClaimId: claim.id }}
                  search={{}}
                >
                  <bdi>#{claim.externalId}</bdi>
                </Link>
                <bdi>{claim.customerName}</bdi>
                <bdi className="mg-muted">{claim.orderNo}</bdi>
              </span>
              <StatusBadge status={statusBadge(claim)} />
              <Button variant="default" size="xs" disabled={isBusy} onClick={() => placing.mutate(claim.id)}>
                Put here
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
      <form
        className="mg-unplaced-actions"
        onSubmit={(event) => {
          event.preventDefault();
          if (claimNo.trim() !== '') finding.mutate(claimNo.trim());
        }}
      >
        {mail.isReadable ? (
          <>
            <TextInput
              label="Claim number"
              maxLength={40}
              value={claimNo}
              error={
                finding.data === null && finding.variables === claimNo.trim() ? 'No such shipping claim.' : undefined
              }
              onChange={(event) => setClaimNo(event.currentTarget.value)}
            />
            <Button type="submit" variant="default" loading={finding.isPending || placing.isPending}>
              Put into Claim
            </Button>
          </>
        ) : null}
        <Button variant="default" disabled={isBusy} onClick={() => setAsked(true)}>
          Delete
        </Button>
      </form>
      <ConfirmDialog
        isOpen={isAsked}
        onClose={() => setAsked(false)}
        title="Delete Email"
        confirmLabel="Delete Email"
        cancelLabel="Keep Email"
        isDestructive
        onConfirm={() => {
          setAsked(false);
          dismissing.mutate();
        }}
      >
        The email is deleted for good.
      </ConfirmDialog>
    </article>
  );
}

/** The id of a claim by its number; null where there is none. */
async function claimNamed(storeId: number, externalId: string): Promise<number | null> {
  const wanted = externalId.replace(/^#/, '').toUpperCase();
  const page = await call(search, {
    params: { storeId },
    body: { kind: 'Shipping', filters: { searchTerm: wanted } },
  });
  if (!isOfTable(page)) return null;
  return page.data.find(({ cells }) => cells['externalId'] === wanted)?.id ?? null;
}

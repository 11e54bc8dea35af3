import { Button, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { call } from '#contract/client.ts';
import { markShippingMessageAnswered, writeShippingMessage } from '#contract/merchant/claim-mail.ts';
import type { EmailConversation, ShippingClaimShown } from '#contract/shipping-claim-shapes.ts';
import { MOST_ATTACHMENTS } from '#core/mail/attachments.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { MediaStrip } from '../../../ui/media-viewer.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Section } from '../../../ui/section.tsx';
import { StatusBadge, type Tone } from '../../../ui/status-badge.tsx';
import { toast } from '../../../ui/toast.ts';
import { useLeaveGuard } from '../../../ui/use-leave-guard.tsx';
import { withoutSent } from '../../../ui/without-sent.ts';
import { fieldErrorsOf } from '../../field-errors.ts';
import { problemText } from '../../problem-words.ts';
import { insertAt } from '../../../ui/insert-at.ts';
import { PhotoFields } from '../claim/photo-fields.tsx';
import { FILES_FAILED, hasFailed, isUploading, useUploads } from '../claim/use-uploads.ts';
import { AnswerMenu } from './answer-menu.tsx';
import { MailFiles, MailHead } from './mail-parts.tsx';
import { useShippingChange } from './shipping-queries.ts';
import './conversation.css';

type Shown = { storeId: number; claim: ShippingClaimShown };
type Message = EmailConversation['messages'][number];

/** What the customer and staff wrote to each other by email, with the emails about the claim (C2.22). */
export function Conversation({ storeId, claim }: Shown) {
  const { messages, subject, customerName, customerEmail } = claim.emailConversation;
  return (
    <Section title="Conversation">
      {claim.hasUnansweredMessage ? <Unanswered storeId={storeId} claim={claim} /> : null}
      {messages.length === 0 ? (
        <p className="mg-muted mg-p">Nobody has written yet.</p>
      ) : (
        <>
          <p className="mg-mail-subject">
            <bdi>{subject}</bdi>
          </p>
          <p className="mg-muted mg-p">
            With <bdi>{customerName || customerEmail}</bdi>
            {customerName && customerEmail ? (
              <>
                {' '}
                (<bdi>{customerEmail}</bdi>)
              </>
            ) : null}
          </p>
          <ol className="mg-mails" aria-label="Messages">
            {messages.map((message) => (
              <li key={message.id}>
                <MessageShown message={message} />
              </li>
            ))}
          </ol>
        </>
      )}
      <Composer storeId={storeId} claim={claim} />
    </Section>
  );
}

function Unanswered({ storeId, claim }: Shown) {
  const params = { storeId, shippingClaimId: claim.id };
  const marking = useShippingChange(storeId, claim, () => call(markShippingMessageAnswered, { params }));
  return (
    <Notice
      tone="waiting"
      action={
        <Button
          variant="default"
          size="xs"
          loading={marking.isPending}
          onClick={() => marking.mutate(undefined, { onError: (error) => toast(problemText(error), 'bad') })}
        >
          No answer needed
        </Button>
      }
    >
      The customer’s last message isn’t answered
      {claim.lastMessageFromCustomerOn ? (
        <>
          {' '}
          (<DateText date={claim.lastMessageFromCustomerOn} isInSentence />)
        </>
      ) : null}
      .
    </Notice>
  );
}

const DELIVERY: Readonly<Record<NonNullable<Message['delivery']>['state'], { label: string; tone: Tone } | null>> = {
  sending: { label: 'Sending', tone: 'waiting' },
  sent: null,
  failed: { label: 'Not sent', tone: 'bad' },
  canceled: { label: 'Not sent', tone: 'neutral' },
  undelivered: { label: 'Not delivered', tone: 'bad' },
};

function MessageShown({ message }: { message: Message }) {
  const { from, kind, kindLabel, delivery, attachments, direction, by } = message;
  const delivered = delivery && DELIVERY[delivery.state];
  const name = from.name || from.email;
  const kept = attachments.flatMap(({ media }) => media ?? []);
  const named = attachments.filter(({ media }) => media === null);
  return (
    <article className="mg-mail" data-direction={direction} aria-label={`Message from ${name}`}>
      <MailHead from={from} date={message.createdOn}>
        {kind === 'news' ? <span className="mg-muted">Sent automatically</span> : null}
        {by === null ? null : (
          <span className="mg-muted">
            {direction === 'out' ? 'Written' : 'Put here'} by <bdi>{by}</bdi>
          </span>
        )}
        {kindLabel ? <StatusBadge status={{ label: kindLabel, tone: 'neutral' }} /> : null}
        {delivered ? <StatusBadge status={delivered} /> : null}
      </MailHead>
      {delivery?.state === 'undelivered' && delivery.reason ? (
        <p className="mg-mail-problem">
          <bdi>{delivery.reason}</bdi>
        </p>
      ) : null}
      {message.sanitizedHtmlBody.trim() === '' ? (
        <p className="mg-muted mg-p">No text</p>
      ) : (
        <div className="mg-mail-body" dir="auto" dangerouslySetInnerHTML={{ __html: message.sanitizedHtmlBody }} />
      )}
      {message.isCut ? <p className="mg-muted mg-p">The message is longer; its end isn’t shown.</p> : null}
      {kept.length > 0 ? <MediaStrip media={kept} label="Files of the message" /> : null}
      <MailFiles files={named} label="Files that aren’t kept" />
    </article>
  );
}

function Composer({ storeId, claim }: Shown) {
  const [text, setText] = useState('');
  const field = useRef<HTMLTextAreaElement>(null);
  // One that failed may have arrived: unchanged it is the same message, and changed another.
  const tried = useRef<{ said: string; requestKey: string } | null>(null);
  const { customerEmail, isAnswerable } = claim.emailConversation;
  const params = { storeId, shippingClaimId: claim.id };
  const files = useUploads(storeId, { storeOrderId: claim.originalStoreOrder.id });
  const mediaIds = files.uploads.flatMap(({ media }) => media?.id ?? []);
  const isSendingFiles = isUploading(files.uploads);
  const isFileFailed = hasFailed(files.uploads);
  const sending = useShippingChange(
    storeId,
    claim,
    (message: { requestKey: string; text: string; mediaIds: string[] }) =>
      call(writeShippingMessage, { params, body: message }),
    () => toast('Message sent'),
  );
  const send = (): void => {
    const { uploads } = files;
    const said = JSON.stringify([text, mediaIds]);
    if (tried.current?.said !== said) tried.current = { said, requestKey: crypto.randomUUID() };
    sending.mutate(
      { requestKey: tried.current.requestKey, text, mediaIds },
      {
        onSuccess: () => {
          tried.current = null;
          setText((now) => withoutSent(now, text));
          // Files added meanwhile are of the next message.
          for (const upload of uploads) files.remove(upload);
        },
      },
    );
  };
  const question = useLeaveGuard({
    isChanged: (text.trim() !== '' || files.uploads.length > 0) && !sending.isPending,
    title: 'Unsent Message',
    leaveLabel: 'Discard Message',
    children: 'Your message hasn’t been sent.',
  });
  if (customerEmail === '') return <p className="mg-muted mg-p">This claim has no email address to write to.</p>;
  const errors = fieldErrorsOf(sending.error);
  return (
    <form
      className="mg-mail-composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        ref={field}
        label={
          <span className="mg-template-label">
            Message to customer
            <AnswerMenu
              storeId={storeId}
              claim={claim}
              onInsert={(answer) => insertAt(field.current, text, answer, setText)}
            />
          </span>
        }
        aria-label="Message to customer"
        description={
          isAnswerable
            ? `Goes to ${customerEmail}. Answers appear here.`
            : `Goes to ${customerEmail}. Answers go to the reply address of the store’s emails.`
        }
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        maxLength={10_000}
        dir="auto"
        autosize
        minRows={3}
        maxRows={14}
        value={text}
        error={errors['text']}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <PhotoFields {...files} most={MOST_ATTACHMENTS} error={isFileFailed ? FILES_FAILED : undefined} />
      {sending.error && !errors['text'] ? <Notice tone="bad">{problemText(sending.error)}</Notice> : null}
      <div>
        <Button
          type="submit"
          disabled={text.trim() === '' || isSendingFiles || isFileFailed}
          title={isSendingFiles ? 'The files are still uploading.' : ''}
          loading={sending.isPending}
        >
          Send Message
        </Button>
      </div>
      {question}
    </form>
  );
}

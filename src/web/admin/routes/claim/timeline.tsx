import { Button, Textarea, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconBuildingStore,
  IconCircleDot,
  IconCoin,
  IconLoader,
  IconMail,
  IconMessage,
  IconPencil,
  IconTruck,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { addToTimeline } from '#contract/merchant/claim-actions.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { MediaStrip } from '../../../ui/media-viewer.tsx';
import { Section } from '../../../ui/section.tsx';
import { useLeaveGuard } from '../../../ui/use-leave-guard.tsx';
import { withoutSent } from '../../../ui/without-sent.ts';
import { ChangeProblem } from './change-problem.tsx';
import { actorText, newestFirst } from './claim-words.ts';
import { useClaimCall, type ClaimOnScreen } from './use-claim-change.ts';

const icons: Readonly<Record<ClaimShown['timeline'][number]['type'], Icon>> = {
  email: IconMail,
  shipment: IconTruck,
  processing: IconLoader,
  simple: IconCircleDot,
  money: IconCoin,
  comment: IconMessage,
  edit: IconPencil,
  shopify: IconBuildingStore,
  warning: IconAlertTriangle,
};

const typeNames: Readonly<Record<ClaimShown['timeline'][number]['type'], string>> = {
  email: 'Email',
  shipment: 'Shipment',
  processing: 'Processing',
  simple: 'Event',
  money: 'Money',
  comment: 'Comment',
  edit: 'Edit',
  shopify: 'Store platform',
  warning: 'Warning',
};

/** What happened, newest first, with room for a comment to colleagues. */
export function Timeline({ storeId, claim }: ClaimOnScreen) {
  return (
    <Section title="Timeline">
      <CommentBox storeId={storeId} claim={claim} />
      <TimelineEntries entries={claim.timeline} />
    </Section>
  );
}

/** What happened, newest first. */
export function TimelineEntries({ entries }: { entries: ClaimShown['timeline'] }) {
  return (
    <ol className="mg-timeline">
      {newestFirst(entries).map((entry) => {
        const Shape = icons[entry.type];
        return (
          <li key={entry.id} data-type={entry.type}>
            <span className="mg-timeline-icon" title={typeNames[entry.type]}>
              <Shape size={14} aria-hidden />
              <VisuallyHidden>{typeNames[entry.type]}</VisuallyHidden>
            </span>
            <div>
              <div className="mg-timeline-head">
                <span>{entry.subject}</span>
                <span className="mg-muted">
                  {actorText(entry) === null ? null : `${actorText(entry)} · `}
                  <DateText date={entry.datetime} />
                </span>
              </div>
              {entry.message ? <p className="mg-quote">{entry.message}</p> : null}
              {entry.media.length > 0 ? <MediaStrip media={entry.media} /> : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function CommentBox({ storeId, claim }: ClaimOnScreen) {
  const [text, setText] = useState('');
  const commenting = useClaimCall({ storeId, claim }, (message: string, params) =>
    call(addToTimeline, { params, body: { message } }),
  );
  const leaveQuestion = useLeaveGuard({
    isChanged: text.trim() !== '',
    children: "Your comment isn't sent. If you leave now, you'll lose it.",
  });
  const send = (): void => {
    if (!text.trim() || commenting.isPending) return;
    commenting.mutate(text, { onSuccess: () => setText((now) => withoutSent(now, text)) });
  };
  return (
    <form
      className="mg-comment"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Textarea
        aria-label="Internal comment"
        placeholder="Internal comment. The customer doesn't see it."
        autosize
        minRows={1}
        maxRows={8}
        maxLength={2000}
        dir="auto"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) send();
        }}
      />
      <Button type="submit" variant="default" disabled={!text.trim()} loading={commenting.isPending}>
        Comment
      </Button>
      <ChangeProblem storeId={storeId} claim={claim} change={commenting} />
      {leaveQuestion}
    </form>
  );
}

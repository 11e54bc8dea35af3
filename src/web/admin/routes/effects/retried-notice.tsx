import { Link } from '@tanstack/react-router';
import type { Retried } from '#contract/claim-shapes.ts';
import { UntilText } from '../../../ui/date-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { retriedText } from './effect-words.ts';

type RetriedNoticeProps = { storeId: number; retried: Retried; onLeave?: () => void };

/** What failed and is being retried at this moment; nothing when nothing is. */
export function RetriedNotice({ storeId, retried, onLeave }: RetriedNoticeProps) {
  const text = retriedText(retried);
  if (text === null) return null;
  return (
    <Notice
      tone="waiting"
      action={
        <Link to="/$storeId/effects" params={{ storeId }} search={{ state: 'waiting' }} onClick={onLeave}>
          View what's waiting
        </Link>
      }
    >
      {text}
      {retried.nextTryOn ? (
        <>
          , next try <UntilText date={retried.nextTryOn} />
        </>
      ) : null}
      .
    </Notice>
  );
}

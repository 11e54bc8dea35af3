import {
  IconAlertCircle,
  IconCircle,
  IconCircleCheck,
  IconCircleX,
  IconClock,
  IconInfoCircle,
  IconPlayerPlay,
  type Icon,
} from '@tabler/icons-react';

export type Tone = 'neutral' | 'info' | 'waiting' | 'good' | 'bad';

const shapes: Readonly<Record<Tone, Icon>> = {
  neutral: IconCircle,
  info: IconPlayerPlay,
  waiting: IconClock,
  good: IconCircleCheck,
  bad: IconCircleX,
};

/** A status as a word with its color and its shape. */
export function StatusBadge({ status }: { status: { label: string; tone: Tone } }) {
  const Shape = shapes[status.tone];
  return (
    <span className="mg-status" data-tone={status.tone}>
      <Shape size={12} stroke={2.2} aria-hidden />
      {status.label}
    </span>
  );
}

/** The shapes of notices, by tone. */
export const noticeShapes: Readonly<Record<Tone, Icon>> = {
  neutral: IconInfoCircle,
  info: IconInfoCircle,
  waiting: IconAlertCircle,
  good: IconCircleCheck,
  bad: IconAlertCircle,
};

import type { StatusShown } from '#contract/status-shown.ts';
import {
  IconCircleCheckFilled,
  IconCircleDot,
  IconCircleXFilled,
  IconClockHour4,
  IconInfoSquareRounded,
} from '@tabler/icons-react';
import { cx } from './cx.ts';
import styles from './status-badge.module.css';

// Each tone has its own shape, so that it doesn't depend on color.
const SHAPES = {
  neutral: IconCircleDot,
  info: IconInfoSquareRounded,
  waiting: IconClockHour4,
  good: IconCircleCheckFilled,
  bad: IconCircleXFilled,
};

/** A status as word, shape and color. */
export function StatusBadge({ status }: { status: Pick<StatusShown, 'label' | 'tone'> }) {
  const Shape = SHAPES[status.tone];
  return (
    <span className={cx(styles.badge, styles[status.tone])}>
      <Shape size={18} aria-hidden="true" />
      {status.label}
    </span>
  );
}

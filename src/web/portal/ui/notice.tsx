import { IconAlertTriangle, IconCircleCheck, IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './notice.module.css';

const ICONS = { bad: IconAlertTriangle, good: IconCircleCheck, info: IconInfoCircle };

/** A sentence that must be seen, and heard at once when it is bad news. */
export function Notice({ tone, children }: { tone: 'bad' | 'good' | 'info'; children: ReactNode }) {
  const Icon = ICONS[tone];
  return (
    <div className={cx(styles.notice, styles[tone])} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon size={20} aria-hidden="true" className={styles.icon} />
      <div className={styles.body}>{children}</div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { noticeShapes, type Tone } from './status-badge.tsx';

/** A sentence that stays on the page, with one way on. Bad news is announced at once. */
export function Notice({ tone, children, action }: { tone: Tone; children: ReactNode; action?: ReactNode }) {
  const Shape = noticeShapes[tone];
  return (
    <div className="mg-notice" data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Shape size={16} aria-hidden />
      <div className="mg-notice-body">
        {children}
        {action ? <div className="mg-notice-action">{action}</div> : null}
      </div>
    </div>
  );
}

import type { ReactNode } from 'react';
import { DateText } from '../../../ui/date-text.tsx';

type HeadProps = { from: { name: string; email: string }; date: string; children: ReactNode };

/** Who an email is from, what is known about it, and when it came. */
export function MailHead({ from: { name, email }, date, children }: HeadProps) {
  return (
    <header className="mg-mail-head">
      <span className="mg-mail-from">
        <bdi>{name || email || 'Unknown sender'}</bdi>
        {name && email ? <bdi className="mg-muted">{email}</bdi> : null}
      </span>
      <span className="mg-mail-facts">
        {children}
        <span className="mg-muted">
          <DateText date={date} />
        </span>
      </span>
    </header>
  );
}

/** Files of an email by name, with what is wrong with each; nothing where there are none. */
export function MailFiles({ files, label }: { files: readonly MailFile[]; label: string }) {
  if (files.length === 0) return null;
  return (
    <ul className="mg-mail-files" aria-label={label}>
      {files.map(({ filename, problem }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may repeat, and nothing moves
        <li key={`${place} ${filename}`}>
          <bdi>{filename}</bdi> {problem ? <span className="mg-muted">{problem}</span> : null}
        </li>
      ))}
    </ul>
  );
}

type MailFile = { filename: string; problem: string | null };

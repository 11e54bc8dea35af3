import type { ReactNode } from 'react';
import { useDocumentTitle } from '@mantine/hooks';

/** A page that only says something and offers the way on. */
export function MessagePage({
  title,
  children,
  actions,
}: {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}) {
  useDocumentTitle(title);
  return (
    <main className="mg-message" id="content">
      <h1>{title}</h1>
      {children ? <p>{children}</p> : null}
      <div className="mg-message-actions">{actions}</div>
    </main>
  );
}

import { useDocumentTitle } from '@mantine/hooks';
import type { ReactNode } from 'react';
import logo from '../../favicon.svg';
import './sign-in.css';

/** The frame of pages for people who are not signed in. */
export function SignInFrame({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <main className="mg-sign-in" id="content">
      <img src={logo} alt="Makegood" width={32} height={32} />
      <h1>{title}</h1>
      {children}
    </main>
  );
}

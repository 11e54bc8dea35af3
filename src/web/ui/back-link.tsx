import type { AnchorHTMLAttributes, ReactNode } from 'react';
import { IconChevronLeft } from '@tabler/icons-react';
import { createLink, useNavigate } from '@tanstack/react-router';
import './back-link.css';

const Back = ({ children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) => (
  <a {...rest} className="mg-back">
    <IconChevronLeft size={14} aria-hidden />
    {children}
  </a>
);

/** The way back from a page to the one above it, whose name it says. */
export const BackLink = createLink(Back);

/** The way back to an address within the app, such as the one staff came from. */
export function BackTo({ href, children }: { href: string; children: ReactNode }) {
  const navigate = useNavigate();
  return (
    <Back
      href={href}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        void navigate({ href });
      }}
    >
      {children}
    </Back>
  );
}

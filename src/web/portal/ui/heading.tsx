import { useEffect, useRef, type ReactNode } from 'react';

// The first heading of a visit leaves the focus to the browser; every later one is where a new screen begins.
let isFirst = true;

/** The h1 of a screen: takes the focus when the screen changes, and names the document. */
export function Heading({ children, title }: { children: ReactNode; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title;
    if (!isFirst) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    isFirst = false;
  }, [title]);
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto">
      {children}
    </h1>
  );
}

import { useEffect, useRef, type ReactNode } from 'react';
import { useLanguage } from '../texts.ts';

// The first heading of a visit leaves the focus to the browser; every later one is where a new screen begins.
let isFirst = true;

/** Whether the reader is in this document. The page around it, such as the settings with their preview, may have the focus. */
const isRead = (): boolean => window.parent === window || document.hasFocus();

/** The h1 of a screen: takes the focus when the screen changes, and names the document. */
export function Heading({ children, title }: { children: ReactNode; title: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const language = useLanguage();
  const drawnIn = useRef(language);
  const isNew = useRef(true);
  useEffect(() => {
    document.title = title;
    // Another language is no new screen: the focus stays at the list of languages.
    const isTranslated = drawnIn.current !== language;
    drawnIn.current = language;
    // Nor is another title while the shopper types or chooses: an amount that changed, or another type of claim.
    const isTyping = !isNew.current && document.activeElement?.matches('input,textarea,select,iframe') === true;
    isNew.current = false;
    if (!isFirst && !isTranslated && !isTyping && isRead()) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    isFirst = false;
  }, [title, language]);
  return (
    <h1 ref={heading} tabIndex={-1} dir="auto">
      {children}
    </h1>
  );
}

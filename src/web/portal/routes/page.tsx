import type { ReactNode } from 'react';
import { useStore } from '../store.tsx';
import { t } from '../texts.ts';
import { Heading } from '../ui/heading.tsx';
import { wholeNumbers } from '../ui/whole-numbers.tsx';
import styles from './page.module.css';

/** A screen in one column below its heading. */
export function Page({ heading, children }: { heading: string; children: ReactNode }) {
  const { pageTitle } = useStore();
  return (
    <div className={styles.page}>
      <Heading title={t('page.title', { heading, store: pageTitle })}>{wholeNumbers(heading)}</Heading>
      {children}
    </div>
  );
}

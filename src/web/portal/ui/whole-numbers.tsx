import type { ReactNode } from 'react';
import styles from './whole-numbers.module.css';

const NUMBER = /([A-Z]-[0-9A-Z]{8})/;

/** A text whose claim numbers stay on one line each: a browser would break R-0S1Y2B24 after its hyphen. */
export const wholeNumbers = (text: string): ReactNode =>
  text.split(NUMBER).map((part, index) =>
    index % 2 === 1 ? (
      <span key={index} className={styles.number}>
        {part}
      </span>
    ) : (
      part
    ),
  );

import styles from './skeleton.module.css';
import { t } from '../texts.ts';

/** The shape of what comes: a heading and rows with pictures. */
export function Skeleton({ rows = 3 }: { rows?: number }) {
  return (
    <div className={styles.page} aria-busy="true">
      <p className={styles.words} aria-live="polite">
        {t('common.loading')}
      </p>
      <div className={styles.heading} />
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row}>
          <div className={styles.picture} />
          <div className={styles.texts}>
            <div className={styles.text} />
            <div className={styles.short} />
          </div>
        </div>
      ))}
    </div>
  );
}

import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { cx } from './cx.ts';
import styles from './picture.module.css';

/** A product picture in a box of fixed size. Its name is shown next to it, so screen readers skip it. */
export function Picture({ url, size = 'big' }: { url: string | null; size?: 'big' | 'small' | 'fill' }) {
  const [failed, setFailed] = useState<string | null>(null);
  const isShown = url !== null && url !== '' && url !== failed;
  return (
    <span className={cx(styles.box, styles[size])}>
      {isShown ? (
        <img
          src={url}
          alt=""
          className={styles.image}
          decoding="async"
          loading={size === 'fill' ? 'lazy' : 'eager'}
          onError={() => setFailed(url)}
        />
      ) : (
        <IconPhoto size={size === 'small' ? 22 : 32} stroke={1.25} aria-hidden="true" />
      )}
    </span>
  );
}

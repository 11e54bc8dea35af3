import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';

type Props = ComponentProps<'button'> & { look?: 'primary' | 'quiet'; isBusy?: boolean };

/** A button of the portal; while busy it cannot be pressed again. */
export function Button({
  look = 'primary',
  isBusy = false,
  type = 'button',
  className,
  disabled,
  children,
  ...rest
}: Props) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || isBusy}
      className={cx(styles.button, styles[look], className)}
    >
      {isBusy && <span className={styles.dots} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** The looks of a button for a link. */
export const buttonClass = (look: 'primary' | 'quiet'): string => cx(styles.button, styles[look]);

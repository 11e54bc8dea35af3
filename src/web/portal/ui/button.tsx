import type { ComponentProps, SyntheticEvent } from 'react';
import styles from './button.module.css';
import { cx } from './cx.ts';

type Props = ComponentProps<'button'> & { look?: 'primary' | 'quiet'; isBusy?: boolean };

/**
 * A button of the portal; while busy it cannot be pressed again. It stays focusable all the same: a browser drops the
 * focus of a button that becomes disabled.
 */
export function Button({
  look = 'primary',
  isBusy = false,
  type = 'button',
  className,
  disabled = false,
  onClick,
  children,
  ...rest
}: Props) {
  const isOff = disabled || isBusy;
  return (
    <button
      {...rest}
      type={type}
      aria-disabled={isOff}
      onClick={isOff ? ignore : onClick}
      className={cx(styles.button, styles[look], className)}
    >
      {isBusy && <span className={styles.dots} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** A press that submits nothing either. */
const ignore = (event: SyntheticEvent): void => event.preventDefault();

/** The looks of a button for a link. */
export const buttonClass = (look: 'primary' | 'quiet'): string => cx(styles.button, styles[look]);

import { useId, type ReactNode } from 'react';
import styles from './choice.module.css';

type Props = {
  name: string;
  isChecked: boolean;
  onChoose: () => void;
  title: ReactNode;
  /** Why it cannot be chosen; the choice is then disabled and says so. */
  whyNot?: string | null;
  picture?: ReactNode;
  trailing?: ReactNode;
  children?: ReactNode;
};

/** One radio button as a card that can be pressed anywhere. */
export function Choice({ name, isChecked, onChoose, title, whyNot = null, picture, trailing, children }: Props) {
  const about = useId();
  return (
    <label className={styles.choice}>
      <input
        type="radio"
        name={name}
        checked={isChecked}
        disabled={whyNot !== null}
        onChange={onChoose}
        aria-describedby={about}
      />
      {picture}
      <span className={styles.texts}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        <span id={about} className={styles.about}>
          {whyNot ?? children}
        </span>
      </span>
      {trailing !== undefined && whyNot === null && <span className={styles.trailing}>{trailing}</span>}
    </label>
  );
}

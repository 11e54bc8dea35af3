import { useId, type ReactNode } from 'react';
import { usePick } from './use-pick.ts';
import styles from './choice.module.css';

type Props = {
  name: string;
  isChecked: boolean;
  onChoose: () => void;
  /** It was pressed with a finger or mouse, also where it was chosen already: nothing more is to be done here. */
  onPick?: () => void;
  title: ReactNode;
  /** Why it cannot be chosen; the choice is then disabled and says so. */
  whyNot?: string | null;
  picture?: ReactNode;
  trailing?: ReactNode;
  children?: ReactNode;
};

/** One radio button as a card that can be pressed anywhere. */
export function Choice({
  name,
  isChecked,
  onChoose,
  onPick,
  title,
  whyNot = null,
  picture,
  trailing,
  children,
}: Props) {
  const about = useId();
  const pick = usePick(onPick);
  return (
    <label className={styles.choice} {...pick.label}>
      <input
        type="radio"
        name={name}
        checked={isChecked}
        disabled={whyNot !== null}
        onChange={onChoose}
        onClick={pick.onClick}
        aria-describedby={about}
      />
      {picture}
      <span className={styles.said}>
        <span className={styles.title} dir="auto">
          {title}
        </span>
        {trailing !== undefined && whyNot === null && <span className={styles.trailing}>{trailing}</span>}
        <span id={about} className={styles.about}>
          {whyNot ?? children}
        </span>
      </span>
    </label>
  );
}

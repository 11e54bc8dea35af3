import type { Progress } from '#contract/customer/customer.ts';
import { dayOfYear } from '../format.ts';
import styles from './progress.module.css';
import { t } from '../texts.ts';

type Props = { steps: Progress };

/** From asking to the end: what was done and when, and what is ahead. */
export function ProgressSteps({ steps }: Props) {
  const at = nextOf(steps);
  return (
    <ol className={styles.steps} aria-label={t('progress.label')}>
      {steps.map(({ step, isDone, on }, index) => (
        <li key={step} className={isDone ? styles.done : undefined} aria-current={index === at ? 'step' : undefined}>
          <span>{t(`progress.${step}`)}</span>
          {isDone && <span className={styles.words}>{t('progress.done')}</span>}
          {on !== null && (
            <time dateTime={on} className={styles.date}>
              {dayOfYear(on)}
            </time>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The same at a glance, for a list; its status is said next to it. */
export function ProgressBar({ steps }: Props) {
  return (
    <div className={styles.bar} aria-hidden="true">
      {steps.map(({ step, isDone }) => (
        <span key={step} className={isDone ? styles.done : undefined} />
      ))}
    </div>
  );
}

const nextOf = (steps: Progress): number => {
  const ahead = steps.findIndex(({ isDone }) => !isDone);
  return ahead === -1 ? steps.length - 1 : ahead;
};

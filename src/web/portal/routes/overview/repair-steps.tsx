import { shortDay } from '../../format.ts';
import items from '../../ui/item-list.module.css';
import { rich, t } from '../../texts.ts';
import type { ClaimOverview } from './claim-overview.ts';
import styles from './repair-steps.module.css';

/** How a repair went so far, the latest step last. */
export function RepairSteps({ repair }: { repair: NonNullable<ClaimOverview['lines'][number]['repair']> }) {
  return (
    <ol className={styles.steps} aria-label={t('repair.steps')}>
      {repair.steps.map(({ state, on }, index) => (
        <li key={index} className={index === repair.steps.length - 1 ? undefined : items.muted}>
          {rich('repair.step', {
            step: t(`repair.state.${state}`),
            date: <time dateTime={on}>{shortDay(on)}</time>,
          })}
        </li>
      ))}
    </ol>
  );
}

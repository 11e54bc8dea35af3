import { messageOf } from '../../api.ts';
import { chosenLines } from '../../draft.ts';
import { money } from '../../format.ts';
import { isOnlyHeld, outcome } from '../../sums.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './difference.module.css';
import type { Flow } from './step-frame.tsx';
import { t } from '../../texts.ts';

/** What the choice comes to in one sentence, from the server's sums; room is kept for it while they come. */
export function Difference({ flow, isChosen = true }: { flow: Flow; isChosen?: boolean }) {
  const { sums, quoteError, onReadAgain, order, draft } = flow;
  const { ledger, currencyCode, isExact } = sums;
  if (!isChosen) {
    return (
      <p className={styles.difference}>
        <span className={styles.about}>{t('difference.pick')}</span>
      </p>
    );
  }
  if (quoteError) {
    return (
      <Notice tone="bad">
        <p>{messageOf(quoteError)}</p>
        <Button look="quiet" onClick={onReadAgain}>
          {t('difference.again')}
        </Button>
      </Notice>
    );
  }
  const others = chosenLines(draft, order).length > 1;
  return (
    <p className={styles.difference} aria-live="polite" aria-busy={!isExact}>
      {ledger ? (
        <>
          <strong>{sentence(ledger, currencyCode)}</strong>
          {isOnlyHeld(ledger) && ` ${t('difference.hold', { amount: money(ledger.held, currencyCode) })}`}
          <span className={styles.about}>{others ? t('difference.whole') : t('difference.below')}</span>
        </>
      ) : (
        <span className={styles.about}>{t('difference.calculating')}</span>
      )}
    </p>
  );
}

function sentence(ledger: Parameters<typeof outcome>[0], currencyCode: string): string {
  const { kind, amount } = outcome(ledger);
  if (kind === 'nothing' || amount === 0) return t('difference.even');
  const text = { amount: money(amount, currencyCode) };
  if (kind === 'pay') return t('difference.pay', text);
  return kind === 'back' ? t('difference.back', text) : t(`difference.back.${kind}`, text);
}

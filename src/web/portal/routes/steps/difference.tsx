import { messageOf } from '../../api.ts';
import { chosenLines } from '../../draft.ts';
import { money } from '../../format.ts';
import { isOnlyHeld, outcome } from '../../sums.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import styles from './difference.module.css';
import type { Flow } from './step-frame.tsx';

/** What the choice comes to in one sentence, from the server's sums; room is kept for it while they come. */
export function Difference({ flow, isChosen = true }: { flow: Flow; isChosen?: boolean }) {
  const { sums, quoteError, onQuoteAgain, order, draft } = flow;
  const { ledger, currencyCode, isExact } = sums;
  if (!isChosen) {
    return (
      <p className={styles.difference}>
        <span className={styles.about}>Pick one to see the price difference.</span>
      </p>
    );
  }
  if (quoteError) {
    return (
      <Notice tone="bad">
        <p>{messageOf(quoteError)}</p>
        <Button look="quiet" onClick={onQuoteAgain}>
          Check again
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
          {isOnlyHeld(ledger) &&
            ` We'll hold ${money(ledger.held, currencyCode)} on your card until your items are back.`}
          <span className={styles.about}>
            {others ? 'This covers your whole return, including your other items.' : ABOUT}
          </span>
        </>
      ) : (
        <span className={styles.about}>Calculating the difference</span>
      )}
    </p>
  );
}

const ABOUT = 'See the breakdown below.';

function sentence(ledger: Parameters<typeof outcome>[0], currencyCode: string): string {
  const { label, amount } = outcome(ledger);
  if (ledger.owed > 0) return `You pay ${money(amount, currencyCode)}.`;
  if (amount === 0) return 'No extra cost.';
  return label.replace('You get back', `You get ${money(amount, currencyCode)} back`).concat('.');
}

import type { Selection } from '#contract/customer/customer.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { isPassing, messageOf, portalCall } from '../../api.ts';
import { chosenLines, lineOf, type Draft, type ShippingMethod } from '../../draft.ts';
import { money, variantBeside } from '../../format.ts';
import { METHOD_NAMES, type SumLine } from '../../sums.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Totals } from '../../ui/totals.tsx';
import styles from './review.module.css';
import { SHIPPING } from './shipping.tsx';
import { StepFrame, type Flow } from './step-frame.tsx';

type Props = {
  flow: Flow;
  selections: Selection[] | undefined;
  quoteError: Error | null;
  onQuoteAgain: () => void;
  /** Reads the order and its sums again, after the server refused the return. */
  onReadAgain: () => void;
  onSubmitted: (externalId: string) => void;
};

/** Everything once more with the exact sums, then one press. */
export function ReviewStep({ flow, selections, quoteError, onQuoteAgain, onReadAgain, onSubmitted }: Props) {
  const { slug, order, draft, sums, uploads } = flow;
  const isSending = useRef(false);
  const submit = useMutation({
    mutationFn: (sent: { selections: Selection[]; shippingMethod: ShippingMethod }) =>
      portalCall('submit', {
        params: { slug, idFromPlatform: order.idFromPlatform },
        body: { requestKey: draft.requestKey, ...sent },
      }),
    onSuccess: ({ externalId }) => onSubmitted(externalId),
    onSettled: () => {
      isSending.current = false;
    },
  });
  const waiting = uploads.list.filter(({ failure }) => !failure).length;
  const broken = uploads.list.length - waiting;

  function send(): void {
    // A second press can arrive before the button is drawn disabled.
    if (isSending.current || !selections || !draft.shippingMethod) return;
    isSending.current = true;
    submit.mutate({ selections, shippingMethod: draft.shippingMethod });
  }

  const isBusy = submit.isPending || submit.isSuccess;
  const action = {
    label: isBusy ? 'Sending your return' : 'Submit return',
    isBusy,
    isOff: !sums.isExact || waiting > 0,
    onPress: send,
    problem: submit.isError ? problemText(submit.error) : null,
  };
  return (
    <StepFrame flow={flow} heading="Is everything right?" action={action}>
      <ul className={styles.lines}>
        {chosenLines(draft, order).map((line) => {
          const sum = sums.lines.find(({ lineId }) => lineId === line.lineIdFromPlatform);
          return (
            <li key={line.lineIdFromPlatform} className={styles.line}>
              <Picture url={line.imgUrl} />
              <div className={styles.texts}>
                <p className={styles.name} dir="auto">
                  {line.name}
                </p>
                {variantBeside(line) !== '' && <p dir="auto">{line.variantTitle}</p>}
                <ReasonText flow={flow} lineId={line.lineIdFromPlatform} />
                {sum && <LineSum sum={sum} currencyCode={sums.currencyCode} draft={draft} />}
              </div>
            </li>
          );
        })}
      </ul>
      {draft.shippingMethod && (
        <section className={styles.block}>
          <h2>{SHIPPING[draft.shippingMethod].title}</h2>
          <p className={styles.muted}>{SHIPPING[draft.shippingMethod].about}</p>
        </section>
      )}
      <section className={styles.block} aria-busy={!sums.isExact}>
        <h2>What you get</h2>
        <Totals lines={sums.lines} currencyCode={sums.currencyCode} />
        {!sums.isExact && !quoteError && <p className={styles.muted}>Working out the exact sums</p>}
        <p className={styles.muted}>After your items arrived and were checked.</p>
      </section>
      {quoteError && !sums.isExact && (
        <Notice tone="bad">
          <p>{messageOf(quoteError)}</p>
          <Button look="quiet" onClick={onQuoteAgain}>
            Work out the sums again
          </Button>
        </Notice>
      )}
      {waiting > 0 && (
        <Notice tone="info">{waiting === 1 ? 'One file is' : `${waiting} files are`} still being uploaded.</Notice>
      )}
      {broken > 0 && (
        <Notice tone="info">
          {broken === 1 ? 'One file was' : `${broken} files were`} not uploaded and will be missing. Go back to try
          again.
        </Notice>
      )}
      {submit.isError && !isPassing(submit.error) && (
        <Notice tone="info">
          <p>The order may have changed since you opened it.</p>
          <Button look="quiet" onClick={onReadAgain}>
            Check the order again
          </Button>
        </Notice>
      )}
    </StepFrame>
  );
}

const problemText = (error: Error): string =>
  isPassing(error)
    ? `${messageOf(error)} Your return is kept here; you can submit it again, it will be made only once.`
    : messageOf(error);

function ReasonText({ flow: { order, draft }, lineId }: { flow: Flow; lineId: string }) {
  const { reasonId, reasonDetail, comments, media, quantity } = lineOf(draft, lineId);
  const reason = order.reasons.find(({ id }) => id === reasonId)?.name ?? '';
  return (
    <p className={styles.muted}>
      Quantity {quantity}. <span dir="auto">{[reason, reasonDetail].filter(Boolean).join(': ')}</span>
      {comments.trim() !== '' && (
        <span className={styles.comments} dir="auto">
          “{comments.trim()}”
        </span>
      )}
      {media.length > 0 && (
        <span className={styles.comments}>{media.length === 1 ? '1 file' : `${media.length} files`} added</span>
      )}
    </p>
  );
}

function LineSum({ sum, currencyCode, draft }: { sum: SumLine; currencyCode: string; draft: Draft }) {
  const isExchange = sum.method === 'variantExchange';
  const variant = isExchange ? lineOf(draft, sum.lineId).variant : null;
  return (
    <dl className={styles.sum}>
      <div>
        <dt>
          {sum.method && METHOD_NAMES[sum.method]}
          {variant && (
            <>
              {' for '}
              <span dir="auto">{variant.title}</span>
            </>
          )}
        </dt>
        <dd>{money(sum.amount, currencyCode)}</dd>
      </div>
      {sum.incentive > 0 && (
        <div className={styles.bonus}>
          <dt>Bonus</dt>
          <dd>+{money(sum.incentive, currencyCode)}</dd>
        </div>
      )}
    </dl>
  );
}

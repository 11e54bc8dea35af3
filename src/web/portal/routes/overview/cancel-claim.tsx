import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { codeOf, messageOf, portalCall } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { focusHeading } from '../../ui/focus-heading.ts';
import { Notice } from '../../ui/notice.tsx';
import type { ClaimOverview } from './claim-overview.ts';
import styles from './cancel-claim.module.css';
import { t } from '../../texts.ts';

type Props = {
  slug: string;
  claim: ClaimOverview;
  onCanceled: () => void;
  /** It can no longer be canceled, so the claim is to be read again. */
  onTooLate: () => void;
};

/** Takes a return or warranty claim back, after asking; says why where that is no longer possible. */
export function CancelClaim({ slug, claim, onCanceled, onTooLate }: Props) {
  const { cancelBlock, claimType } = claim;
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const block = useRef<HTMLParagraphElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) heading.current?.focus();
    else if (wasAsking.current) button.current?.focus();
    wasAsking.current = isAsking;
  }, [isAsking]);
  const cancel = useMutation({
    mutationFn: () => portalCall('cancelClaim', { params: { slug, externalId: claim.externalId } }),
    onSuccess: onCanceled,
    onError: (error) => codeOf(error) === 'CANCEL_TOO_LATE' && onTooLate(),
  });
  const { isPending } = cancel;
  useEffect(() => {
    if (!isAsking || isPending) return undefined;
    const leave = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') setAsking(false);
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [isAsking, isPending]);
  useEffect(() => {
    // The question that had the focus is gone, unless the shopper went on elsewhere meanwhile.
    if (cancelBlock === null || !wasAsking.current || document.activeElement !== document.body) return;
    if (block.current) block.current.focus();
    else focusHeading();
  }, [cancelBlock]);
  if (cancelBlock === 'ended') return null;
  if (cancelBlock !== null)
    return (
      <p ref={block} tabIndex={-1} className={styles.muted}>
        {t(`cancel.block.${cancelBlock}`)}
      </p>
    );
  if (!isAsking) {
    return (
      <p>
        <button ref={button} type="button" className={styles.link} onClick={() => setAsking(true)}>
          {t(`cancel.${claimType}`)}
        </button>
      </p>
    );
  }
  return (
    <section className={styles.sure} aria-labelledby="cancel">
      <h2 id="cancel" ref={heading} tabIndex={-1}>
        {t(`cancel.sure.${claimType}`)}
      </h2>
      <p>{consequences(claim).join(' ')}</p>
      {cancel.isError && (
        <Notice tone="bad">
          <p>{messageOf(cancel.error)}</p>
        </Notice>
      )}
      <div className={styles.buttons}>
        <Button isBusy={isPending || cancel.isSuccess} onClick={() => cancel.mutate()}>
          {t(`cancel.${claimType}`)}
        </Button>
        <Button look="quiet" disabled={isPending} onClick={() => setAsking(false)}>
          {t('cancel.keep')}
        </Button>
      </div>
    </section>
  );
}

function consequences({ payments, shipments }: ClaimOverview): string[] {
  const hasLabel = shipments.some((one) => one.canceledOn === null && one.returnShipmentType === 'Label');
  return [
    t('cancel.about'),
    ...(hasLabel ? [t('cancel.label')] : []),
    ...(payments.some(({ status }) => status === 'Authorized') ? [t('cancel.hold')] : []),
    ...(payments.some(({ status }) => status === 'Captured') ? [t('cancel.paid')] : []),
    t('cancel.again'),
  ];
}

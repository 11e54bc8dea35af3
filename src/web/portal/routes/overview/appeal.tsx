import { useState } from 'react';
import { portalCall } from '../../api.ts';
import { day } from '../../format.ts';
import { t } from '../../texts.ts';
import { Button } from '../../ui/button.tsx';
import type { ClaimOverview } from './claim-overview.ts';
import { MessageForm } from './message-form.tsx';
import styles from './message-form.module.css';

type Props = { slug: string; claim: ClaimOverview; onAppealed: () => void };

/** Asks the store to look again at what it denied, which a shopper may do once; afterwards what they wrote. */
export function Appeal({ slug, claim, onAppealed }: Props) {
  const [isOpen, setOpen] = useState(false);
  if (claim.appeal !== null)
    return (
      <section>
        <p>{t('appeal.asked', { date: day(claim.appeal.on) })}</p>
        <blockquote className={styles.question} dir="auto">
          {claim.appeal.text}
        </blockquote>
      </section>
    );
  if (!claim.canAppeal) return null;
  if (!isOpen)
    return (
      <p>
        <Button look="quiet" onClick={() => setOpen(true)}>
          {t('appeal.open')}
        </Button>
      </p>
    );
  return (
    <MessageForm
      slug={slug}
      claim={claim}
      name="appeal"
      heading={t('appeal.heading')}
      label={t('appeal.text')}
      missing={t('appeal.missing')}
      button={t('appeal.send')}
      send={(message, mediaIds) =>
        portalCall('appealClaim', { params: { slug, externalId: claim.externalId }, body: { message, mediaIds } })
      }
      onSent={onAppealed}
    >
      <p>{t('appeal.about')}</p>
    </MessageForm>
  );
}

import { portalCall } from '../../api.ts';
import { t } from '../../texts.ts';
import type { ClaimOverview } from './claim-overview.ts';
import { MessageForm } from './message-form.tsx';
import styles from './message-form.module.css';

type Props = { slug: string; claim: ClaimOverview; onAnswered: () => void };

/** The store's question and the shopper's answer, with photos. */
export function AnswerForm({ slug, claim, onAnswered }: Props) {
  return (
    <MessageForm
      slug={slug}
      claim={claim}
      name="answer"
      heading={t('answer.heading')}
      label={t('answer.answer')}
      missing={t('answer.missing')}
      button={t('answer.send')}
      send={(answer, mediaIds) =>
        portalCall('answerInfo', { params: { slug, externalId: claim.externalId }, body: { answer, mediaIds } })
      }
      onSent={onAnswered}
    >
      {claim.infoRequest !== '' && (
        <blockquote className={styles.question} dir="auto">
          {claim.infoRequest}
        </blockquote>
      )}
    </MessageForm>
  );
}

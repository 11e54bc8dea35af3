import { useQuery } from '@tanstack/react-query';
import { IconBolt, IconPackageImport } from '@tabler/icons-react';
import { useId } from 'react';
import { portalCall } from '../../api.ts';
import type { DraftAction } from '../../draft.ts';
import { deadline, money } from '../../format.ts';
import { Choice } from '../../ui/choice.tsx';
import styles from './reason.module.css';
import { StepFrame, type Flow } from './step-frame.tsx';
import { t } from '../../texts.ts';

/** Whether the new goods are sent now, against a hold on a card, or when the old ones have come back. */
export function InstantStep({ flow }: { flow: Flow }) {
  const name = useId();
  const { slug, order, draft, dispatch, request, onPick } = flow;
  const { idFromPlatform, instantExchangeReturnBefore: until } = order;
  const { requestKey } = draft;
  const body = request && { ...request, isInstantExchange: true };
  const held = useQuery({
    queryKey: ['quote', slug, idFromPlatform, body],
    queryFn: ({ signal }) =>
      portalCall('quote', { params: { slug, idFromPlatform }, body: { requestKey, selections: [], ...body } }, signal),
    enabled: body !== undefined,
  });
  const { ledger } = held.data ?? {};
  const instant = (isInstantExchange: boolean): DraftAction => ({ type: 'instantExchange', isInstantExchange });
  return (
    <StepFrame flow={flow} heading={t('instant.heading')}>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{t('instant.legend')}</legend>
        <Choice
          name={name}
          title={t('instant.now')}
          isChecked={draft.isInstantExchange === true}
          onChoose={() => dispatch(instant(true))}
          onPick={() => onPick(instant(true))}
          picture={<IconBolt size={28} stroke={1.5} aria-hidden="true" />}
        >
          {ledger ? t('instant.hold.amount', { amount: money(ledger.held, ledger.currencyCode) }) : t('instant.hold')}{' '}
          {t('instant.by', { date: deadline(until) })}
          {ledger && ledger.owed > 0 && (
            <> {t('instant.difference', { amount: money(ledger.owed, ledger.currencyCode) })}</>
          )}
        </Choice>
        <Choice
          name={name}
          title={t('instant.later')}
          isChecked={draft.isInstantExchange === false}
          onChoose={() => dispatch(instant(false))}
          onPick={() => onPick(instant(false))}
          picture={<IconPackageImport size={28} stroke={1.5} aria-hidden="true" />}
        >
          {t('instant.later.about')}
        </Choice>
      </fieldset>
    </StepFrame>
  );
}

import { useQuery } from '@tanstack/react-query';
import { IconBolt, IconPackageImport } from '@tabler/icons-react';
import { useId } from 'react';
import { portalCall } from '../../api.ts';
import { dayIn, money } from '../../format.ts';
import { Choice } from '../../ui/choice.tsx';
import styles from './reason.module.css';
import { StepFrame, type Flow } from './step-frame.tsx';

/** Whether the new goods are sent now, against a hold on a card, or when the old ones have come back. */
export function InstantStep({ flow }: { flow: Flow }) {
  const name = useId();
  const { slug, order, draft, dispatch, request } = flow;
  const { idFromPlatform, instantExchangeReturnDays: days } = order;
  const body = request && { ...request, isInstantExchange: true };
  const held = useQuery({
    queryKey: ['quote', slug, idFromPlatform, body],
    queryFn: ({ signal }) =>
      portalCall('quote', { params: { slug, idFromPlatform }, body: body ?? { selections: [] } }, signal),
    enabled: body !== undefined,
  });
  const { ledger } = held.data ?? {};
  const choose = (isInstantExchange: boolean): void => dispatch({ type: 'instantExchange', isInstantExchange });
  return (
    <StepFrame flow={flow} heading="When shall we send it?">
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>Send what I chose</legend>
        <Choice
          name={name}
          title="Now, before my return is back"
          isChecked={draft.isInstantExchange === true}
          onChoose={() => choose(true)}
          picture={<IconBolt size={28} stroke={1.5} aria-hidden="true" />}
        >
          {ledger
            ? `${money(ledger.held, ledger.currencyCode)} is held on your card`
            : 'Its price is held on your card'}
          , not taken. Send your items back by {dayIn(days)} and the hold ends; later than that, it is charged.
          {ledger && ledger.owed > 0 && (
            <> {money(ledger.owed, ledger.currencyCode)} of it, what your exchange costs more, you pay in any case.</>
          )}
        </Choice>
        <Choice
          name={name}
          title="When my return has arrived"
          isChecked={draft.isInstantExchange === false}
          onChoose={() => choose(false)}
          picture={<IconPackageImport size={28} stroke={1.5} aria-hidden="true" />}
        >
          Nothing is held on your card. We keep what you chose for you until then.
        </Choice>
      </fieldset>
    </StepFrame>
  );
}

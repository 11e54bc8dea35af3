import { useQuery } from '@tanstack/react-query';
import { IconBolt, IconPackageImport } from '@tabler/icons-react';
import { useId } from 'react';
import { portalCall } from '../../api.ts';
import type { DraftAction } from '../../draft.ts';
import { deadlineIn, money } from '../../format.ts';
import { Choice } from '../../ui/choice.tsx';
import styles from './reason.module.css';
import { StepFrame, type Flow } from './step-frame.tsx';

/** Whether the new goods are sent now, against a hold on a card, or when the old ones have come back. */
export function InstantStep({ flow }: { flow: Flow }) {
  const name = useId();
  const { slug, order, draft, dispatch, request, onPick } = flow;
  const { idFromPlatform, instantExchangeReturnDays: days } = order;
  const body = request && { ...request, isInstantExchange: true };
  const held = useQuery({
    queryKey: ['quote', slug, idFromPlatform, body],
    queryFn: ({ signal }) =>
      portalCall('quote', { params: { slug, idFromPlatform }, body: body ?? { selections: [] } }, signal),
    enabled: body !== undefined,
  });
  const { ledger } = held.data ?? {};
  const instant = (isInstantExchange: boolean): DraftAction => ({ type: 'instantExchange', isInstantExchange });
  return (
    <StepFrame flow={flow} heading="When should we ship your new item?">
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>Ship my new item</legend>
        <Choice
          name={name}
          title="Now, before my return arrives"
          isChecked={draft.isInstantExchange === true}
          onChoose={() => dispatch(instant(true))}
          onPick={() => onPick(instant(true))}
          picture={<IconBolt size={28} stroke={1.5} aria-hidden="true" />}
        >
          {ledger
            ? `We place a ${money(ledger.held, ledger.currencyCode)} hold on your card.`
            : 'We place a hold for its price on your card.'}{' '}
          Your return must arrive by {deadlineIn(days)}; after that, we charge it.
          {ledger && ledger.owed > 0 && (
            <> You pay the {money(ledger.owed, ledger.currencyCode)} price difference either way.</>
          )}
        </Choice>
        <Choice
          name={name}
          title="After my return arrives"
          isChecked={draft.isInstantExchange === false}
          onChoose={() => dispatch(instant(false))}
          onPick={() => onPick(instant(false))}
          picture={<IconPackageImport size={28} stroke={1.5} aria-hidden="true" />}
        >
          There's no hold on your card. We'll reserve your new item until then.
        </Choice>
      </fieldset>
    </StepFrame>
  );
}

import { IconFileText, IconPackage } from '@tabler/icons-react';
import { useId } from 'react';
import type { ShippingMethod } from '../../draft.ts';
import { money } from '../../format.ts';
import { Choice } from '../../ui/choice.tsx';
import styles from './reason.module.css';
import { StepFrame, type Flow } from './step-frame.tsx';
import { t } from '../../texts.ts';

const ICONS: Readonly<Record<ShippingMethod, typeof IconPackage>> = {
  label: IconPackage,
  packingSlip: IconFileText,
};

type Way = Flow['ways']['offered'][number];

// A shopper who sends a packing slip pays a carrier, so that it has no price here.
const priceOf = ({ method, charge }: Way, currencyCode: string): string | undefined => {
  if (method === 'packingSlip' || charge === null || charge === undefined) return undefined;
  return charge === 0 ? t('shipping.free') : money(charge, currencyCode);
};

/** How the goods come back. */
export function ShippingStep({ flow }: { flow: Flow }) {
  const name = useId();
  const { ways, order, draft, dispatch, onPick } = flow;
  return (
    <StepFrame flow={flow} heading={t('shipping.heading')}>
      <fieldset className={styles.choices} aria-label={t('shipping.heading')} aria-busy={ways.isAsking}>
        {ways.isAsking && <output>{t('shipping.checking')}</output>}
        {(ways.isAsking ? [] : ways.offered).map(({ method, charge }) => {
          const Icon = ICONS[method];
          return (
            <Choice
              key={method}
              name={name}
              title={t(`shipping.${method}`)}
              isChecked={draft.shippingMethod === method}
              onChoose={() => dispatch({ type: 'shipping', shippingMethod: method })}
              onPick={() => onPick({ type: 'shipping', shippingMethod: method })}
              whyNot={charge === null ? t('shipping.noPrice') : null}
              trailing={priceOf({ method, charge }, order.currencyCode)}
              picture={<Icon size={28} stroke={1.5} aria-hidden="true" />}
            >
              {t(`shipping.${method}.about`)}
            </Choice>
          );
        })}
      </fieldset>
    </StepFrame>
  );
}

import { IconFileText, IconPackage } from '@tabler/icons-react';
import { useId } from 'react';
import type { ShippingMethod } from '../../draft.ts';
import { money } from '../../format.ts';
import { Choice } from '../../ui/choice.tsx';
import styles from './reason.module.css';
import { StepFrame, type Flow } from './step-frame.tsx';

export const SHIPPING: Readonly<Record<ShippingMethod, { title: string; about: string; Icon: typeof IconPackage }>> = {
  label: {
    title: 'Prepaid label',
    about: "We'll email a prepaid label. Print it or show the QR code at drop-off.",
    Icon: IconPackage,
  },
  packingSlip: {
    title: 'Packing slip',
    about: 'Print a slip to put inside the package, and ship it with any carrier.',
    Icon: IconFileText,
  },
};

type Way = Flow['ways']['offered'][number];

const NO_PRICE = "We can't get its price right now. Try again in a minute, or choose another way.";

// A shopper who sends a packing slip pays a carrier, so that it has no price here.
const priceOf = ({ method, charge }: Way, currencyCode: string): string | undefined => {
  if (method === 'packingSlip' || charge === null || charge === undefined) return undefined;
  return charge === 0 ? 'Free' : money(charge, currencyCode);
};

const HEADING = 'How will you send it back?';

/** How the goods come back. */
export function ShippingStep({ flow }: { flow: Flow }) {
  const name = useId();
  const { ways, order, draft, dispatch, onPick } = flow;
  return (
    <StepFrame flow={flow} heading={HEADING}>
      <fieldset className={styles.choices} aria-label={HEADING} aria-busy={ways.isAsking}>
        {ways.isAsking && <output>Checking the ways to send it back…</output>}
        {(ways.isAsking ? [] : ways.offered).map(({ method, charge }) => {
          const { title, about, Icon } = SHIPPING[method];
          return (
            <Choice
              key={method}
              name={name}
              title={title}
              isChecked={draft.shippingMethod === method}
              onChoose={() => dispatch({ type: 'shipping', shippingMethod: method })}
              onPick={() => onPick({ type: 'shipping', shippingMethod: method })}
              whyNot={charge === null ? NO_PRICE : null}
              trailing={priceOf({ method, charge }, order.currencyCode)}
              picture={<Icon size={28} stroke={1.5} aria-hidden="true" />}
            >
              {about}
            </Choice>
          );
        })}
      </fieldset>
    </StepFrame>
  );
}

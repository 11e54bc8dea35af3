import { IconFileText, IconPackage } from '@tabler/icons-react';
import { useId } from 'react';
import type { ShippingMethod } from '../../draft.ts';
import { Choice } from '../../ui/choice.tsx';
import styles from './reason.module.css';
import { StepFrame, type Flow } from './step-frame.tsx';

export const SHIPPING: Readonly<Record<ShippingMethod, { title: string; about: string; Icon: typeof IconPackage }>> = {
  label: {
    title: 'Prepaid label',
    about: 'We give you a label, you print it or show its code, and hand the parcel in. There is nothing to pay.',
    Icon: IconPackage,
  },
  packingSlip: {
    title: 'Packing slip',
    about: 'You print a slip for inside the parcel and send it with a carrier of your choice.',
    Icon: IconFileText,
  },
};

/** How the goods come back. */
export function ShippingStep({ flow }: { flow: Flow }) {
  const name = useId();
  const { order, draft, dispatch } = flow;
  return (
    <StepFrame flow={flow} heading="How will you send it back?">
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>Way of sending</legend>
        {order.shippingMethods.map((method) => {
          const { title, about, Icon } = SHIPPING[method];
          return (
            <Choice
              key={method}
              name={name}
              title={title}
              isChecked={draft.shippingMethod === method}
              onChoose={() => dispatch({ type: 'shipping', shippingMethod: method })}
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

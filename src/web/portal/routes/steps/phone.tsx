import { useRef, useState } from 'react';
import { phoneOf } from '../../draft.ts';
import { phoneProblem } from '../../recipient.ts';
import { TextField } from '../../ui/field.tsx';
import { StepFrame, type Flow } from './step-frame.tsx';
import { t } from '../../texts.ts';

/** Where the store can call the shopper about the claim. */
export function PhoneStep({ flow }: { flow: Flow }) {
  const { draft, order, dispatch } = flow;
  const box = useRef<HTMLDivElement>(null);
  const [isTried, setTried] = useState(false);
  function showMissing(): void {
    setTried(true);
    box.current?.querySelector('input')?.focus();
  }
  return (
    <StepFrame flow={flow} heading={t('phone.heading')} onMissing={showMissing}>
      <div ref={box}>
        <PhoneField
          phone={phoneOf(draft, order)}
          isTried={isTried}
          onChange={(phone) => dispatch({ type: 'phone', phone })}
        />
      </div>
    </StepFrame>
  );
}

type FieldProps = { phone: string; isTried: boolean; onChange: (phone: string) => void };

/** The field alone. */
export const PhoneField = ({ phone, isTried, onChange }: FieldProps) => (
  <TextField
    label={t('recipient.phone')}
    hint={t('phone.hint')}
    error={(isTried ? phoneProblem(phone) : null) ?? ''}
    name="phone"
    type="tel"
    autoComplete="tel"
    maxLength={40}
    value={phone}
    onChange={(event) => onChange(event.target.value)}
  />
);

import type { PortalTextId } from '#core/texts/ids.ts';
import { useMemo, useRef, useState } from 'react';
import { countriesByName, statesOf } from '#core/countries.ts';
import type { DraftRecipient } from '../../draft.ts';
import { nameOfCountry, recipientProblems, type RecipientAsked } from '../../recipient.ts';
import { SelectField, TextField } from '../../ui/field.tsx';
import styles from './recipient.module.css';
import { StepFrame, type Flow } from './step-frame.tsx';
import { currentLanguage, t } from '../../texts.ts';

type Name = keyof DraftRecipient;
type RecipientTextId = Extract<PortalTextId, `recipient.${string}`>;
type Line = {
  name: Name;
  label: RecipientTextId;
  autoComplete: string;
  /** As the server takes it. */
  maxLength: number;
  type?: 'email' | 'tel';
  isOptional?: true;
  hint?: RecipientTextId;
};

const EMAIL: Line = {
  name: 'email',
  label: 'recipient.email',
  autoComplete: 'email',
  maxLength: 255,
  type: 'email',
  hint: 'recipient.email.hint',
};
const PERSON: readonly Line[] = [
  { name: 'firstName', label: 'recipient.firstName', autoComplete: 'given-name', maxLength: 100 },
  { name: 'lastName', label: 'recipient.lastName', autoComplete: 'family-name', maxLength: 100 },
];
const STREET: readonly Line[] = [
  { name: 'line1', label: 'recipient.line1', autoComplete: 'address-line1', maxLength: 255 },
  {
    name: 'line2',
    label: 'recipient.line2',
    autoComplete: 'address-line2',
    maxLength: 255,
    isOptional: true,
  },
];
const CITY: Line = { name: 'city', label: 'recipient.city', autoComplete: 'address-level2', maxLength: 100 };
const POSTAL_CODE: Line = {
  name: 'postalCode',
  label: 'recipient.postalCode',
  autoComplete: 'postal-code',
  maxLength: 20,
};
const STATE: Line = {
  name: 'stateOrProvinceCode',
  label: 'recipient.state',
  autoComplete: 'address-level1',
  maxLength: 20,
};
const NEEDED_PHONE: Line = {
  name: 'phone',
  label: 'recipient.phone',
  autoComplete: 'tel',
  maxLength: 40,
  type: 'tel',
};
const PHONE: Line = { ...NEEDED_PHONE, isOptional: true, hint: 'recipient.phone.hint' };

/** Who returns a gift: whom we write to, and where a label begins and another item is sent. */
export function RecipientStep({ flow }: { flow: Flow }) {
  const { draft, order, dispatch } = flow;
  const isPhoneRequired = order.isPhoneRequired.Return;
  const box = useRef<HTMLDivElement>(null);
  const [isTried, setTried] = useState(false);
  const { recipient } = draft;

  function showMissing(): void {
    setTried(true);
    const [first] = Object.keys(recipientProblems(recipient, { isPhoneRequired }));
    box.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
  }

  return (
    <StepFrame flow={flow} heading={t('recipient.heading')} onMissing={showMissing}>
      <div ref={box}>
        <RecipientFields
          recipient={recipient}
          isTried={isTried}
          isPhoneRequired={isPhoneRequired}
          onChange={(part) => dispatch({ type: 'recipient', part })}
        />
      </div>
    </StepFrame>
  );
}

type FieldsProps = Pick<Shared, 'recipient' | 'onChange'> &
  RecipientAsked & {
    /** Going on was tried, so empty fields are errors. */
    isTried: boolean;
    /** What the server says of fields in which we find nothing wrong. */
    said?: Readonly<Partial<Record<Name, string>>>;
  };

/** The fields alone. */
export function RecipientFields({
  recipient,
  isTried,
  isPhoneRequired = false,
  countryCodes = [],
  hasEmail = true,
  said = {},
  onChange,
}: FieldsProps) {
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set());
  const problems = recipientProblems(recipient, { isPhoneRequired, countryCodes });
  const shared: Shared = {
    recipient,
    errorOf: (name) => ((isTried || left.has(name)) && problems[name]) || said[name] || '',
    onChange,
    // Empty fields aren't errors until the shopper continues.
    onLeave: (name) => recipient[name].trim() !== '' && setLeft(new Set([...left, name])),
  };
  return (
    <div className={styles.fields}>
      {hasEmail && <Lines lines={[EMAIL]} {...shared} />}
      <div className={styles.row}>
        <Lines lines={PERSON} {...shared} />
      </div>
      <Country countryCodes={countryCodes} {...shared} />
      <Lines lines={[...STREET, CITY]} {...shared} />
      <div className={styles.row}>
        <StateOrProvince {...shared} />
        <Lines lines={[POSTAL_CODE]} {...shared} />
      </div>
      <Lines lines={[isPhoneRequired ? NEEDED_PHONE : PHONE]} {...shared} />
    </div>
  );
}

type Shared = {
  recipient: DraftRecipient;
  errorOf: (name: Name) => string;
  onChange: (part: Partial<DraftRecipient>) => void;
  onLeave: (name: Name) => void;
};

function Lines({ lines, recipient, errorOf, onChange, onLeave }: Shared & { lines: readonly Line[] }) {
  return lines.map((line) => (
    <TextField
      key={line.name}
      {...line}
      label={t(line.label)}
      hint={line.hint && t(line.hint)}
      value={recipient[line.name]}
      error={errorOf(line.name)}
      onChange={(event) => onChange({ [line.name]: event.target.value })}
      onBlur={() => onLeave(line.name)}
    />
  ));
}

function Country({ countryCodes, recipient, errorOf, onChange }: Shared & { countryCodes: readonly string[] }) {
  const language = currentLanguage();
  // Their order is that of the language.
  const named = useMemo(() => countriesByName(nameOfCountry, language), [language]);
  const countries = countryCodes.length === 0 ? named : named.filter(({ code }) => countryCodes.includes(code));
  return (
    <SelectField
      label={t('recipient.country')}
      name="countryCode"
      autoComplete="country"
      value={recipient.countryCode}
      error={errorOf('countryCode')}
      // A state is one of its country.
      onChange={(event) => onChange({ countryCode: event.target.value, stateOrProvinceCode: '' })}
    >
      <option value="">{t('recipient.country.choose')}</option>
      {countries.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

/** From the list of the country's states, where it has one. */
function StateOrProvince(shared: Shared) {
  const { recipient, errorOf, onChange } = shared;
  const states = statesOf(recipient.countryCode);
  if (states.length === 0) return <Lines lines={[STATE]} {...shared} />;
  return (
    <SelectField
      label={t(STATE.label)}
      name={STATE.name}
      autoComplete={STATE.autoComplete}
      value={recipient.stateOrProvinceCode}
      error={errorOf(STATE.name)}
      onChange={(event) => onChange({ stateOrProvinceCode: event.target.value })}
    >
      <option value="">{t('recipient.state.choose')}</option>
      {states.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}

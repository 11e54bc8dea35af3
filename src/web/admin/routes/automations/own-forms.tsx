import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useState } from 'react';
import { WINDOWS, type WindowName } from '#core/automations/actions/modify-resolution-window.ts';
import { AmountType } from '#core/automations/amounts.ts';
import { LIFETIME_DAYS } from '#core/dates.ts';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { errorAt, type FieldErrors } from '../../field-errors.ts';
import type { ActionFormProps } from './action-form-props.ts';
import { AmountField } from './amount-field.tsx';
import { EstimateForm } from './estimate-form.tsx';
import { PARCEL_PRESETS, presetOf } from './parcel-presets.ts';
import type { Params } from './rule-form.ts';

/** The actions whose parameters belong together. */
export function OwnForm(props: ActionFormProps) {
  switch (props.does.type) {
    case 'modifyResolutionWindow':
      return <WindowsForm {...props} />;
    case 'applyFee':
      return <FeeForm {...props} />;
    case 'themeAppExtensionLoad':
      return <EstimateForm {...props} />;
    default:
      return <ParcelForm {...props} />;
  }
}

const WINDOW_NAMES: readonly WindowName[] = ['refund', 'giftCard', 'exchange', 'warrantyReview'];
const KINDS = [
  { value: 'eligibilityDays', label: 'A number of days' },
  { value: 'returnableUntil', label: 'Until a date' },
];
/** What no window can be: it was asked for, and its date is still to come. */
const NO_DATE = 'none';

function WindowsForm({ does: { params }, errors, change }: ActionFormProps) {
  const isByDays = params['kind'] !== 'returnableUntil';
  return (
    <>
      <NativeSelect
        label="Window"
        data={KINDS}
        value={isByDays ? 'eligibilityDays' : 'returnableUntil'}
        onChange={(event) =>
          change({ kind: event.currentTarget.value, ...Object.fromEntries(WINDOW_NAMES.map((name) => [name, null])) })
        }
      />
      {WINDOW_NAMES.map((name) => (
        <WindowField
          key={`${name} ${isByDays}`}
          name={name}
          isByDays={isByDays}
          value={params[name]}
          error={errorAt(errors, `params.${name}`)}
          set={(value) => change({ [name]: value })}
        />
      ))}
      <TextInput
        label="Footnote"
        description="Shoppers read it beside items that this rule makes ineligible."
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        dir="auto"
        value={textOf(params['ineligibleLineItemFootnote'])}
        onChange={(event) => change({ ineligibleLineItemFootnote: event.currentTarget.value })}
        {...wrong(errors, 'ineligibleLineItemFootnote')}
      />
    </>
  );
}

type WindowChoice = 'settings' | 'notOffered' | 'lifetime' | 'own';
type WindowFieldProps = {
  name: WindowName;
  isByDays: boolean;
  value: unknown;
  error: string | undefined;
  set: (value: unknown) => void;
};

const DAYS_TO_BEGIN_WITH = 30;

function WindowField({ name, isByDays, value, error, set }: WindowFieldProps) {
  const label = WINDOWS[name];
  const canBeLifetime = name === 'warrantyReview' && isByDays;
  // Kept apart from the value: a 0 on the way to another number is no choice.
  const [choice, setChoice] = useState<WindowChoice>(() => choiceOf(value, canBeLifetime));
  const choose = (next: WindowChoice): void => {
    setChoice(next);
    if (next === 'settings') set(null);
    else if (next === 'notOffered') set(isByDays ? 0 : '');
    else if (next === 'lifetime') set(LIFETIME_DAYS);
    else set(isByDays ? DAYS_TO_BEGIN_WITH : NO_DATE);
  };
  const choices: readonly (readonly [WindowChoice, string])[] = [
    ['settings', 'As the settings say'],
    ['notOffered', 'Not offered'],
    ['own', isByDays ? 'For some days' : 'Until a date'],
    ...(canBeLifetime ? [['lifetime', 'Lifetime'] as const] : []),
  ];
  return (
    <div className="mg-field-row">
      <NativeSelect
        label={label}
        data={choices.map(([one, text]) => ({ value: one, label: text }))}
        value={choice}
        onChange={(event) => {
          const found = choices.find(([one]) => one === event.currentTarget.value);
          if (found) choose(found[0]);
        }}
      />
      {choice !== 'own' ? null : isByDays ? (
        <TypedNumberInput
          label={`${label}, days`}
          min={0}
          suffix=" days"
          value={typeof value === 'number' ? value : Number.NaN}
          onChange={set}
          {...(value === 0 ? { description: '0 days: not offered' } : {})}
          {...(error === undefined ? {} : { error })}
        />
      ) : (
        <TextInput
          type="date"
          label={`${label}, until`}
          value={value === NO_DATE ? '' : textOf(value)}
          onChange={(event) => set(event.currentTarget.value === '' ? NO_DATE : event.currentTarget.value)}
          {...(error === undefined ? {} : { error: 'Please select a date' })}
        />
      )}
    </div>
  );
}

function choiceOf(value: unknown, canBeLifetime: boolean): WindowChoice {
  if (value === null || value === undefined) return 'settings';
  if (value === 0 || value === '') return 'notOffered';
  return canBeLifetime && value === LIFETIME_DAYS ? 'lifetime' : 'own';
}

/** What a fee begins with when it is switched on (decisions §9), and when the type of none is changed (R4.05). */
const FEE_ON: Readonly<Record<AmountType, number>> = { fixed: 1, percent: 0.1 };
const FEE_OF_TYPE: Readonly<Record<AmountType, number>> = { fixed: 5, percent: 0.1 };

/** The same figure as the other type: $5 becomes 5 percent. */
function feeAs(type: AmountType, before: { type: AmountType; amount: number }): number {
  const { amount } = before;
  if (amount === 0 || Number.isNaN(amount)) return FEE_OF_TYPE[type];
  if (type === before.type) return amount;
  return type === 'percent' ? Math.min(1, Math.round(amount * 100) / 10_000) : Math.round(amount * 10_000) / 100;
}

function FeeForm({ does: { params }, errors, things, change }: ActionFormProps) {
  const kept = typeof params['feeAmount'] === 'number' ? params['feeAmount'] : Number.NaN;
  const type = AmountType.safeParse(params['feeType']).data ?? 'fixed';
  const [isOn, setOn] = useState(kept !== 0);
  const [amount, setAmount] = useState(kept);
  // While the fee is on, 0 is no amount: it would save a rule that waives the fee (R5.02).
  const set = (feeAmount: number, more: Params = {}): void => {
    setAmount(feeAmount);
    change({ ...more, feeAmount: feeAmount === 0 ? Number.NaN : feeAmount });
  };
  return (
    <>
      <Switch
        label="Deduct a fee"
        description="Switched off, this rule waives the fee."
        checked={isOn}
        onChange={(event) => {
          setOn(event.currentTarget.checked);
          if (event.currentTarget.checked) set(FEE_ON[type]);
          else change({ feeAmount: 0 });
        }}
      />
      {isOn ? (
        <>
          <AmountField
            label="Fee"
            type={type}
            amount={amount}
            error={amount === 0 ? 'Fee amount is required' : errorAt(errors, 'params.feeAmount')}
            currencyCode={things.currencyCode}
            onType={(feeType) => set(feeAs(feeType, { type, amount }), { feeType })}
            onAmount={(feeAmount) => set(feeAmount)}
          />
          <TextInput
            label="Fee display name"
            description="Shoppers see it beside the amount."
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            maxLength={128}
            dir="auto"
            value={textOf(params['feeDisplayName'])}
            onChange={(event) => change({ feeDisplayName: event.currentTarget.value })}
            {...wrong(errors, 'feeDisplayName')}
          />
        </>
      ) : null}
    </>
  );
}

const SIDES = [
  ['length', 'Length'],
  ['width', 'Width'],
  ['height', 'Height'],
] as const;

function ParcelForm({ does: { params }, errors, change }: ActionFormProps) {
  const parcel: Params =
    typeof params['parcel'] === 'object' && params['parcel'] !== null ? { ...params['parcel'] } : {};
  const set = (part: Params): void => change({ parcel: { ...parcel, ...part } });
  return (
    <>
      <NativeSelect
        label="Preset"
        data={[{ value: '', label: 'Custom' }, ...PARCEL_PRESETS.map(({ name }) => ({ value: name, label: name }))]}
        value={presetOf(parcel)?.name ?? ''}
        onChange={(event) => {
          const preset = PARCEL_PRESETS.find(({ name }) => name === event.currentTarget.value);
          if (preset) set(preset);
        }}
      />
      <TextInput
        label="Name"
        maxLength={128}
        value={textOf(parcel['name'])}
        onChange={(event) => set({ name: event.currentTarget.value })}
        {...wrong(errors, 'parcel.name')}
      />
      <div className="mg-field-row">
        {SIDES.map(([side, label]) => (
          <TypedNumberInput
            key={side}
            label={label}
            suffix=" in"
            min={1}
            value={typeof parcel[side] === 'number' ? parcel[side] : Number.NaN}
            onChange={(typed) => set({ [side]: typed })}
            {...wrong(errors, `parcel.${side}`)}
          />
        ))}
      </div>
      <p className="mg-rule-nothing">Make sure your carriers take parcels of this size.</p>
    </>
  );
}

const wrong = (errors: FieldErrors, name: string): { error?: string } => {
  const error = errorAt(errors, `params.${name}`);
  return error === undefined ? {} : { error };
};
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

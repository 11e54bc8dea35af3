import {
  Checkbox,
  MultiSelect,
  NativeSelect,
  Select,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core';
import { ACTIONS } from '#core/automations/actions.ts';
import { HOOKS } from '#core/automations/hooks.ts';
import { Change, NO_CHANGE } from '#core/automations/amounts.ts';
import { Notice } from '../../../ui/notice.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { errorAt } from '../../field-errors.ts';
import { ACTION_FIELDS, type ParamField, type ParamLook } from './action-fields.ts';
import type { ActionFormProps } from './action-form-props.ts';
import { AmountField } from './amount-field.tsx';
import { exchangeMethods } from './offered.ts';
import { OwnForm } from './own-forms.tsx';
import type { StoreThings } from './store-things.ts';

/** What the action needs to know. */
export function ActionForm(props: ActionFormProps) {
  return (
    <>
      {isQuiet(props.does) ? (
        <Notice tone="info">Nothing runs at this moment yet. The rule takes effect as soon as it does.</Notice>
      ) : null}
      <Form {...props} />
    </>
  );
}

/** Of order editing, checkout and the storefront there is nothing yet that a rule could change. */
const isQuiet = ({ type, hook }: ActionFormProps['does']): boolean =>
  type === 'orderEditing' || HOOKS[hook].step === 'checkout' || HOOKS[hook].step === 'storefront';

function Form(props: ActionFormProps) {
  const { does, things } = props;
  const fields = ACTION_FIELDS[does.type];
  if (fields === 'own') return <OwnForm {...props} />;
  if (fields === 'withRates')
    return <p className="mg-rule-nothing">What this action does with rates can't be changed on this page.</p>;
  if (fields.length === 0)
    return <p className="mg-rule-nothing">{ACTIONS[does.type].description} There is nothing to set.</p>;
  return (
    <>
      {does.type === 'offerAdvancedExchange' && !things.canTakePayments ? (
        <Notice tone="info">
          <strong>Stripe Not Connected:</strong> To use a different exchange method (including the ability to charge
          customers for exchanges), you must connect your Stripe account.
        </Notice>
      ) : null}
      {fields.map((field) =>
        field.isShown?.(does.params) === false ? null : <Field key={field.name} {...props} field={field} />,
      )}
    </>
  );
}

function Field({ field, does, errors, things, change }: ActionFormProps & { field: ParamField }) {
  const { name, look } = field;
  const value = does.params[name];
  const set = (next: unknown): void => change({ [name]: next, ...field.with?.(next) });
  const error = errorAt(errors, `params.${name}`);
  const common: Common = {
    label: field.label,
    ...(field.help === undefined
      ? {}
      : { description: field.help, inputWrapperOrder: ['label', 'input', 'description', 'error'] }),
    disabled: field.isDisabled?.(does.params, does.hook) === true,
    ...(error === undefined ? {} : { error }),
  };
  if (look.kind === 'change')
    return (
      <ChangeField
        label={field.label}
        help={field.help}
        value={value}
        error={error}
        currencyCode={things.currencyCode}
        set={set}
      />
    );
  const offered =
    name === 'advancedExchangeMethod' && look.kind === 'choice'
      ? { ...look, options: exchangeMethods(look.options, value, things.canTakePayments) }
      : look;
  return <PlainField common={common} look={offered} value={value} things={things} set={set} />;
}

type Common = {
  label: string;
  description?: string;
  inputWrapperOrder?: ('label' | 'input' | 'description' | 'error')[];
  disabled: boolean;
  error?: string;
};
type PlainProps = {
  common: Common;
  look: Exclude<ParamLook, { kind: 'change' }>;
  value: unknown;
  things: StoreThings;
  set: (value: unknown) => void;
};

function PlainField({ common, look, value, things, set }: PlainProps) {
  switch (look.kind) {
    case 'text':
      return (
        <TextInput
          {...common}
          dir="auto"
          maxLength={look.maxLength}
          {...(look.placeholder === undefined ? {} : { placeholder: look.placeholder })}
          value={textOf(value)}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'longText':
      return (
        <Textarea
          {...common}
          autosize
          minRows={2}
          dir="auto"
          maxLength={look.maxLength}
          value={textOf(value)}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'switch': {
      const { inputWrapperOrder: _, ...rest } = common;
      return <Switch {...rest} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />;
    }
    case 'number':
      return (
        <TypedNumberInput
          {...common}
          min={0}
          suffix={look.suffix ?? ''}
          readOnly={look.isReadOnly === true}
          hideControls={look.isReadOnly === true}
          value={typeof value === 'number' ? value : Number.NaN}
          onChange={set}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...common}
          data={withKept(look.options, textOf(value))}
          value={textOf(value)}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'choices': {
      const chosen = textsOf(value);
      const options = withKept(look.options, ...chosen);
      return (
        <Checkbox.Group
          {...common}
          value={chosen}
          onChange={(ticked) => set(options.map((one) => one.value).filter((one) => ticked.includes(one)))}
        >
          <Stack gap="sm" mt="sm">
            {options.map((one) => (
              <Checkbox key={one.value} value={one.value} label={one.label} />
            ))}
          </Stack>
        </Checkbox.Group>
      );
    }
    case 'thing':
    case 'things':
      return <ThingsField common={common} look={look} value={value} things={things} set={set} />;
    case 'place':
      return <PlaceField common={common} look={look} value={value} things={things} set={set} />;
    case 'tags':
      return (
        <TagsInput
          {...common}
          placeholder="Type one and press Enter"
          maxLength={40}
          data={look.isOfClaims ? things.claimTags.map((one) => one.label) : []}
          value={namesOf(value)}
          onChange={(names) => set(names.map((name) => ({ name })))}
          acceptValueOnBlur
        />
      );
    case 'texts':
      return (
        <TagsInput
          {...common}
          placeholder="Type one and press Enter"
          value={textsOf(value)}
          onChange={set}
          acceptValueOnBlur
        />
      );
  }
}

type ThingsProps = Omit<PlainProps, 'look'> & { look: Extract<ParamLook, { kind: 'thing' | 'things' }> };

/** Things are chosen by name and kept by id. */
function ThingsField({ common, look, value, things, set }: ThingsProps) {
  const known = things[look.of];
  const ids = Array.isArray(value) ? value.map(String) : typeof value === 'number' ? [String(value)] : [];
  // What is gone can still be taken away.
  const gone = ids
    .filter((id) => !known.some((one) => one.value === id))
    .map((id) => ({ value: id, label: `Deleted (${id})` }));
  const shared = {
    ...common,
    searchable: true,
    data: [...known, ...gone],
    ...(known.length === 0 ? { description: look.none } : {}),
    nothingFoundMessage: 'Nothing found',
  };
  if (look.kind === 'thing')
    return (
      <Select
        {...shared}
        value={ids[0] ?? null}
        onChange={(id) => set(id === null ? null : Number(id))}
        allowDeselect={false}
      />
    );
  return <MultiSelect {...shared} value={ids} onChange={(chosen) => set(chosen.map(Number))} />;
}

type PlaceProps = Omit<PlainProps, 'look'> & { look: Extract<ParamLook, { kind: 'place' }> };

function PlaceField({ common, look, value, things: { fulfillmentLocations, isUnreachable }, set }: PlaceProps) {
  const id = textOf(value);
  const isGone = id !== '' && !fulfillmentLocations.some((one) => one.value === id);
  return (
    <Stack gap="xs">
      <NativeSelect
        {...common}
        data={[
          { value: '', label: look.otherwise },
          ...fulfillmentLocations,
          ...(isGone ? [{ value: id, label: isUnreachable ? `Location ${id}` : `Deleted (${id})` }] : []),
        ]}
        value={id}
        onChange={({ currentTarget }) => set(currentTarget.value === '' ? null : currentTarget.value)}
      />
      {isUnreachable ? (
        <Notice tone="waiting">Your store platform doesn't answer right now. This list may be out of date.</Notice>
      ) : null}
    </Stack>
  );
}

type ChangeFieldProps = {
  label: string;
  help: string | undefined;
  value: unknown;
  error: string | undefined;
  currencyCode: string;
  set: (value: Change) => void;
};

/** A switch, and the amount that it brings with it (R4.06). */
function ChangeField({ label, help, value, error, currencyCode, set }: ChangeFieldProps) {
  // While it is typed the amount may be none.
  const parsed = Change.safeParse(value);
  const its = parsed.success ? parsed.data : { ...NO_CHANGE, ...(typeof value === 'object' ? value : {}) };
  return (
    <>
      <Switch
        label={label}
        {...(help === undefined ? {} : { description: help })}
        checked={its.shouldModify}
        onChange={(event) => set({ ...NO_CHANGE, shouldModify: event.currentTarget.checked })}
      />
      {its.shouldModify ? (
        <AmountField
          label={label}
          type={its.type}
          amount={its.amount}
          error={error}
          currencyCode={currencyCode}
          onType={(type) => set({ ...its, type, amount: 0 })}
          onAmount={(amount) => set({ ...its, amount })}
        />
      ) : null}
    </>
  );
}

/** What a rule has, perhaps from a file, is shown though it is offered no more. */
const withKept = (options: readonly { value: string; label: string }[], ...kept: readonly string[]) => [
  ...options,
  ...kept
    .filter((one) => one !== '' && !options.some(({ value }) => value === one))
    .map((one) => ({ value: one, label: one })),
];

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const namesOf = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((one: unknown) =>
        typeof one === 'object' && one !== null && 'name' in one && typeof one.name === 'string' ? [one.name] : [],
      )
    : [];

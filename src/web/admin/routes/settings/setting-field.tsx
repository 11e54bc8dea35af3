import {
  Button,
  Checkbox,
  MultiSelect,
  NativeSelect,
  Stack,
  Switch,
  TagsInput,
  Textarea,
  TextInput,
  type InputWrapperProps,
} from '@mantine/core';
import { tooDarkForText, tooPaleOnWhite, type TooPale } from '#core/contrast.ts';
import { countriesByName } from '#core/countries.ts';
import { LIFETIME_DAYS } from '#core/dates.ts';
import { exponentOf } from '#core/currency.ts';
import { decimalFromMinor, minorFromDecimal } from '#core/money.ts';
import { normalColor } from '#core/settings/color.ts';
import type { FieldLook, FieldWords, Option } from '#core/settings/field.ts';
import { AmountInput } from '../../../ui/amount-input.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TypedNumberInput } from '../../../ui/typed-number-input.tsx';
import { countryName } from '../../country-name.ts';
import { BenefitsField } from './benefits-field.tsx';
import { CheckoutElementsField } from './checkout-elements-field.tsx';
import { CoverPricesField } from './cover-prices-field.tsx';
import { PictureField } from './picture-field.tsx';
import { EmailTemplatesField } from './email-templates-field.tsx';
import { FormFieldsField } from './form-fields-field.tsx';
import { InspectionField } from './inspection-field.tsx';
import { SendFromField } from './send-from-field.tsx';
import { fieldError, isEnabled, type GroupForm } from './settings-form.ts';

type SettingFieldProps = {
  name: string;
  words: FieldWords;
  /** Its value before anybody sets it. */
  initial: unknown;
  form: GroupForm;
};

type Common = {
  label: string;
  description?: string;
  inputWrapperOrder?: NonNullable<InputWrapperProps['inputWrapperOrder']>;
  disabled: boolean;
  error?: string;
};

type FieldProps<Kind extends FieldLook['kind']> = {
  common: Common;
  look: Extract<FieldLook, { kind: Kind }>;
  value: unknown;
  set: (value: unknown) => void;
};

/** A setting as its definition describes it. */
export function SettingField({ name, words, initial, form }: SettingFieldProps) {
  const { look, label, help } = words;
  const common: Common = {
    label,
    ...(help === undefined ? {} : { description: help, inputWrapperOrder: ['label', 'input', 'description', 'error'] }),
    disabled: !isEnabled(words, form),
    ...fieldError(form, name),
  };
  return (
    <Control
      name={name}
      common={common}
      look={look}
      value={form.document[name]}
      set={(next) => form.change(name, next)}
      initial={initial}
      form={form}
    />
  );
}

type ControlProps = FieldProps<FieldLook['kind']> & Pick<SettingFieldProps, 'name' | 'initial' | 'form'>;

/** A value of another type than its kind has is shown as empty. */
function Control({ name, common, look, value, set, initial, form }: ControlProps) {
  switch (look.kind) {
    case 'switch': {
      const { inputWrapperOrder: _, ...rest } = common;
      return <Switch {...rest} checked={value === true} onChange={(event) => set(event.currentTarget.checked)} />;
    }
    case 'area':
      return <AreaField name={name} label={common.label} whenOff={look.whenOff} isOn={value === true} form={form} />;
    case 'text':
      return <TextField common={common} look={look} value={value} set={set} />;
    case 'longText':
      return (
        <Textarea
          {...common}
          autosize
          minRows={3}
          maxLength={look.maxLength}
          {...(look.isShopperText ? { dir: 'auto' } : {})}
          value={textOf(value)}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'days':
      return <DaysField common={common} look={look} value={value} set={set} initial={initial} />;
    case 'count':
      return <TypedNumberInput {...common} min={0} value={numberOf(value)} onChange={set} />;
    case 'minutes':
      return <MinutesField common={common} look={look} value={value} set={set} />;
    case 'percent':
      return (
        <TypedNumberInput
          {...common}
          suffix=" %"
          min={0}
          decimalScale={2}
          value={numberOf(value) / 100}
          onChange={(typed) => set(Math.round(typed * 100))}
        />
      );
    case 'money':
      return <MoneyField common={common} look={look} value={value} set={set} currencyCode={form.currencyCode} />;
    case 'bonus':
      return form.document[look.typeField] === 'percent' ? (
        <TypedNumberInput
          {...common}
          suffix=" %"
          min={0}
          decimalScale={2}
          value={numberOf(value)}
          onChange={(typed) => set(Math.round(typed * 100) / 100)}
        />
      ) : (
        <AmountInput
          {...common}
          currencyCode={form.currencyCode}
          value={Number.isNaN(numberOf(value)) ? null : numberOf(value)}
          onChange={(amount) => set(amount ?? Number.NaN)}
        />
      );
    case 'choice':
      return (
        <NativeSelect
          {...common}
          data={look.options.map(asItem)}
          value={textOf(value)}
          onChange={(event) => set(event.currentTarget.value)}
        />
      );
    case 'choices':
      return <ChoicesField common={common} look={look} value={value} set={set} />;
    case 'tags':
      return <TagsInput {...common} placeholder="Type one and press Enter" value={textsOf(value)} onChange={set} />;
    case 'countries':
      return <CountriesField common={common} look={look} value={value} set={set} />;
    case 'color':
      return <ColorField common={common} look={look} value={value} set={set} />;
    case 'picture':
      return (
        <PictureField
          common={common}
          picture={look.picture}
          storeId={form.storeId}
          address={textOf(value)}
          onChange={set}
        />
      );
    case 'fixed': {
      const { inputWrapperOrder, ...rest } = common;
      return typeof value === 'boolean' ? (
        <Switch {...rest} disabled checked={value} />
      ) : (
        <TextInput
          {...rest}
          {...(inputWrapperOrder ? { inputWrapperOrder } : {})}
          readOnly
          variant="filled"
          value={textOf(value)}
        />
      );
    }
    case 'inside': {
      const { name: inner, look: its } = look;
      const outer = isObject(value) ? value : {};
      return (
        <Control
          name={name}
          common={common}
          look={its}
          value={outer[inner]}
          set={(next) => set({ ...outer, [inner]: next })}
          initial={isObject(initial) ? initial[inner] : undefined}
          form={form}
        />
      );
    }
    case 'emailTemplates':
      return <EmailTemplatesField form={form} name={name} />;
    case 'sendFrom':
      return <SendFromField form={form} name={name} label={common.label} />;
    case 'inspectionTemplate':
      return <InspectionField form={form} name={name} />;
    case 'customFields':
      return <FormFieldsField form={form} name={name} label={common.label} help={common.description ?? ''} />;
    case 'coverPrices':
      return <CoverPricesField form={form} name={name} label={common.label} help={common.description ?? ''} />;
    case 'benefits':
      return <BenefitsField form={form} name={name} label={common.label} />;
    case 'checkoutElements':
      return <CheckoutElementsField form={form} name={name} label={common.label} />;
    case 'hidden':
      return null;
  }
}

type AreaProps = { name: string; label: string; whenOff: string; isOn: boolean; form: GroupForm };

/** Takes effect at once, unlike the settings below it: they can be prepared while the area is off. */
function AreaField({ name, label, whenOff, isOn, form }: AreaProps) {
  return (
    <Stack gap="sm">
      <div className="mg-area">
        <span>
          {label} <StatusBadge status={isOn ? { label: 'On', tone: 'good' } : { label: 'Off', tone: 'neutral' }} />
        </span>
        <Button
          variant="default"
          loading={form.isTurning}
          aria-label={`Turn ${isOn ? 'Off' : 'On'} ${label}`}
          onClick={() => form.turn(name, label, !isOn)}
        >
          {isOn ? 'Turn Off' : 'Turn On'}
        </Button>
      </div>
      {isOn ? null : <Notice tone="info">{whenOff}</Notice>}
    </Stack>
  );
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const numberOf = (value: unknown): number => (typeof value === 'number' ? value : Number.NaN);
const textsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];
const asItem = ([value, label]: Option): { value: string; label: string } => ({ value, label });

const DAY_MINUTES = 24 * 60;

function minutesText(minutes: number): string {
  const [count, unit] =
    minutes > 0 && minutes % DAY_MINUTES === 0
      ? [minutes / DAY_MINUTES, 'day']
      : minutes > 0 && minutes % 60 === 0
        ? [minutes / 60, 'hour']
        : [minutes, 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** One that is not offered is shown too while it is set. */
function MinutesField({ common, look, value, set }: FieldProps<'minutes'>) {
  const minutes = numberOf(value);
  const offered = [...new Set([...look.offered, ...(Number.isNaN(minutes) ? [] : [minutes])])];
  return (
    <NativeSelect
      {...common}
      data={offered
        .toSorted((one, other) => one - other)
        .map((one) => ({ value: String(one), label: minutesText(one) }))}
      value={String(minutes)}
      onChange={(event) => set(Number(event.currentTarget.value))}
    />
  );
}

const TextField = ({ common, look, value, set }: FieldProps<'text'>) => (
  <TextInput
    {...common}
    type={look.format === 'email' ? 'email' : 'text'}
    {...(look.format === 'url' ? { placeholder: 'https://' } : {})}
    {...(look.isShopperText ? { dir: 'auto' } : {})}
    maxLength={look.maxLength}
    value={textOf(value)}
    onChange={(event) => set(event.currentTarget.value)}
  />
);

/** A whole number of days, or none. What is no whole number is refused as soon as it is typed. */
function DaysField({ common, look, value, set, initial }: FieldProps<'days'> & { initial: unknown }) {
  const days = numberOf(value);
  const isFraction = !Number.isNaN(days) && !Number.isInteger(days);
  const isUnlimited = look.isUnlimited && days === LIFETIME_DAYS;
  const input = (
    <TypedNumberInput
      {...common}
      disabled={common.disabled || isUnlimited}
      suffix=" days"
      min={0}
      value={isUnlimited ? Number.NaN : days}
      onChange={(typed) => (isUnlimited ? undefined : set(typed))}
      {...(isFraction ? { error: 'Must be a whole number.' } : {})}
    />
  );
  if (!look.isUnlimited) return input;
  return (
    <Stack gap="xs">
      {input}
      <Switch
        size="xs"
        label="No limit"
        aria-label={`No limit, ${common.label}`}
        disabled={common.disabled}
        checked={isUnlimited}
        onChange={(event) => set(event.currentTarget.checked ? LIFETIME_DAYS : initial)}
      />
    </Stack>
  );
}

/** An amount of the store's currency, kept in its minor units; empty is NaN, which no check lets pass. */
function MoneyField({ common, value, set, currencyCode }: FieldProps<'money'> & { currencyCode: string }) {
  const minor = numberOf(value);
  return (
    <AmountInput
      {...common}
      currencyCode={currencyCode}
      value={Number.isNaN(minor) ? null : Number(decimalFromMinor(minor, currencyCode))}
      onChange={(amount) =>
        set(amount === null ? Number.NaN : minorFromDecimal(amount.toFixed(exponentOf(currencyCode)), currencyCode))
      }
    />
  );
}

function ChoicesField({ common, look, value, set }: FieldProps<'choices'>) {
  return (
    <Checkbox.Group
      {...common}
      value={textsOf(value)}
      // In the order of the options, whatever the order of the clicks.
      onChange={(chosen) => set(look.options.map(([one]) => one).filter((one) => chosen.includes(one)))}
    >
      <Stack gap="sm" mt="sm">
        {look.options.map(([one, label]) => (
          <Checkbox key={one} value={one} label={label} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}

const COUNTRIES = countriesByName(countryName).map(({ code, name }) => ({ value: code, label: name }));

const CountriesField = ({ common, look, value, set }: FieldProps<'countries'>) => (
  <MultiSelect
    {...common}
    searchable
    clearable={!common.disabled}
    clearButtonProps={{ 'aria-label': `Clear ${common.label.toLowerCase()}` }}
    nothingFoundMessage="Nothing found"
    maxValues={look.most}
    data={COUNTRIES}
    value={textsOf(value)}
    onChange={set}
  />
);

function ColorField({ common, look, value, set }: FieldProps<'color'>) {
  const typed = textOf(value);
  const warning = (look.isGround ? groundWarning : brandWarning)(normalColor(typed) ?? '');
  const input = (
    <TextInput
      {...common}
      maxLength={7}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      // Three digits may become six.
      onChange={({ currentTarget: { value: next } }) => set(next.length < 6 ? next : (normalColor(next) ?? next))}
      onBlur={({ currentTarget: { value: left } }) => set(normalColor(left) ?? left)}
      rightSection={
        <input
          type="color"
          className="mg-color"
          aria-label={`Pick a color: ${common.label}`}
          disabled={common.disabled}
          value={normalColor(typed) ?? '#ffffff'}
          onChange={(event) => set(event.currentTarget.value)}
        />
      }
    />
  );
  if (warning === null) return input;
  return (
    <Stack gap="xs">
      {input}
      <Notice tone="waiting">{warning}</Notice>
    </Stack>
  );
}

function groundWarning(color: string): string | null {
  const tooDark = tooDarkForText(color);
  return (
    tooDark &&
    `Text is hard to read on this color: its contrast is ${tooDark.ratio} to 1, and WCAG AA asks for ${tooDark.needed} to 1. The portal shows a lighter shade.`
  );
}

function brandWarning(color: string): string | null {
  const tooPale = tooPaleOnWhite(color);
  return tooPale && tooPaleText(tooPale);
}

const tooPaleText = ({ for: what, ratio, needed }: TooPale): string =>
  what === 'shapes'
    ? `This color is hard to see on white: its contrast is ${ratio} to 1, and WCAG AA asks for ${needed} to 1. Buttons barely stand out, and the portal shows text in a darker shade.`
    : `This color is too pale for text on white: its contrast is ${ratio} to 1, and WCAG AA asks for ${needed} to 1. The portal shows text in a darker shade.`;

import { z } from 'zod';
import { isPictureAddress, type BrandPicture } from '#core/brand/pictures.ts';
import { COUNTRY_CODES } from '#core/countries.ts';
import { LIFETIME_DAYS } from '#core/dates.ts';
import { Minor } from '#core/money.ts';
import { normalColor } from '#core/settings/color.ts';

/** What a form shows a field as. */
export type FieldLook =
  | { kind: 'switch' }
  /** Turns an area on and off as a whole, at once (S1.02). */
  | { kind: 'area'; whenOff: string }
  | { kind: 'text'; maxLength: number; format: 'plain' | 'email' | 'url'; isShopperText: boolean }
  | { kind: 'longText'; maxLength: number; isShopperText: boolean }
  /** `isUnlimited`: a switch sets it to `LIFETIME_DAYS`. */
  | { kind: 'days'; isUnlimited: boolean }
  /** In hundredths of a percent. */
  | { kind: 'percent' }
  /** In minor units of the store's currency. */
  | { kind: 'money' }
  /** An amount of money or a percentage, whichever the field of its group says; a decimal number. */
  | { kind: 'bonus'; typeField: string }
  /** A duration in minutes, usually one of those offered. */
  | { kind: 'minutes'; offered: readonly number[] }
  | { kind: 'choice'; options: readonly Option[] }
  | { kind: 'choices'; options: readonly Option[] }
  | { kind: 'tags' }
  | { kind: 'countries'; most: number }
  /** `isGround`: text is read on it. */
  | { kind: 'color'; isGround: boolean }
  | { kind: 'picture'; picture: BrandPicture }
  /** A whole number. */
  | { kind: 'count' }
  /** Always the same, and shown so that people know. */
  | { kind: 'fixed' }
  /** A value inside an object, by its name. */
  | { kind: 'inside'; name: string; look: FieldLook }
  /** A part of the page of its own. */
  | { kind: 'inspectionTemplate' }
  | { kind: 'emailTemplates' }
  /** Only addresses of a domain that the store proved, or ours. */
  | { kind: 'sendFrom' }
  | { kind: 'customFields' }
  | { kind: 'coverPrices' }
  | { kind: 'benefits' }
  | { kind: 'checkoutElements' }
  /** Kept, and shown nowhere. */
  | { kind: 'hidden' };

export type Option = readonly [value: string, label: string];

type Words = {
  label: string;
  help?: string;
  /** What people call it when they look for it, if its label and help don't say it. */
  also?: string;
  /** The field matters only while another one has this value, of its own group unless one is named. */
  onlyWhen?: Condition;
  /** The field is shown only then. */
  shownWhen?: Condition;
  /** Shown where the plan of the shop lets apps into its checkout (S6.05). */
  isForPlus?: true;
  /** What another field of the group becomes when this switch is turned. */
  turns?: Turns;
};

type Condition = { group?: string; field: string; is: boolean | string };
type Turns = { field: string; on: number; off: number };

/** How a form asks for a setting. */
export type FieldWords = Words & { look: FieldLook };

const WORDS = z.registry<FieldWords>();

/** How a form asks for the setting of this schema. */
export function wordsOf(schema: z.core.$ZodType): FieldWords {
  const words = WORDS.get(schema);
  if (!words) throw new Error('a setting is made by one of the functions of this file');
  return words;
}

/** One setting: what it may be, what it is at first, and how a form asks for it. The API describes it in the same words. */
function field<S extends z.ZodType>(look: FieldLook, schema: S, words: Words): S {
  const { label, help, also, onlyWhen, shownWhen, isForPlus, turns } = words;
  const described = schema.meta({ title: label, ...(help === undefined ? {} : { description: help }) });
  WORDS.add(described, {
    look,
    label,
    ...(help === undefined ? {} : { help }),
    ...(also === undefined ? {} : { also }),
    ...(onlyWhen ? { onlyWhen } : {}),
    ...(shownWhen ? { shownWhen } : {}),
    ...(isForPlus ? { isForPlus } : {}),
    ...(turns ? { turns } : {}),
  });
  return described;
}

export const onOff = (words: Words & { default: boolean }) =>
  field({ kind: 'switch' }, z.boolean().default(words.default), words);

/** Whether an area is offered at all; `whenOff`: what is said while it isn't. */
export const area = ({ whenOff, ...words }: Words & { default: boolean; whenOff: string }) =>
  field({ kind: 'area', whenOff }, z.boolean().default(words.default), words);

type TextWords = Words & {
  default?: string;
  most: number;
  /** Shoppers read it, so it may run in either direction. */
  isShopperText?: true;
  /** It may not be empty. */
  isRequired?: true;
};

const Text = (most: number) => z.string().max(most);

const required = (schema: z.ZodString, { isRequired }: Pick<TextWords, 'isRequired'>) =>
  isRequired ? schema.refine((typed) => typed.trim() !== '', 'Must not be empty.') : schema;

export const text = (words: TextWords) =>
  field(
    { kind: 'text', maxLength: words.most, format: 'plain', isShopperText: words.isShopperText === true },
    required(Text(words.most), words).default(words.default ?? ''),
    words,
  );

const orEmpty = (format: z.ZodType) => (typed: string) => typed === '' || format.safeParse(typed).success;

export const email = (words: Words) =>
  field(
    { kind: 'text', maxLength: 255, format: 'email', isShopperText: false },
    Text(255).refine(orEmpty(z.email()), 'Must be a valid email.').default(''),
    words,
  );

const WebAddress = z.url({ protocol: /^https?$/ });

export const webAddress = (words: Words) =>
  field(
    { kind: 'text', maxLength: 2000, format: 'url', isShopperText: false },
    Text(2000).refine(orEmpty(WebAddress), 'Must be a valid URL.').default(''),
    words,
  );

/** A picture that was uploaded, or one that lies elsewhere; empty for none. */
export const picture = (words: Words & { picture: BrandPicture }) =>
  field(
    { kind: 'picture', picture: words.picture },
    Text(2000)
      .refine((typed) => isPictureAddress(typed) || orEmpty(WebAddress)(typed), 'Must be a valid URL.')
      .default(''),
    words,
  );

export const longText = (words: TextWords) =>
  field(
    { kind: 'longText', maxLength: words.most, isShopperText: words.isShopperText === true },
    required(Text(words.most), words).default(words.default ?? ''),
    words,
  );

/** A whole number of days. Without `most` it has no limit, which is kept as `LIFETIME_DAYS`. */
export const days = (words: Words & { default: number; least?: number; most?: number }) =>
  field(
    { kind: 'days', isUnlimited: words.most === undefined },
    z
      .number()
      .int()
      .min(words.least ?? 0)
      .max(words.most ?? LIFETIME_DAYS)
      .default(words.default),
    words,
  );

/** In basis points: 1000 is 10 percent. */
export const percent = (words: Words & { default: number }) =>
  field({ kind: 'percent' }, z.number().int().min(0).max(10000, 'At most 100 percent.').default(words.default), words);

/** Eight digits before the point and two after it, in the minor units of most currencies (C5.14). */
export const money = (words: Words & { default?: number }) =>
  field(
    { kind: 'money' },
    Minor.min(0)
      .max(9_999_999_999)
      .default(words.default ?? 0),
    words,
  );

/** Of the type that another field of the group names: its group checks the bounds of each type. */
export const bonus = (words: Words & { default: number; typeField: string }) =>
  field(
    { kind: 'bonus', typeField: words.typeField },
    z.number().min(0).multipleOf(0.01, 'At most two decimals.').default(words.default),
    words,
  );

/** A whole number of minutes, usually one of these. */
export const minutes = (words: Words & { default: number; offered: readonly number[] }) =>
  field({ kind: 'minutes', offered: words.offered }, z.number().int().min(0).default(words.default), words);

/** A whole number of anything. */
export const count = (words: Words & { default: number; most: number }) =>
  field({ kind: 'count' }, z.number().int().min(0).max(words.most).default(words.default), words);

/** A field that stands under a name of its own inside an object. */
export function insideOf<const Name extends string, S extends z.ZodType>(name: Name, inner: S) {
  const { look, ...words } = wordsOf(inner);
  const schema = z.object({ [name]: inner } as Record<Name, S>).prefault({} as never);
  return field({ kind: 'inside', name, look }, schema, words);
}

/** Something that no store can change. */
export const fixed = <const V extends string | boolean>(words: Words & { value: V }) =>
  field({ kind: 'fixed' }, z.literal(words.value).default(words.value as never), words);

const optionsOf = (options: Readonly<Record<string, string>>): Option[] => Object.entries(options);

/** One of a few named ways; the first is the default unless another is named. */
export const choice = <const V extends string>(
  words: Words & { options: Readonly<Record<V, string>>; default: NoInfer<V> },
) => {
  const schema: z.ZodType<V> = z.enum(keysOf(words.options));
  return field({ kind: 'choice', options: optionsOf(words.options) }, schema.default(words.default), words);
};

/** At least one of a few named ways. */
export const choices = <const V extends string>(
  words: Words & { options: Readonly<Record<V, string>>; default: NoInfer<V>[] },
) => {
  const one: z.ZodType<V> = z.enum(keysOf(words.options));
  return field(
    { kind: 'choices', options: optionsOf(words.options) },
    z.array(one).min(1).default(words.default),
    words,
  );
};

const keysOf = <V extends string>(options: Readonly<Record<V, string>>): V[] => {
  const isOne = (key: string): key is V => key in options;
  return Object.keys(options).filter(isOne);
};

/** `least`: how many there have to be; none by default. */
export const tags = (words: Words & { default?: string[]; most: number; least?: number }) =>
  field(
    { kind: 'tags' },
    z
      .array(Text(words.most))
      .min(words.least ?? 0)
      .default(words.default ?? []),
    words,
  );

/** Countries by their ISO 3166-1 codes. `least`: how many there have to be; none by default. */
export const countries = (words: Words & { default?: string[]; most: number; least?: number }) =>
  field(
    { kind: 'countries', most: words.most },
    z
      .array(z.enum(COUNTRY_CODES))
      .min(words.least ?? 0)
      .max(words.most, `At most ${words.most} countries.`)
      .default(words.default ?? []),
    words,
  );

export const color = (words: Words & { default: string; isGround?: true }) =>
  field(
    { kind: 'color', isGround: words.isGround === true },
    z
      .string()
      .overwrite((typed) => normalColor(typed) ?? typed)
      .regex(/^#[0-9a-f]{6}$/, 'Must be a color such as #1f4d3f.')
      .default(words.default),
    words,
  );

type SpecialKind =
  | 'inspectionTemplate'
  | 'customFields'
  | 'emailTemplates'
  | 'sendFrom'
  | 'coverPrices'
  | 'benefits'
  | 'checkoutElements'
  | 'hidden';

/** A value with a form of its own, or with none. */
export const special = <S extends z.ZodType>(kind: SpecialKind, schema: S, words: Words) =>
  field({ kind }, schema, words);

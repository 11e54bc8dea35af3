import type { z } from 'zod';
import { publicTextProblem } from '#core/public-text.ts';
import { wordsOf, type FieldWords } from '#core/settings/field.ts';

/** The pages of the settings; each shows its groups in the order of their table. */
export type SettingsPage =
  | 'theme'
  | 'languages'
  | 'email'
  | 'notifications'
  | 'returns'
  | 'warranties'
  | 'registrations'
  | 'reasons'
  | 'custom-fields'
  | 'claim-tags'
  | 'automations'
  | 'shipping-policies'
  | 'integrations'
  | 'order-editing'
  | 'checkout-widget'
  | 'checkout-plus'
  | 'shipping-claims'
  | 'provider';

/** What is read and saved by a call of its own (S7.04). */
export const SETTINGS_PARTS = ['config', 'integrations', 'theme'] as const;
export type SettingsPart = (typeof SETTINGS_PARTS)[number];

/** Texts by field, or by the path of something inside one. */
export type FieldProblems = Readonly<Record<string, string>>;

/** Problems of what is inside a field, by their paths; an empty path is the field itself. */
export const at = (field: string, problems: FieldProblems): FieldProblems =>
  Object.fromEntries(
    Object.entries(problems).map(([path, problem]) => [path === '' ? field : `${field}.${path}`, problem]),
  );

type Definition<S extends z.ZodObject, Part extends SettingsPart> = {
  page: SettingsPage;
  /** `config` unless it says otherwise. */
  part?: Part;
  title: string;
  help: string;
  fields: S;
  /** What the form shows instead of the defaults while nobody has saved the group. */
  begins?: Partial<z.infer<S>>;
  /** Only the provider changes it. */
  isProviderOnly?: true;
  /** Its fields are in a dialog of the page. */
  isInModal?: true;
  /** What is wrong with the fields together. */
  check?: (document: z.infer<S>) => FieldProblems;
  /** Calls of its own change it; it isn't saved as a whole. */
  hasOwnCalls?: true;
  /** What may no longer be changed. */
  checkChange?: (before: z.infer<S>, after: z.infer<S>) => FieldProblems;
  /** What only the provider may change, where the store changes the rest. */
  checkByStore?: (before: z.infer<S>, after: z.infer<S>) => FieldProblems;
  /** What is saved instead of what was entered, where something of the former document stays. */
  keep?: (before: z.infer<S>, after: z.infer<S>) => z.infer<S>;
};

/** Settings that are shown together and saved as one, with a version of their own. */
export type SettingsGroup<S extends z.ZodObject = z.ZodObject, Part extends SettingsPart = SettingsPart> = {
  page: SettingsPage;
  part: Part;
  title: string;
  help: string;
  isProviderOnly: boolean;
  isInModal: boolean;
  begins: Readonly<Record<string, unknown>>;
  hasOwnCalls: boolean;
  /** The document; a field that is missing has its default. */
  fields: S;
  /** What is wrong with a document that was entered over another, and what of it is saved. */
  enter(
    before: unknown,
    entered: unknown,
    by?: 'store' | 'provider',
  ): { problems: FieldProblems; document: z.infer<S> };
};

export const settingsGroup = <S extends z.ZodObject, const Part extends SettingsPart = 'config'>(
  definition: Definition<S, Part>,
): SettingsGroup<S, Part> => {
  const {
    page,
    title,
    help,
    fields,
    isProviderOnly = false,
    isInModal = false,
    hasOwnCalls = false,
    begins = {},
    check,
    checkChange,
    checkByStore,
    keep,
  } = definition;
  return {
    page,
    part: definition.part ?? ('config' as Part),
    title,
    help,
    isProviderOnly,
    isInModal,
    begins,
    hasOwnCalls,
    fields,
    enter(before, entered, by = 'provider') {
      const [was, is] = [fields.parse(before), fields.parse(entered)];
      return {
        problems: {
          ...labelProblems(fields, is),
          ...check?.(is),
          ...checkChange?.(was, is),
          ...(by === 'store' ? checkByStore?.(was, is) : {}),
        },
        document: keep ? keep(was, is) : is,
      };
    },
  };
};

/** A document that was saved before stays readable, so this is no matter of its schema. */
const labelProblems = (fields: z.ZodObject, document: Readonly<Record<string, unknown>>): FieldProblems =>
  Object.fromEntries(
    fieldsOf({ fields }).flatMap(([name, { look }]) => {
      const text = document[name];
      if (look.kind !== 'text' || !look.isShopperText || typeof text !== 'string') return [];
      const problem = publicTextProblem(text);
      return problem === null ? [] : [[name, problem]];
    }),
  );

/** A document after one of its fields was changed: some switches take another field with them. */
export function withField(
  group: Pick<SettingsGroup, 'fields'>,
  name: string,
  value: unknown,
): Readonly<Record<string, unknown>> {
  const turns = fieldsOf(group).find(([field]) => field === name)?.[1].turns;
  return { ...(turns ? { [turns.field]: value === true ? turns.on : turns.off } : {}), [name]: value };
}

/** The fields of a group in the order a form shows them. */
export const fieldsOf = ({ fields }: Pick<SettingsGroup, 'fields'>): [name: string, words: FieldWords][] =>
  Object.entries(fields.shape).map(([name, schema]) => [name, wordsOf(schema)]);

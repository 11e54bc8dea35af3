import type { z } from 'zod';
import { wordsOf, type FieldWords } from '#core/settings/field.ts';

/** The pages of the settings; each shows its groups in the order of their table. */
export type SettingsPage =
  | 'theme'
  | 'email'
  | 'notifications'
  | 'returns'
  | 'warranties'
  | 'reasons'
  | 'custom-fields'
  | 'claim-tags'
  | 'automations'
  | 'shipping-policies'
  | 'integrations'
  | 'provider';

/** Texts by field, or by the path of something inside one. */
export type FieldProblems = Readonly<Record<string, string>>;

type Definition<S extends z.ZodObject> = {
  page: SettingsPage;
  title: string;
  help: string;
  fields: S;
  /** Only the provider changes it. */
  isProviderOnly?: true;
  /** What is wrong with the fields together. */
  check?: (document: z.infer<S>) => FieldProblems;
  /** What may no longer be changed. */
  checkChange?: (before: z.infer<S>, after: z.infer<S>) => FieldProblems;
  /** What is saved instead of what was entered, where something of the former document stays. */
  keep?: (before: z.infer<S>, after: z.infer<S>) => z.infer<S>;
};

/** Settings that are shown together and saved as one, with a version of their own. */
export type SettingsGroup<S extends z.ZodObject = z.ZodObject> = {
  page: SettingsPage;
  title: string;
  help: string;
  isProviderOnly: boolean;
  /** The document; a field that is missing has its default. */
  fields: S;
  /** What is wrong with a document that was entered over another, and what of it is saved. */
  enter(before: unknown, entered: unknown): { problems: FieldProblems; document: z.infer<S> };
};

export const settingsGroup = <S extends z.ZodObject>(definition: Definition<S>): SettingsGroup<S> => {
  const { page, title, help, fields, isProviderOnly = false, check, checkChange, keep } = definition;
  return {
    page,
    title,
    help,
    isProviderOnly,
    fields,
    enter(before, entered) {
      const [was, is] = [fields.parse(before), fields.parse(entered)];
      return {
        problems: { ...check?.(is), ...checkChange?.(was, is) },
        document: keep ? keep(was, is) : is,
      };
    },
  };
};

/** The fields of a group in the order a form shows them. */
export const fieldsOf = ({ fields }: Pick<SettingsGroup, 'fields'>): [name: string, words: FieldWords][] =>
  Object.entries(fields.shape).map(([name, schema]) => [name, wordsOf(schema)]);

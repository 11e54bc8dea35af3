import type { StoreSettings } from '#core/settings/settings.ts';
import { errorAt, type FieldErrors } from '../../field-errors.ts';

/** What every section of the page gets: the settings as edited, what is wrong with them, and how to change them. */
export type SettingsForm = {
  settings: StoreSettings;
  /** As they are kept now. */
  saved: StoreSettings;
  errors: FieldErrors;
  change: (part: Partial<StoreSettings>) => void;
};

/** The error of a field as Mantine takes it. */
export const fieldError = ({ errors }: SettingsForm, field: string): { error?: string } => {
  const error = errorAt(errors, field);
  return error === undefined ? {} : { error };
};

import { EnteredSettings, type StoreSettings } from '#core/settings/settings.ts';
import { errorsOf, type FieldErrors } from '../../field-errors.ts';

/** What is wrong with these settings before they are sent; empty when nothing is. */
export function checkSettings(settings: StoreSettings): FieldErrors {
  return errorsOf(EnteredSettings, settings);
}

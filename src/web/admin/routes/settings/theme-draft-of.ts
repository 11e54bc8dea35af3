import { SETTINGS_GROUPS, type SettingsOf } from '#core/settings/settings.ts';
import { themeOf } from '#core/policy/theme-of.ts';
import type { ThemeDraft } from '#core/theme-draft.ts';
import type { SettingsDocument } from './settings-form.ts';

type Looks = 'theme' | 'portalTexts';
export type DocumentOf = (name: Looks) => SettingsDocument;

/** The theme as it is typed. What couldn't be saved stands as it is saved. */
export function themeDraftOf(typed: DocumentOf, saved: DocumentOf, storeName: string): ThemeDraft {
  const shown = <Name extends Looks>(name: Name): SettingsOf<Name> => {
    const { fields } = SETTINGS_GROUPS[name];
    const document = Object.entries(fields.shape).map(([field, schema]) => {
      const { success, data } = schema.safeParse(typed(name)[field]);
      return [field, success ? data : saved(name)[field]];
    });
    return fields.parse(Object.fromEntries(document)) as SettingsOf<Name>;
  };
  return themeOf({ theme: shown('theme'), portalTexts: shown('portalTexts') }, storeName);
}

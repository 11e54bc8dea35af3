import { theme } from '#core/settings/groups/theme.ts';
import type { ThemeDraft } from '#core/theme-draft.ts';
import type { SettingsDocument } from './settings-form.ts';

/** The theme as it is typed. What couldn't be saved stands as it is saved. */
export function themeDraftOf(typed: SettingsDocument, saved: SettingsDocument): ThemeDraft {
  const { shape } = theme.fields;
  const { portalHeading, brandColor, logoUrl, orderLookupDetailText, orderLookupGiftReturnDetailText, footerText } =
    theme.fields.parse(
      Object.fromEntries(
        Object.entries(shape).flatMap(([field, schema]) => {
          const { success, data } = schema.safeParse(typed[field]);
          return [[field, success ? data : saved[field]]];
        }),
      ),
    );
  return {
    heading: portalHeading,
    brandColor,
    logoUrl,
    orderLookupDetailText,
    orderLookupGiftReturnDetailText,
    footerText,
  };
}

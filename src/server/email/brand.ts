import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import type { EmailBrand } from '#server/email/render.ts';

/** How a store looks in emails. */
export function brandOf(store: Pick<StoreRow, 'name' | 'settings'>): EmailBrand {
  const { theme, email } = settingsOf(store);
  return {
    storeName: store.name,
    color: theme.merchantPrimaryColor,
    logoUrl: theme.merchantLogoUrl,
    supportEmail: email.supportEmail,
  };
}

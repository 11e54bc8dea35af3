import { useQuery } from '@tanstack/react-query';
import { SETTINGS_GROUPS } from '#core/settings/settings.ts';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { settingsQuery } from '../../settings-query.ts';
import type { MyStore } from '../../shell/access.ts';
import { SnippetField } from './snippet-field.tsx';

/** What a merchant adds to the theme, once Shop Now is used in the pages of the shop. */
export function ShopNowSnippetSection({ store }: { store: MyStore }) {
  const { data } = useQuery(settingsQuery(store.id));
  const saved = data?.groups.shopNow.document;
  if (!saved || !SETTINGS_GROUPS.shopNow.fields.parse(saved).isShopCartUsed) return null;
  const snippet = `<script async src="${new URL(store.customerAppUrl).origin}/shop-now.js" data-store="${store.slug}"></script>`;
  return (
    <SettingsSection
      title="Snippet for Shop Now"
      help="Add it to the layout of your theme, so that every page has it. It shows customers what they have to spend and brings their cart back; others don't notice it."
    >
      <SnippetField label="Shop Now snippet" copyLabel="Copy Shop Now snippet" snippet={snippet} />
    </SettingsSection>
  );
}

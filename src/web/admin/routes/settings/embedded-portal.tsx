import { useQuery } from '@tanstack/react-query';
import { SETTINGS_GROUPS } from '#core/settings/settings.ts';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { settingsQuery } from '../../settings-query.ts';
import type { MyStore } from '../../shell/access.ts';
import { SnippetField } from './snippet-field.tsx';

/** What a merchant pastes into a page of the shop, once its address may show the portal. */
export function EmbeddedPortalSection({ store }: { store: MyStore }) {
  const { data } = useQuery(settingsQuery(store.id));
  const saved = data?.groups.embedding.document;
  if (!saved || SETTINGS_GROUPS.embedding.fields.parse(saved).embeddedIn.length === 0) return null;
  return (
    <SettingsSection
      title="Snippet for your shop"
      help="Paste it where the portal should appear on a page of your shop. It takes the width of its place and grows with what it shows."
    >
      <SnippetField label="Portal snippet" copyLabel="Copy portal snippet" snippet={snippetOf(store)} />
      <p className="mg-muted">
        Links to that page may name an order: add ?order=1001&amp;email=buyer@example.com, and shoppers find the form
        filled in. Where a browser keeps no cookies inside other sites, shoppers are offered a tab of its own.
      </p>
    </SettingsSection>
  );
}

const snippetOf = ({ customerAppUrl, slug }: MyStore): string =>
  `<script async src="${new URL(customerAppUrl).origin}/embed.js" data-store="${slug}" data-title="Returns"></script>`;

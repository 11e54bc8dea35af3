import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { SETTINGS_GROUPS } from '#core/settings/settings.ts';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { settingsQuery } from '../../settings-query.ts';
import type { MyStore } from '../../shell/access.ts';
import { SnippetField } from './snippet-field.tsx';

/** Where the published return policy is, and what puts it on the shop's own pages. */
export function PublishedPolicySection({ store }: { store: MyStore }) {
  const { data } = useQuery(settingsQuery(store.id));
  const saved = data?.groups.publishedPolicy.document;
  if (!saved || !SETTINGS_GROUPS.publishedPolicy.fields.parse(saved).isPolicyPublished) return null;
  const page = `${store.customerAppUrl}/policy`;
  return (
    <SettingsSection
      title="Where it is published"
      help="The page follows your settings and live automations. Paste the snippet into your shop's theme, and search engines read the same policy there."
    >
      <p>
        <Anchor href={page} target="_blank" rel="noreferrer">
          {page}
        </Anchor>{' '}
        <CopyButton text={page} label="Copy link" />
      </p>
      <SnippetField label="Snippet for your shop" copyLabel="Copy snippet" snippet={snippetOf(store)} />
    </SettingsSection>
  );
}

const snippetOf = ({ customerAppUrl, slug }: MyStore): string =>
  `<script async src="${new URL(customerAppUrl).origin}/api/customer/${encodeURIComponent(slug)}/return-policy.js"></script>`;

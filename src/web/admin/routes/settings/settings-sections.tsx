import type { ReactNode } from 'react';
import { GROUP_NAMES, SETTINGS_GROUPS, type GroupName } from '#core/settings/settings.ts';
import type { MyStore } from '../../shell/access.ts';
import { ClaimTagsSection } from './claim-tags.tsx';
import { CoverStateSection } from './cover-state.tsx';
import { CustomFieldsSection } from './custom-fields.tsx';
import { EmbeddedPortalSection } from './embedded-portal.tsx';
import { EmailDomainSection } from './email-domain.tsx';
import { HelpdesksSection } from './helpdesks.tsx';
import { PortalHostSection } from './portal-host.tsx';
import { PortalTextsSection } from './portal-texts.tsx';
import { PrivacySection } from './privacy.tsx';
import { ProductGroupsSection } from './product-groups.tsx';
import { ProviderSection } from './provider-section.tsx';
import { PublishedPolicySection } from './published-policy.tsx';
import { ReasonGroupsSection } from './reason-groups.tsx';
import { ReasonsSection } from './reasons.tsx';
import { ReturnLocationsSection } from './return-locations.tsx';
import { ShopNowSnippetSection } from './shop-now-snippet.tsx';
import { OrderEditingNotice } from './order-editing-section.tsx';
import { RuleListSection } from './rule-list-section.tsx';
import { sectionNamesFor, type SectionId, type SectionName, type Viewed } from './section-names.ts';
import type { DocumentOf } from './settings-editor.tsx';
import { themeDraftOf } from './theme-draft-of.ts';
import { ThemePreview } from './theme-preview.tsx';
import { UsersSection } from './users.tsx';
import { WidgetPreview } from './widget-preview.tsx';

export type Section = SectionName & {
  /** Sections before and after the groups of the page, each saved by itself. */
  before?: (store: MyStore) => ReactNode;
  after?: (store: MyStore) => ReactNode;
  /** Shows what is typed, before it is saved. */
  preview?: (store: MyStore) => (typed: DocumentOf, saved: DocumentOf) => ReactNode;
};

const PARTS: Readonly<Partial<Record<SectionId, Pick<Section, 'before' | 'after' | 'preview'>>>> = {
  theme: {
    preview:
      ({ slug, name }) =>
      (typed, saved) => <ThemePreview slug={slug} draft={themeDraftOf(typed, saved, name)} />,
    after: (store) => (
      <>
        <EmbeddedPortalSection store={store} />
        <PortalHostSection storeId={store.id} />
      </>
    ),
  },
  email: { after: ({ id }) => <EmailDomainSection storeId={id} /> },
  languages: { after: (store) => <PortalTextsSection store={store} /> },
  'order-editing': {
    before: () => <OrderEditingNotice />,
    after: ({ id }) => (
      <RuleListSection
        storeId={id}
        action="orderEditing"
        title="Order editing rules"
        help="Automations say what can be edited, and of which orders."
        page="order-editing"
      />
    ),
  },
  returns: {
    after: (store) => (
      <>
        <ShopNowSnippetSection store={store} />
        <PublishedPolicySection store={store} />
        <RuleListSection
          storeId={store.id}
          action="offerAdvancedExchange"
          title="Advanced exchange rules"
          help="Automations that offer other products instead of the returned item. They replace the settings of exchanges for the items they match."
          page="returns"
        />
      </>
    ),
  },
  'shipping-policies': {
    before: ({ id }) => <ReturnLocationsSection storeId={id} />,
    after: ({ id }) => (
      <RuleListSection
        storeId={id}
        action="returnShippingConfig"
        title="Return shipping rules"
        help="Automations that choose the return location and the return methods. They replace the settings for the items they match."
        page="shipping-policies"
      />
    ),
  },
  'checkout-widget': {
    preview: (store) => (typed) => <WidgetPreview store={store} typed={typed} />,
  },
  'checkout-plus': { before: (store) => <CoverStateSection store={store} /> },
  'claim-tags': { before: ({ id }) => <ClaimTagsSection storeId={id} /> },
  'custom-fields': { before: ({ id }) => <CustomFieldsSection storeId={id} /> },
  reasons: {
    after: ({ id }) => (
      <>
        <ReasonGroupsSection storeId={id} />
        <ReasonsSection storeId={id} />
      </>
    ),
  },
  'product-groups': { after: ({ id }) => <ProductGroupsSection storeId={id} /> },
  integrations: { after: ({ id }) => <HelpdesksSection storeId={id} /> },
  users: { after: ({ id }) => <UsersSection storeId={id} /> },
  privacy: { after: (store) => <PrivacySection store={store} /> },
  provider: { after: (store) => <ProviderSection store={store} /> },
};

/** The groups of a page that somebody sees there. */
export const groupsOfPage = (page: SectionId, { isSuperAdmin }: Pick<Viewed, 'isSuperAdmin'>): GroupName[] =>
  GROUP_NAMES.filter((name) => {
    const { page: its, hasOwnCalls, isProviderOnly } = SETTINGS_GROUPS[name];
    return its === page && !hasOwnCalls && (isSuperAdmin || !isProviderOnly);
  });

export const sectionsFor = (viewed: Viewed): Section[] =>
  sectionNamesFor(viewed).map((section) => ({ ...section, ...PARTS[section.id] }));

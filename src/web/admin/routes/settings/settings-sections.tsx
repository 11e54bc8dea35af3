import type { ReactNode } from 'react';
import type { SettingsPage } from '#core/settings/group.ts';
import { GROUP_NAMES, SETTINGS_GROUPS, type GroupName } from '#core/settings/settings.ts';
import type { MyStore } from '../../shell/access.ts';
import { HelpdesksSection } from './helpdesks.tsx';
import { PrivacySection } from './privacy.tsx';
import { ProviderSection } from './provider-section.tsx';
import { ReturnLocationsSection } from './return-locations.tsx';
import { UsersSection } from './users.tsx';

export type SectionId = SettingsPage | 'users' | 'privacy';

export type Section = {
  id: SectionId;
  label: string;
  /** Who sees it in addition to provider admins; admins by default. */
  needs?: 'superAdmin';
  /** Sections before and after the groups of the page, each saved by itself. */
  before?: (store: MyStore) => ReactNode;
  after?: (store: MyStore) => ReactNode;
};

/** Every page of the settings, in the order of their menu; each has an address of its own (S2.13). */
const SECTIONS: readonly Section[] = [
  { id: 'theme', label: 'Theme' },
  { id: 'email', label: 'Email' },
  { id: 'returns', label: 'Returns' },
  { id: 'warranties', label: 'Warranties' },
  { id: 'reasons', label: 'Reasons' },
  { id: 'custom-fields', label: 'Custom Fields' },
  { id: 'claim-tags', label: 'Claim Tags' },
  {
    id: 'shipping-policies',
    label: 'Shipping Policies',
    before: ({ id }) => <ReturnLocationsSection storeId={id} />,
  },
  { id: 'integrations', label: 'Integrations', after: ({ id }) => <HelpdesksSection storeId={id} /> },
  { id: 'users', label: 'Users', after: ({ id }) => <UsersSection storeId={id} /> },
  { id: 'privacy', label: 'Privacy', after: (store) => <PrivacySection store={store} /> },
  { id: 'provider', label: 'Provider', needs: 'superAdmin', after: (store) => <ProviderSection store={store} /> },
];

export const groupsOfPage = (page: SectionId): GroupName[] =>
  GROUP_NAMES.filter((name) => SETTINGS_GROUPS[name].page === page);

export const sectionsFor = (isSuperAdmin: boolean): Section[] =>
  SECTIONS.filter((section) => section.needs === undefined || isSuperAdmin);

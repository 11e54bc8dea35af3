import type { SettingsPage } from '#core/settings/group.ts';

export type SectionId = SettingsPage | 'automations' | 'product-groups' | 'users' | 'privacy';

export type SectionName = {
  id: SectionId;
  label: string;
  /** Who sees it in addition to provider admins; admins by default. */
  needs?: 'superAdmin';
};

/** Every page of the settings, in the order of their menu; each has an address of its own (S2.13). */
export const SECTION_NAMES: readonly SectionName[] = [
  { id: 'theme', label: 'Theme' },
  { id: 'email', label: 'Email' },
  { id: 'returns', label: 'Returns' },
  { id: 'warranties', label: 'Warranties' },
  { id: 'reasons', label: 'Reasons' },
  { id: 'automations', label: 'Automations' },
  { id: 'product-groups', label: 'Product Groups' },
  { id: 'custom-fields', label: 'Custom Fields' },
  { id: 'claim-tags', label: 'Claim Tags' },
  { id: 'shipping-policies', label: 'Shipping Policies' },
  { id: 'integrations', label: 'Integrations' },
  { id: 'users', label: 'Users' },
  { id: 'privacy', label: 'Privacy' },
  { id: 'provider', label: 'Provider', needs: 'superAdmin' },
];

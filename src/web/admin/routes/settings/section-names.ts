import type { SettingsPage } from '#core/settings/group.ts';
import type { StoreFeatures } from '#core/stores/features.ts';
import { RULE_VERSIONS } from '../automations/automation-places.ts';

export type SectionId = SettingsPage | 'automations' | 'product-groups' | 'users' | 'privacy' | 'audit-log';

export type SectionName = {
  id: SectionId;
  label: string;
  /** What people call it, and what is on it besides settings. */
  also?: string;
  /** Who sees it in addition to provider admins; admins by default. */
  needs?: 'superAdmin';
  /** The page below it that has its settings, where it is not the page itself. */
  settingsOn?: typeof RULE_VERSIONS;
  /** The area that the provider has to switch on for the store. */
  area?: 'orderEditing' | 'shippingProtection';
};

/** Every page of the settings, in the order of their menu; each has an address of its own (S2.13). */
export const SECTION_NAMES: readonly SectionName[] = [
  { id: 'theme', label: 'Theme', also: 'logo color brand portal domain host address embed' },
  { id: 'languages', label: 'Languages and Texts', also: 'translation locale wording override' },
  { id: 'email', label: 'Email', also: 'templates messages sender domain dkim spf dmarc dns reminders' },
  { id: 'notifications', label: 'Notifications', also: 'alerts team emails' },
  { id: 'order-editing', label: 'Order Editing', also: 'change cancel order window', area: 'orderEditing' },
  { id: 'returns', label: 'Returns', also: 'refunds exchanges credit fees policy days' },
  { id: 'warranties', label: 'Warranties' },
  { id: 'registrations', label: 'Registrations', also: 'product registration serial number certificate qr code' },
  { id: 'reasons', label: 'Reasons', also: 'reason groups details categories' },
  { id: 'automations', label: 'Automations', also: 'rules workflows conditions', settingsOn: RULE_VERSIONS },
  { id: 'product-groups', label: 'Product Groups', also: 'products tags types collections sync' },
  { id: 'custom-fields', label: 'Custom Fields', also: 'questions answers inspection form' },
  { id: 'claim-tags', label: 'Claim Tags', also: 'labels tag list' },
  { id: 'shipping-policies', label: 'Shipping Policies', also: 'return locations labels warehouse' },
  { id: 'integrations', label: 'Integrations', also: 'helpdesk carriers stripe easypost' },
  {
    id: 'checkout-widget',
    label: 'Checkout Widget',
    also: 'shipping protection cover delivery guarantee price',
    area: 'shippingProtection',
  },
  {
    id: 'checkout-plus',
    label: 'Checkout Plus',
    also: 'shipping protection cover script theme',
    area: 'shippingProtection',
  },
  {
    id: 'shipping-claims',
    label: 'Shipping Claims',
    also: 'shipping protection lost stolen damaged packages',
    area: 'shippingProtection',
  },
  { id: 'users', label: 'Users', also: 'invite team staff' },
  { id: 'privacy', label: 'Privacy', also: 'gdpr erase delete export data' },
  { id: 'audit-log', label: 'Audit Log', also: 'history changes who changed' },
  { id: 'provider', label: 'Provider', also: 'test store subscription areas', needs: 'superAdmin' },
];

export type Viewed = { isSuperAdmin: boolean; features: Pick<StoreFeatures, 'orderEditing' | 'shippingProtection'> };

/** The pages of the settings that somebody finds in a store. */
export const sectionNamesFor = ({ isSuperAdmin, features }: Viewed): SectionName[] =>
  SECTION_NAMES.filter(
    ({ needs, area }) => (needs === undefined || isSuperAdmin) && (area === undefined || features[area]),
  );

import type { ReactNode } from 'react';
import type { MyStore } from '../../shell/access.ts';
import { EmailSection, ExclusionsSection, OrderTagsSection, ThemeSection } from './brand-sections.tsx';
import { ExchangesSection, InstantExchangeSection, ShopNowSection, StockSection } from './exchange-sections.tsx';
import { HelpdesksSection } from './helpdesks.tsx';
import { InspectionSection } from './inspection-section.tsx';
import { FeesSection, GiftCardsSection, PaymentsSection } from './money-sections.tsx';
import { FlagsSection, ProviderSection } from './provider-section.tsx';
import { ReasonsSection } from './reasons-section.tsx';
import { ReturnLocationsSection } from './return-locations.tsx';
import type { SettingsForm } from './settings-form.ts';
import { ShippingSection } from './shipping-sections.tsx';
import { UsersSection } from './users.tsx';
import { GiftReturnsSection, MethodsSection, WarrantiesSection, WindowsSection } from './windows-sections.tsx';

export type SectionId =
  | 'theme'
  | 'email'
  | 'returns'
  | 'warranties'
  | 'reasons'
  | 'custom-fields'
  | 'claim-tags'
  | 'shipping-policies'
  | 'integrations'
  | 'users'
  | 'provider';

export type Section = {
  id: SectionId;
  label: string;
  /** Whom it is shown to, beside provider admins; left out, admins. */
  needs?: 'superAdmin';
  show: (form: SettingsForm, store: MyStore) => ReactNode;
};

/** Every section of the settings, in the order of their menu; each has an address of its own (S2.13). */
const SECTIONS: readonly Section[] = [
  { id: 'theme', label: 'Theme', show: (form) => <ThemeSection {...form} /> },
  { id: 'email', label: 'Email', show: (form) => <EmailSection {...form} /> },
  {
    id: 'returns',
    label: 'Returns',
    show: (form, { currencyCode }) => (
      <>
        <WindowsSection {...form} />
        <MethodsSection {...form} />
        <GiftReturnsSection {...form} />
        <GiftCardsSection {...form} />
        <ExchangesSection {...form} />
        <InstantExchangeSection {...form} />
        <ShopNowSection {...form} />
        <FeesSection {...form} currencyCode={currencyCode} />
        <StockSection {...form} />
        <ExclusionsSection {...form} />
      </>
    ),
  },
  { id: 'warranties', label: 'Warranties', show: (form) => <WarrantiesSection {...form} /> },
  { id: 'reasons', label: 'Reasons', show: (form) => <ReasonsSection {...form} /> },
  { id: 'custom-fields', label: 'Custom Fields', show: (form) => <InspectionSection {...form} /> },
  { id: 'claim-tags', label: 'Claim Tags', show: (form) => <OrderTagsSection {...form} /> },
  {
    id: 'shipping-policies',
    label: 'Shipping Policies',
    show: (form, { id }) => (
      <>
        <ReturnLocationsSection storeId={id} />
        <ShippingSection {...form} />
      </>
    ),
  },
  {
    id: 'integrations',
    label: 'Integrations',
    show: (form, { id }) => (
      <>
        <PaymentsSection {...form} />
        <HelpdesksSection storeId={id} />
      </>
    ),
  },
  { id: 'users', label: 'Users', show: (_form, { id }) => <UsersSection storeId={id} /> },
  {
    id: 'provider',
    label: 'Provider',
    needs: 'superAdmin',
    show: (form, store) => (
      <>
        <FlagsSection {...form} />
        <ProviderSection store={store} />
      </>
    ),
  },
];

export const sectionsFor = (isSuperAdmin: boolean): Section[] =>
  SECTIONS.filter((section) => section.needs === undefined || isSuperAdmin);

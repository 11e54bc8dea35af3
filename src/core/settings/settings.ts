import type { z } from 'zod';
import type { SettingsPart } from '#core/settings/group.ts';
import { automations } from '#core/settings/groups/automations.ts';
import { checkoutElements } from '#core/settings/groups/checkout-elements.ts';
import { checkoutPlusAdvanced } from '#core/settings/groups/checkout-plus-advanced.ts';
import { checkoutPlus } from '#core/settings/groups/checkout-plus.ts';
import { claimTags } from '#core/settings/groups/claim-tags.ts';
import { email } from '#core/settings/groups/email.ts';
import { embedding } from '#core/settings/groups/embedding.ts';
import { emailTemplates } from '#core/settings/groups/email-templates.ts';
import { exclusions } from '#core/settings/groups/exclusions.ts';
import { fees } from '#core/settings/groups/fees.ts';
import { giftCardsControl } from '#core/settings/groups/gift-cards-control.ts';
import { giftCards } from '#core/settings/groups/gift-cards.ts';
import { inspections } from '#core/settings/groups/inspections.ts';
import { instantExchange } from '#core/settings/groups/instant-exchange.ts';
import { languages } from '#core/settings/groups/languages.ts';
import { notifications } from '#core/settings/groups/notifications.ts';
import { orderEditingTexts } from '#core/settings/groups/order-editing-texts.ts';
import { orderEditing } from '#core/settings/groups/order-editing.ts';
import { payments } from '#core/settings/groups/payments.ts';
import { phoneNumbers } from '#core/settings/groups/phone-numbers.ts';
import { portalTexts } from '#core/settings/groups/portal-texts.ts';
import { provider } from '#core/settings/groups/provider.ts';
import { publishedPolicy } from '#core/settings/groups/published-policy.ts';
import { reasons } from '#core/settings/groups/reasons.ts';
import { refunds } from '#core/settings/groups/refunds.ts';
import { registrations } from '#core/settings/groups/registrations.ts';
import { returnShipping } from '#core/settings/groups/return-shipping.ts';
import { returns } from '#core/settings/groups/returns.ts';
import { shippingClaimsAdvanced } from '#core/settings/groups/shipping-claims-advanced.ts';
import { shippingClaims } from '#core/settings/groups/shipping-claims.ts';
import { shopNow } from '#core/settings/groups/shop-now.ts';
import { stock } from '#core/settings/groups/stock.ts';
import { storeCredit } from '#core/settings/groups/store-credit.ts';
import { theme } from '#core/settings/groups/theme.ts';
import { variantExchanges } from '#core/settings/groups/variant-exchanges.ts';
import { warranties } from '#core/settings/groups/warranties.ts';
import { widgetModal } from '#core/settings/groups/widget-modal.ts';
import { widget } from '#core/settings/groups/widget.ts';
import { withdrawal } from '#core/settings/groups/withdrawal.ts';

/** Every group of settings by the name it is saved by, in the order in which pages show them. */
export const SETTINGS_GROUPS = {
  theme,
  portalTexts,
  phoneNumbers,
  embedding,
  languages,
  email,
  emailTemplates,
  notifications,
  orderEditing,
  orderEditingTexts,
  returns,
  refunds,
  storeCredit,
  giftCardsControl,
  giftCards,
  variantExchanges,
  instantExchange,
  shopNow,
  fees,
  stock,
  exclusions,
  withdrawal,
  publishedPolicy,
  warranties,
  registrations,
  reasons,
  inspections,
  claimTags,
  returnShipping,
  payments,
  automations,
  shippingClaims,
  shippingClaimsAdvanced,
  widget,
  widgetModal,
  checkoutPlus,
  checkoutElements,
  checkoutPlusAdvanced,
  provider,
} as const;

type Groups = typeof SETTINGS_GROUPS;
export type GroupName = keyof Groups;

export const isGroupName = (name: string): name is GroupName => name in SETTINGS_GROUPS;
export const GROUP_NAMES: readonly GroupName[] = Object.keys(SETTINGS_GROUPS).filter(isGroupName);

/** Something for each group, by its name. */
export const perGroup = <T>(of: (name: GroupName) => T): Record<GroupName, T> =>
  Object.fromEntries(GROUP_NAMES.map((name) => [name, of(name)])) as Record<GroupName, T>;

/** The groups of a part. */
export type GroupsIn<Part extends SettingsPart> = {
  [Name in GroupName]: Groups[Name]['part'] extends Part ? Name : never;
}[GroupName];
export const isIn = <Part extends SettingsPart>(part: Part, name: GroupName): name is GroupsIn<Part> =>
  SETTINGS_GROUPS[name].part === part;

/** The document of one group. */
export type SettingsOf<Name extends GroupName> = z.infer<Groups[Name]['fields']>;

/** What a merchant has set, by group. */
export type StoreSettings = { [Name in GroupName]: SettingsOf<Name> };

/** Settings of these documents. What a document or a field lacks has its default. */
export const storeSettings = (documents: Readonly<Partial<Record<GroupName, unknown>>>): StoreSettings =>
  perGroup((name) => readGroup(name, documents[name] ?? {})) as StoreSettings;

const MOST_KEPT = 200;
/** The documents of each group read last, by their text: most stores share the defaults, and reading them takes long. */
const kept = perGroup(() => new Map<string, unknown>());

function readGroup(name: GroupName, document: unknown): unknown {
  const text = JSON.stringify(document);
  const known = kept[name].get(text);
  if (known !== undefined) return known;
  const read = frozen(SETTINGS_GROUPS[name].fields.parse(document));
  if (kept[name].size >= MOST_KEPT) kept[name].clear();
  kept[name].set(text, read);
  return read;
}

/** A change would be a change for every store. */
function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  for (const part of Object.values(value)) frozen(part);
  return Object.freeze(value);
}

import type { AuditKind } from '#core/audit/kinds.ts';

const PLACES: Readonly<Record<Exclude<AuditKind, 'claim' | 'shippingClaim' | 'registration' | 'settings'>, string>> = {
  automation: 'settings/automations',
  reason: 'settings/reasons',
  portalText: 'settings/languages',
  productGroup: 'settings/product-groups',
  customField: 'settings/custom-fields',
  tag: 'settings/claim-tags',
  returnLocation: 'settings/shipping-policies',
  user: 'settings/users',
  integration: 'settings/integrations',
  helpdesk: 'settings/integrations',
  privacy: 'settings/privacy',
  export: 'exports',
  provider: 'settings/provider',
};

/** Where the type of a claim has its pages, and the page of a group of settings; null where there is none. */
type Known = { claimPath: string | null; settingsPage: string | null };

/** Where the back office shows what an entry is about, within the store; null where nowhere. */
export function placeOf(kind: AuditKind, thingId: string | null, { claimPath, settingsPage }: Known): string | null {
  if (kind === 'registration') return thingId === null ? null : `registrations/${thingId}`;
  if (kind === 'shippingClaim') return thingId === null ? null : `claims/shipping/${thingId}`;
  if (kind === 'claim') return thingId === null || claimPath === null ? null : `claims/${claimPath}/${thingId}`;
  if (kind === 'settings') return settingsPage === null ? null : `settings/${settingsPage}`;
  return PLACES[kind];
}

import { z } from 'zod';

/** What an entry of the audit log is about; the label is what people call it. */
export const AUDIT_KINDS = {
  settings: 'Settings',
  automation: 'Automation',
  claim: 'Claim',
  shippingClaim: 'Shipping claim',
  registration: 'Registration',
  reason: 'Reason',
  portalText: 'Portal text',
  productGroup: 'Product group',
  customField: 'Custom field',
  tag: 'Claim tag',
  returnLocation: 'Return location',
  user: 'User',
  integration: 'Integration',
  helpdesk: 'Helpdesk',
  privacy: 'Privacy request',
  export: 'Export',
  provider: 'Provider controls',
} as const satisfies Record<string, string>;
export type AuditKind = keyof typeof AUDIT_KINDS;
export const AuditKind = z.enum(Object.keys(AUDIT_KINDS) as [AuditKind, ...AuditKind[]]);

import { z } from 'zod';

/** The moments at which a rule can run (R3.03). */
export const Hook = z.enum([
  'orderLookup',
  'exchangeProductSelection',
  'afterReasonSelection',
  'beforeClaimSubmission',
  'claimCreated',
  'returnShipmentQuote',
  'returnShipmentCreated',
  'returnShipmentWebhook',
  'rmaWebhook',
  'beforeClaimLineItemInspection',
  'claimFinalized',
  'registrationProductSelection',
  'orderCheckoutBegin',
  'orderCheckoutQuoteShipping',
  'themeAppExtensionLoad',
]);
export type Hook = z.infer<typeof Hook>;

/** What the moment is called, and the step of the flow it belongs to. */
export const HOOKS: Readonly<Record<Hook, { label: string; step: Step }>> = {
  orderLookup: { label: 'When a shopper looks up an order', step: 'order' },
  exchangeProductSelection: { label: 'When a shopper picks a product to exchange for', step: 'items' },
  afterReasonSelection: { label: 'After a shopper picks a reason', step: 'items' },
  beforeClaimSubmission: { label: 'Before a claim is submitted', step: 'review' },
  claimCreated: { label: 'When a claim is created', step: 'claim' },
  returnShipmentQuote: { label: 'When return shipping is quoted', step: 'review' },
  returnShipmentCreated: { label: 'When a return shipment is created', step: 'shipment' },
  returnShipmentWebhook: { label: 'When a return shipment moves', step: 'shipment' },
  rmaWebhook: { label: 'When the warehouse reports a return', step: 'warehouse' },
  beforeClaimLineItemInspection: { label: 'Before an item is inspected', step: 'warehouse' },
  claimFinalized: { label: 'When a claim is finalized', step: 'finalize' },
  registrationProductSelection: { label: 'When a shopper picks a product to register', step: 'registration' },
  orderCheckoutBegin: { label: 'When checkout begins', step: 'checkout' },
  orderCheckoutQuoteShipping: { label: 'When checkout quotes shipping', step: 'checkout' },
  themeAppExtensionLoad: { label: 'When the storefront block loads', step: 'storefront' },
};

/** The steps of the flow, in their order. */
export const STEPS = {
  order: 'Order lookup',
  items: 'Items and reasons',
  review: 'Review and submit',
  claim: 'Claim created',
  shipment: 'Return shipment',
  warehouse: 'Warehouse and inspection',
  finalize: 'Finalize',
  registration: 'Product registration',
  checkout: 'Checkout',
  storefront: 'Storefront',
} as const;
export type Step = keyof typeof STEPS;

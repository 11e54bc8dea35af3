import { z } from 'zod';
import { ClaimShown, PlaceShown } from '#contract/claim-shapes.ts';
import { Changed, ClaimParams, StoreParams, Version } from '#contract/merchant/params.ts';
import { Amount, Nothing, route } from '#contract/route.ts';
import { ReturnPlaceAddress } from '#core/address.ts';

/** C3.23. */
export const ReturnLocation = z.object({
  id: z.number().int(),
  name: z.string(),
  customsSignerName: z.string(),
  fulfillmentLocationIdFromPlatform: z.string().nullable(),
  isQuickShipEnabled: z.boolean(),
  /** Where goods go unless someone chooses another place; without one, the first of the list. */
  isDefault: z.boolean(),
  address: PlaceShown,
});
export type ReturnLocation = z.infer<typeof ReturnLocation>;

const ReturnLocationBody = z.object({
  name: z.string().trim().min(1, 'Must not be empty.').max(100),
  customsSignerName: z.string().trim().max(100).default(''),
  fulfillmentLocationIdFromPlatform: z.string().max(100).nullable().default(null),
  isQuickShipEnabled: z.boolean().default(false),
  isDefault: z.boolean().default(false),
  address: ReturnPlaceAddress,
});

export const listReturnLocations = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/return-location',
  access: 'staff',
  summary: 'List the return locations, default first (C7.17)',
  params: StoreParams,
  response: z.object({ locations: z.array(ReturnLocation) }),
});
export const createReturnLocation = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/return-location',
  access: 'admin',
  summary: 'Add a return location; the first one becomes the default',
  params: StoreParams,
  body: ReturnLocationBody,
  response: ReturnLocation,
});
export const changeReturnLocation = route({
  method: 'PUT',
  path: '/api/merchant/{storeId}/return-location/{returnLocationId}',
  access: 'admin',
  summary: 'Change a return location; a new default replaces the old one',
  params: StoreParams.extend({ returnLocationId: z.coerce.number().int().positive() }),
  body: ReturnLocationBody,
  response: ReturnLocation,
  errors: { LOCATION_NOT_FOUND: 'Return location not found' },
});
export const deleteReturnLocation = route({
  method: 'DELETE',
  path: '/api/merchant/{storeId}/return-location/{returnLocationId}',
  access: 'admin',
  summary: 'Delete a return location that no automation names; existing shipments keep its address',
  params: StoreParams.extend({ returnLocationId: z.coerce.number().int().positive() }),
  response: Nothing,
  errors: {
    LOCATION_NOT_FOUND: 'Return location not found',
    LOCATION_USED: 'Automations use this return location; the text names them',
  },
});

/** "customer", or "location-" and the id of a return location. */
const AddressId = PlaceShown.shape.id;
const Way = { fromAddressId: AddressId, toAddressId: AddressId };

export const shipmentOptions = route({
  method: 'GET',
  path: '/api/merchant/{storeId}/claim/{claimId}/shipment/options',
  access: 'staff',
  summary: 'Get the options for a shipment of the claim (C4.17)',
  params: ClaimParams,
  response: z.object({
    addresses: z.array(z.object({ id: AddressId, name: z.string(), address: PlaceShown })),
    /** The way goods usually come back; null where an end of it is missing. */
    fromAddressId: AddressId.nullable(),
    toAddressId: AddressId.nullable(),
    weightInOunces: z.number().int(),
    isLabelProviderConfigured: z.boolean(),
    /** A label of one click, where a place takes them, a provider is set up and nothing was shipped. */
    quickShip: z.object(Way).nullable(),
  }),
  errors: { CLAIM_NOT_FOUND: Changed.CLAIM_NOT_FOUND },
});

const Rate = z.object({
  id: z.string(),
  /** As the provider names them; core/claims/carriers.ts makes them readable. */
  carrier: z.string(),
  service: z.string(),
  cost: Amount,
  currency: z.string(),
  deliveryDays: z.number().int().nullable(),
});
export type ShipmentRate = z.infer<typeof Rate>;
const Failure = z.object({ kind: z.literal('failure'), errors: z.array(z.string()) });

const QuoteErrors = {
  CLAIM_NOT_FOUND: Changed.CLAIM_NOT_FOUND,
  ADDRESS_UNKNOWN: 'Address not found',
  ADDRESSES_SAME: 'The from and to addresses are the same',
  LABELS_NOT_CONFIGURED: 'No shipping label provider is set up',
};

export const quoteShipment = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/shipment/quote',
  access: 'staff',
  summary: 'Get live carrier rates for a package (C3.22)',
  params: ClaimParams,
  body: z.object({ ...Way, weightInOunces: z.number().int().min(1, 'Must be at least 1.').max(99_999) }),
  response: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('success'), shipmentIdFromPlatform: z.string(), rates: z.array(Rate) }),
    Failure,
  ]),
  errors: QuoteErrors,
});

export const createShipment = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/shipment',
  access: 'staff',
  summary: 'Create a packing slip, or buy a label at a quoted rate for those who may move money (C7.12)',
  params: ClaimParams,
  body: z.discriminatedUnion('returnShipmentType', [
    z.object({
      version: Version,
      returnShipmentType: z.literal('Packing_Slip'),
      claimId: z.number().int().optional(),
      ...Way,
    }),
    z.object({
      version: Version,
      returnShipmentType: z.literal('Label'),
      /** The claim's own, and the ends of the quote: others are refused. */
      claimId: z.number().int().optional(),
      fromAddressId: AddressId.optional(),
      toAddressId: AddressId.optional(),
      /** Of the quote, with one of its rates. */
      shipmentIdFromPlatform: z.string().max(100),
      /** As it was quoted: anything else is refused. */
      rate: Rate.pick({ carrier: true, service: true, cost: true, currency: true })
        .partial()
        .extend({ id: z.string().max(100) }),
    }),
  ]),
  response: ClaimShown,
  errors: {
    ...Changed,
    ROLE_NEEDED: 'A label spends the money of the store',
    CLAIM_CANCELED: "A canceled claim can't have new shipments",
    ADDRESS_UNKNOWN: QuoteErrors.ADDRESS_UNKNOWN,
    ADDRESSES_SAME: QuoteErrors.ADDRESSES_SAME,
    QUOTE_UNKNOWN: "The quote or rate isn't of this claim, or the addresses have changed",
    SHIPMENT_MISSTATED: "The claim, an address or the rate doesn't match the quote; `fields` names it and its value",
    QUOTE_USED: "A label was ordered at another rate of the quote, couldn't be bought, or was canceled",
  },
});

export const quoteAndCreateShipment = route({
  method: 'POST',
  path: '/api/merchant/{storeId}/claim/{claimId}/shipment/quote-and-create',
  access: 'money',
  summary: "Quick ship: buy the cheapest label for the items' weight (C4.17, C7.12)",
  params: ClaimParams,
  body: z.object({ version: Version, ...Way }),
  response: z.discriminatedUnion('kind', [z.object({ kind: z.literal('success'), claim: ClaimShown }), Failure]),
  errors: {
    ...Changed,
    ...QuoteErrors,
    CLAIM_CANCELED: "A canceled claim can't have new shipments",
    QUICK_SHIP_NOT_OFFERED: "The return location doesn't allow quick ship, or the claim already has a shipment",
  },
});

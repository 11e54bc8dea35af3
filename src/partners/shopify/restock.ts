import { z } from 'zod';
import type { CallContext, RestockRequest, StockLocation } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused } from './client.ts';
import { gidOf, tailOf } from './gid.ts';
import { uuidOf } from './marks.ts';
import { INVENTORY_ADJUST, ITEM_OF_VARIANT, LOCATIONS, PRIMARY_LOCATION } from './operations.ts';
import { underKey } from './under-key.ts';
import { UserErrors, refuseUserErrors } from './user-errors.ts';
import { connection } from './wire.ts';

type Caller = { client: ShopifyClient; context: CallContext };

const Id = z.object({ id: z.string() });
const Variant = z.object({
  productVariant: z.object({ inventoryItem: z.object({ id: z.string(), tracked: z.boolean() }) }).nullable(),
});
const Adjusted = z.object({
  inventoryAdjustQuantities: z.object({ inventoryAdjustmentGroup: Id.nullable(), userErrors: UserErrors }),
});
const Locations = z.object({ locations: connection(z.object({ id: z.string(), name: z.string() })) });

const REASONS = { available: 'restock', damaged: 'damaged' } as const;

/** Adds units to a quantity of a variant, once per purpose key. */
export async function restockOnce({ client, context }: Caller, request: RestockRequest): Promise<boolean> {
  const { state, purposeKey, quantity, claimExternalId } = request;
  const id = gidOf('ProductVariant', request.variantIdFromPlatform);
  const { productVariant } = await client.run(ITEM_OF_VARIANT, { id }, Variant, context);
  if (productVariant?.inventoryItem.tracked !== true) return false;
  const input = {
    name: state,
    reason: REASONS[state],
    referenceDocumentUri: `gid://makegood/Claim/${claimExternalId}`,
    changes: [
      {
        inventoryItemId: productVariant.inventoryItem.id,
        locationId: await locationFor({ client, context }, request),
        delta: quantity,
        // Whatever is in stock meanwhile: the units come on top of it.
        changeFromQuantity: null,
        // Shopify wants one for every quantity but the available one.
        ...(state === 'available' ? {} : { ledgerDocumentUri: `gid://makegood/Restock/${uuidOf(purposeKey)}` }),
      },
    ],
  };
  const { inventoryAdjustmentGroup, userErrors } = await underKey(
    INVENTORY_ADJUST,
    purposeKey,
    async (key) => (await client.run(INVENTORY_ADJUST, { input, key }, Adjusted, context)).inventoryAdjustQuantities,
  );
  refuseUserErrors(INVENTORY_ADJUST, userErrors);
  if (!inventoryAdjustmentGroup) throw refused('Shopify restocked nothing and gave no reason');
  return true;
}

async function locationFor({ client, context }: Caller, { locationIdFromPlatform }: RestockRequest): Promise<string> {
  if (locationIdFromPlatform !== null) return gidOf('Location', locationIdFromPlatform);
  const { location } = await client.run(PRIMARY_LOCATION, {}, z.object({ location: Id.nullable() }), context);
  if (!location) throw refused('Shopify shows no location to restock');
  return location.id;
}

export async function locationsOf({ client, context }: Caller): Promise<StockLocation[]> {
  const all: StockLocation[] = [];
  for (let after: string | null = null; ;) {
    const { locations }: z.infer<typeof Locations> = await client.run(LOCATIONS, { after }, Locations, context);
    all.push(...locations.nodes.map(({ id, name }) => ({ idFromPlatform: tailOf(id), name })));
    if (!locations.pageInfo.hasNextPage) return all;
    after = locations.pageInfo.endCursor;
  }
}

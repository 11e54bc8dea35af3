import type { Things } from '#core/automations/lint/gone.ts';
import type { Db } from '#server/db/connect.ts';
import { keptSegments } from '#server/db/customer-segments.ts';
import { customFields } from '#server/db/custom-fields.ts';
import { productGroups } from '#server/db/product-groups.ts';
import { returnLocations } from '#server/db/return-locations.ts';
import { keptLocations } from '#server/db/stock-locations.ts';
import { reasonsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import { tagsOfStore } from '#server/db/tags.ts';

/** What rules of a store may name. Of a kind that stores can't have yet nothing is known, so it is not checked. */
export async function thingsOf(db: Db, store: Pick<StoreRow, 'store_id' | 'settings'>): Promise<Things> {
  const locations = await returnLocations(db, store.store_id);
  const tags = await tagsOfStore(db, store.store_id);
  const fields = await customFields(db, store.store_id);
  const groups = await productGroups(db, store.store_id);
  const segments = await keptSegments(db, store.store_id);
  const places = await keptLocations(db, store.store_id);
  const placeIds = places && new Set(places.map(({ idFromPlatform }) => idFromPlatform));
  const groupIds = new Set(groups.map((row) => row.group_id));
  const locationIds = new Set(locations.map((row) => row.location_id));
  return {
    returnLocations: locationIds,
    productGroups: groupIds,
    customFields: new Set(fields.map((row) => row.custom_field_id)),
    ...(placeIds ? { fulfillmentLocations: placeIds } : {}),
    claimTags: new Set(tags.map(({ name }) => name)),
    named: {
      // Claims keep a reason that was deleted, but no new one can give it.
      reason: new Set(reasonsOf(store).flatMap(({ id, isDeleted }) => (isDeleted ? [] : id))),
      returnLocation: locationIds,
      productGroup: groupIds,
      ...(placeIds ? { fulfillmentLocation: placeIds } : {}),
      ...(segments ? { customerSegment: new Set(segments.map(({ idFromPlatform }) => idFromPlatform)) } : {}),
    },
  };
}

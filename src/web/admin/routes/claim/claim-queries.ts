import { queryOptions } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { inspectionSettings } from '#contract/merchant/inspections.ts';
import { neighbors } from '#contract/merchant/neighbors.ts';
import { shipmentOptions } from '#contract/merchant/shipments.ts';
import type { RouteInput } from '#contract/route.ts';

/** What an inspection of a line collects; loaded each time, because settings may have changed. */
export const inspectionQuery = (storeId: number, claimId: number, claimLineItemId: number) =>
  queryOptions({
    queryKey: ['inspection-settings', storeId, claimId, claimLineItemId],
    queryFn: ({ signal }) => call(inspectionSettings, { params: { storeId, claimId, claimLineItemId } }, { signal }),
    // What is being filled in must not change under the hands.
    refetchOnWindowFocus: false,
  });

/** What a shipment of the claim can be made of; another for each version, as shipping once changes what is offered. */
export const shipmentOptionsQuery = (storeId: number, claimId: number, shipped: number) =>
  queryOptions({
    queryKey: ['shipment-options', storeId, claimId, shipped],
    queryFn: ({ signal }) => call(shipmentOptions, { params: { storeId, claimId } }, { signal }),
  });

/** A list of claims: how it is sorted and narrowed. */
export type ListOfClaims = RouteInput<typeof neighbors>['body'];

/** The claims before and after one in the list. */
export const neighborsQuery = (storeId: number, claimId: number, list: ListOfClaims) =>
  queryOptions({
    queryKey: ['claims', storeId, 'neighbors', claimId, list],
    queryFn: ({ signal }) => call(neighbors, { params: { storeId, claimId }, body: list }, { signal }),
  });

import { call } from '#contract/client.ts';
import { isOfClaims, isOfOrders, isOfTable, search as searchList } from '#contract/merchant/lists.ts';
import { CLAIM_TYPES, ClaimType } from '#core/claims/types.ts';
import { listOf, type ListKind, type TableKind } from '#core/lists/lists.ts';
import { NEWEST_FIRST } from '#core/lists/search.ts';
import { areasOf, type Area, type StoreFeatures } from '#core/stores/features.ts';

const TAKE = 5;

/** One result: what it is called, what tells it apart, and its page (C2.16). */
export type Found = { key: string; title: string; detail: string; path: string; imgUrl?: string | null };
type Search = (storeId: number, searchTerm: string, signal: AbortSignal) => Promise<Found[]>;
export type SearchKind = { id: string; title: string; area: Area | null; search: Search };

/** The first five of a list that match. */
const firstOf = (kind: ListKind) => (storeId: number, searchTerm: string, signal: AbortSignal) =>
  call(
    searchList,
    {
      params: { storeId },
      body: { kind, cursor: null, orderBy: NEWEST_FIRST, take: TAKE, filters: { searchTerm } },
    },
    { signal },
  );

const claims =
  (kind: ClaimType): Search =>
  async (storeId, searchTerm, signal) => {
    const list = await firstOf(kind)(storeId, searchTerm, signal);
    if (!isOfClaims(list)) return [];
    return list.data.map((claim) => ({
      key: `${kind} ${claim.id}`,
      title: claim.externalId,
      detail: [claim.customerName, claim.orderNo, claim.item?.name].filter(Boolean).join(' · '),
      path: `/${storeId}/claims/${CLAIM_TYPES[kind].path}/${claim.id}`,
      imgUrl: claim.item?.imgUrl ?? null,
    }));
  };

const orders: Search = async (storeId, searchTerm, signal) => {
  const list = await firstOf('Order')(storeId, searchTerm, signal);
  if (!isOfOrders(list)) return [];
  return list.data.map((order) => ({
    key: `Order ${order.id}`,
    title: order.orderNo,
    detail: order.customerName,
    path: `/${storeId}/orders/lookup/${encodeURIComponent(order.idFromPlatform)}`,
  }));
};

/** A list that shows its table as it is. */
const rows =
  (kind: TableKind): Search =>
  async (storeId, searchTerm, signal) => {
    const list = await firstOf(kind)(storeId, searchTerm, signal);
    if (!isOfTable(list)) return [];
    return list.data.map(({ id, cells }) => ({
      key: `${kind} ${id}`,
      title: String(cells['externalId'] ?? ''),
      detail: [cells['customer'], cells['products']].filter(Boolean).join(' · '),
      path: `/${storeId}/${listOf(kind).path}/${id}`,
    }));
  };

/** Everything that can be found from anywhere; a new kind is a new row. */
const KINDS: readonly SearchKind[] = [
  ...ClaimType.options.map((id) => ({
    id,
    title: CLAIM_TYPES[id].title,
    area: CLAIM_TYPES[id].area,
    search: claims(id),
  })),
  { id: 'Shipping', title: 'Shipping claims', area: 'shippingClaims', search: rows('Shipping') },
  { id: 'Registration', title: 'Registrations', area: 'registrations', search: rows('Registration') },
  { id: 'Order', title: 'Orders', area: null, search: orders },
];

/** The kinds a store has on (C6.05); what belongs to no area is always on. */
export function kindsOf(features: StoreFeatures): SearchKind[] {
  const areas = areasOf(features);
  return KINDS.filter(({ area }) => area === null || areas.includes(area));
}

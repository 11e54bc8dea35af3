import { call } from '#contract/client.ts';
import { searchClaims } from '#contract/merchant/merchant.ts';
import { areasOf, type Area, type StoreFeatures } from '#core/stores/features.ts';

const TAKE = 5;

/** One result: what it is called, what tells it apart, and its page (C2.16). */
export type Found = { key: string; title: string; detail: string; path: string };
type Search = (storeId: number, searchTerm: string, signal: AbortSignal) => Promise<Found[]>;
export type SearchKind = { id: string; title: string; area: Area | null; search: Search };

/** The five newest claims of a kind that match. */
const claims =
  (kind: 'Return' | 'Warranty', folder: string): Search =>
  async (storeId, searchTerm, signal) => {
    const body = { kind, cursor: null, orderBy: 'newest', take: TAKE, filters: { searchTerm } } as const;
    const { data } = await call(searchClaims, { params: { storeId }, body }, { signal });
    return data.map((claim) => ({
      key: `${kind} ${claim.id}`,
      title: claim.externalId,
      detail: `${claim.customerName} · ${claim.orderNo}`,
      path: `/${storeId}/claims/${folder}/${claim.id}`,
    }));
  };

/** Everything that can be found from anywhere; a new kind is a new row. */
const KINDS: readonly SearchKind[] = [
  { id: 'Return', title: 'Return claims', area: 'returns', search: claims('Return', 'return') },
  { id: 'Warranty', title: 'Warranty claims', area: 'warranties', search: claims('Warranty', 'warranty') },
];

/** The kinds a store has on (C6.05); what belongs to no area is always on. */
export function kindsOf(features: StoreFeatures): SearchKind[] {
  const areas = areasOf(features);
  return KINDS.filter(({ area }) => area === null || areas.includes(area));
}

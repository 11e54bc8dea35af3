import * as contract from '#contract/merchant/neighbours.ts';
import type { RouteParsed } from '#contract/route.ts';
import type { Claim } from '#core/claims/claim.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { claimsPage, waysFor, type ClaimRow, type PageWanted, type Way } from '#server/db/lists.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';

/** The claims beside a claim in the list staff came from. */
export const neighbourHandler = ({ database }: Pick<ServerDeps, 'database'>): Handler =>
  handle(contract.neighbours, ({ params, body }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const loaded = await claimById(db, storeId, params.claimId);
      if (!loaded) throw claimNotFound();
      const { claim } = loaded;
      const way = await wayOf(db, storeId, claim, body);
      const beside = async (direction: 'prev' | 'next') => {
        const place = { direction, createdOn: claim.createdOn, id: claim.id };
        const wanted: PageWanted = { ...body, way, place, take: 1 };
        const { rows } = await claimsPage(db, storeId, claim.claimType, wanted);
        return rows[0] ? showNeighbour(rows[0]) : null;
      };
      return { previous: await beside('prev'), next: await beside('next') };
    }),
  );

/** The way the list looked for its words: the first that finds something. */
async function wayOf(
  db: Db,
  storeId: number,
  { claimType }: Claim,
  list: RouteParsed<typeof contract.neighbours>['body'],
): Promise<Way> {
  const ways = waysFor(list.filters.searchTerm ?? '');
  for (const way of ways.slice(0, -1)) {
    const { rows } = await claimsPage(db, storeId, claimType, { ...list, way, place: null, take: 1 });
    if (rows.length > 0) return way;
  }
  return ways.at(-1) ?? 'exact';
}

const showNeighbour = (row: ClaimRow) => ({ id: row.claim_id, externalId: row.external_id });

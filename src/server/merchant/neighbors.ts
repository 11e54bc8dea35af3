import * as contract from '#contract/merchant/neighbors.ts';
import { claimById } from '#server/db/claims.ts';
import { listRows, waysFor, type RowsWanted } from '#server/db/lists.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';

/** The neighbors of a claim in the list that staff came from. */
export const neighborHandler = ({ database }: Pick<ServerDeps, 'database'>): Handler =>
  handle(contract.neighbors, ({ params, body }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const loaded = await claimById(db, storeId, params.claimId);
      if (!loaded) throw claimNotFound();
      const { claim } = loaded;
      const rows = async (wanted: RowsWanted) => {
        const read = listRows<{ external_id: string }>(storeId, claim.claimType, { columns: ['external_id'] }, wanted);
        return (await read.execute(db)).rows;
      };
      // The way the list looked for its words: the first that finds something.
      const ways = waysFor(body.filters.searchTerm ?? '');
      const [known] = ways.length === 1 ? [] : await rows({ ...body, ways, place: null, take: 1 });
      const way = known?.way ?? ways.at(-1) ?? 'exact';
      const beside = async (direction: 'prev' | 'next') => {
        const place = { direction, createdOn: claim.createdOn, id: claim.id };
        const [first] = await rows({ ...body, ways: [way], place, take: 1 });
        return first ? { id: first.row_id, externalId: first.external_id } : null;
      };
      return { previous: await beside('prev'), next: await beside('next') };
    }),
  );

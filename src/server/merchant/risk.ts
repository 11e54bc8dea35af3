import * as contract from '#contract/merchant/risk.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { Refusal } from '#core/refusal.ts';
import { claimById, claimNames } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { riskOfClaim } from '#server/risk/level.ts';

/** How likely a claim is not honest (C3.27). */
export const riskHandler = ({ database, secret }: Pick<ServerDeps, 'database' | 'secret'>): Handler =>
  handle(contract.claimRisk, ({ params }, { storeId }) =>
    database.readStore(storeId, (db) => showRisk(db, secret, storeId, params.claimId)),
  );

async function showRisk(
  db: Db,
  secret: string,
  storeId: number,
  claimId: number,
): Promise<RouteAnswer<typeof contract.claimRisk>> {
  const loaded = await claimById(db, storeId, claimId);
  const assessed = loaded && (await riskOfClaim(db, secret, storeId, loaded.claim));
  if (assessed === undefined) throw claimNotFound();
  if (assessed === null)
    throw new Refusal('conflict', 'RISK_NOT_READY', 'The photos of this claim are still being compared.');
  const { level, aggregateScore, facts } = assessed.risk;
  const others = await claimNames(db, storeId, assessed.claimIds);
  return {
    level,
    aggregateScore,
    facts: facts.map((fact) => ({ ...fact, claims: fact.factor === 'mediaReuse' ? others : [] })),
  };
}

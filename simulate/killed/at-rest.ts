import { claimIdOf } from '#server/db/effects.ts';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { messageIdOf } from '#partners/smtp/adapter.ts';
import { reconcileBooks } from '#server/books/reconcile.ts';
import type { Database } from '#server/db/connect.ts';
import { beginRun } from '#server/db/reconciliations.ts';
import type { RunningServer } from '#server/main.ts';
import { readOwnFacts, type Facts } from '../checks/facts.ts';
import { MOVEMENTS } from '../checks/movements.ts';
import { RECORDS } from '../checks/records.ts';
import { intentsOf, shipmentsOf } from './partners-hold.ts';
import type { Told } from './stories.ts';
import type { World } from './world.ts';

const LOOK_AGAIN_MS = 1000;
const LONGEST_REST_MS = 180_000;

/** Lets the waits of what failed run out. Not the leases: who holds one now is alive, and at it. */
export const letTimePass = (database: Database): Promise<unknown> =>
  database.asOwner(async (db) => {
    await db
      .updateTable('effect')
      .set({ next_try_on: sql`now()` })
      .where('state', '=', 'waiting')
      .execute();
    await db
      .updateTable('webhook_inbox')
      .set({ next_try_on: sql`now()` })
      .where('state', '=', 'waiting')
      .execute();
  });

/** Waits until nothing is left to do. Throws when that takes too long. */
export async function comeToRest(database: Database): Promise<void> {
  const open = () =>
    database.asOwner((db) =>
      sql<{ what: string }>`
        select kind || ' ' || state || ' ' || coalesce(last_error, '') as what from effect where state in ('waiting', 'running')
        union all select topic || ' ' || coalesce(last_error, '') from webhook_inbox where state = 'waiting'`.execute(
        db,
      ),
    );
  const until = Date.now() + LONGEST_REST_MS;
  for (let { rows } = await open(); rows.length > 0; { rows } = await open()) {
    if (Date.now() > until) throw new Error(`not at rest: ${rows.map(({ what }) => what).join('; ')}`);
    await pause(LOOK_AGAIN_MS);
  }
}

/** What we and the partners hold once all is at rest. */
export async function factsAtRest({ server }: World, { deps }: RunningServer): Promise<Facts> {
  const labels = { shipments: await shipmentsOf(server) };
  const own = await deps.database.inStore(server.storeId, (db) => readOwnFacts(db, server.storeId));
  const facts: Facts = { ...own, labels, mailbox: new Map(), shop: server.shop };
  const copies = new Map(server.mailbox.messages().map((mail) => [mail.messageId, mail.copies]));
  const externalIds = new Map(facts.claims.map(({ claim }) => [claim.id, claim.externalId]));
  for (const effect of facts.effects) {
    const { kind, purpose_key } = effect;
    const key = `${purpose_key}:${externalIds.get(claimIdOf(effect) ?? 0)}`;
    const count = copies.get(messageIdOf(key));
    if (kind === 'email' && count !== undefined) facts.mailbox.set(`<${key}>`, count);
  }
  return facts;
}

/** Everything that is lost, doubled or uneven, each in one sentence. */
export async function problemsAtRest(
  world: World,
  running: RunningServer,
  facts: Facts,
  told: readonly Told[],
): Promise<string[]> {
  return [
    ...[...MOVEMENTS, ...RECORDS].flatMap((check) => check(facts)),
    ...everyEffectDone(facts),
    ...everythingToldIsThere(facts, told),
    ...labelsBought(facts, told),
    ...(await paymentsTaken(world, told)),
    ...(await booksEven(world, running)),
    ...(await booksReconciled(world, running)),
  ];
}

// No partner refused anything here, so nothing has a reason to fail.
const everyEffectDone = ({ effects }: Facts): string[] =>
  effects
    .filter(({ state }) => state !== 'done')
    .map(({ purpose_key, state, last_error }) => `${purpose_key} is ${state}: ${last_error}`);

function everythingToldIsThere({ claims }: Facts, told: readonly Told[]): string[] {
  const problems = told.flatMap(({ externalId, version, note, isFinalized }) => {
    const found = claims.filter(({ claim }) => claim.externalId === externalId);
    const [one] = found;
    if (!one || found.length > 1) return [`claim ${externalId} is there ${found.length} times`];
    const line = one.claim.lines[0];
    return [
      ...(one.row.version < version
        ? [`${externalId} was shown at version ${version} and is at ${one.row.version}`]
        : []),
      ...(note !== '' && line?.noteToCustomer !== note ? [`${externalId} has lost the note "${note}"`] : []),
      ...(isFinalized && one.claim.finalizedOn === null ? [`${externalId} is not finalized any more`] : []),
    ];
  });
  // Everyone asked until they were answered, so every claim there is was acknowledged.
  if (claims.length !== told.length)
    problems.push(`${told.length} returns were submitted, and ${claims.length} claims made`);
  return problems;
}

const labelsBought = ({ labels }: Facts, told: readonly Told[]): string[] =>
  told.flatMap(({ externalId, shippingMethod }) => {
    const bought = labels.shipments.filter((one) => one.postage_label !== null && one.reference?.includes(externalId));
    const wanted = shippingMethod === 'label' ? 1 : 0;
    return bought.length === wanted ? [] : [`${externalId} has ${bought.length} labels instead of ${wanted}`];
  });

async function paymentsTaken({ server }: World, told: readonly Told[]): Promise<string[]> {
  const taken = (await intentsOf(server)).filter((intent) => intent.status === 'succeeded');
  const paid = told.flatMap((one) => (one.paid ? [{ ...one.paid, externalId: one.externalId }] : []));
  const problems = paid.flatMap(({ intentId, minor, externalId }) => {
    const received = taken.filter(({ id }) => id === intentId).map((intent) => intent.amount_received);
    return received.length === 1 && received[0] === minor
      ? []
      : [`${externalId} was to pay ${minor} cents, and [${received.join(', ')}] were taken`];
  });
  if (taken.length !== paid.length) problems.push(`${paid.length} payments were promised, and ${taken.length} taken`);
  return problems;
}

async function booksEven({ server }: World, { deps }: RunningServer): Promise<string[]> {
  const { rows } = await deps.database.inStore(server.storeId, (db) =>
    sql<{ entry_id: number; total: number }>`
      select entry_id, sum(amount)::bigint as total from journal_posting
      group by entry_id, currency_code having sum(amount) <> 0`.execute(db),
  );
  return rows.map(({ entry_id, total }) => `journal entry ${entry_id} is uneven by ${total}`);
}

const DAYS = 2;

async function booksReconciled({ server }: World, { deps }: RunningServer): Promise<string[]> {
  const run = await deps.database.inStore(server.storeId, (db) => beginRun(db, server.storeId, DAYS));
  const ended = await reconcileBooks(deps, run, { requestId: randomUUID() });
  const differences = ended.differences.map(({ code, message }) => `${code}: ${message}`);
  return ended.last_error === null ? differences : [`the books were not compared: ${ended.last_error}`];
}

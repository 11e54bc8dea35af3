import { sql } from 'kysely';
import type { LabelFacts } from '#core/books/facts.ts';
import type { Labels, Page, ProviderLabel } from '#partners/ports.ts';
import type { GatherDeps, Run } from '#server/books/gather-deps.ts';
import type { Db } from '#server/db/connect.ts';
import { recordLabelRefund } from '#server/labels/refund-news.ts';

const FINDS_AT_ONCE = 5;
const IDS_AT_ONCE = 1000;

/** The labels of a store as their providers show them, and the ids of the claims that name them. */
export type LabelsInView = { labels: LabelFacts[]; claimIds: number[] };

/**
 * Labels bought or voided since an instant, and those of our own effects. Label refunds are saved on the way: they take
 * weeks, and a webhook may be lost.
 */
export async function labelsInView(deps: GatherDeps, wanted: Run, since: string): Promise<LabelsInView> {
  const { database, labels: providers } = deps;
  const { storeId, run, signal } = wanted;
  const own = await database.readStore(storeId, (db) => ownSteps(db, storeId, run.from_on));
  const shown = new Map<string, ProviderLabel>();
  for (const provider of providers)
    for (const [id, label] of await shownLabels(provider, wanted, since, own)) shown.set(id, label);
  const owners = await database.readStore(storeId, (db) => ownersOf(db, storeId, [...shown.values()]));
  for (const { effect_id: effectId, kind, shipment_id: id } of own) {
    signal?.throwIfAborted();
    const refund = kind === 'labelRefund' ? shown.get(id)?.refund : null;
    if (refund) await database.inStore(storeId, (db) => recordLabelRefund(db, storeId, effectId, refund));
  }
  const ours = new Set(own.map((step) => step.shipment_id));
  const labels = [...shown.values()].filter(
    (label) => ours.has(label.shipmentIdFromProvider) || owners.has(ownerOf(label)),
  );
  return { labels, claimIds: [...owners.values()] };
}

type OwnStep = { effect_id: number; kind: 'label' | 'labelRefund'; shipment_id: string };

/** Steps that bought a label or gave one back since an instant, and those whose refund is still under way. */
async function ownSteps(db: Db, storeId: number, since: Date): Promise<OwnStep[]> {
  const { rows } = await sql<OwnStep>`
    select effect_id, kind, result -> 'shipment' ->> 'shipmentIdFromProvider' as shipment_id from effect
      where store_id = ${storeId} and kind = 'label' and done_on >= ${since} and result -> 'shipment' is not null
    union all
    select effect_id, kind, payload ->> 'shipmentIdFromProvider' from effect
      where store_id = ${storeId} and kind = 'labelRefund'
        and (done_on >= ${since} or (state = 'done' and result ->> 'status' = 'submitted'))`.execute(db);
  return rows;
}

/** By id. A label of an older shipment is looked up on its own: lists tell when a shipment was made. */
async function shownLabels(
  provider: Labels,
  wanted: Run,
  since: string,
  own: readonly OwnStep[],
): Promise<Map<string, ProviderLabel>> {
  const { context, signal } = wanted;
  const shown = new Map<string, ProviderLabel>();
  const keep = (label: ProviderLabel): unknown => shown.set(label.shipmentIdFromProvider, label);
  await eachPage((cursor) => provider.boughtSince(since, cursor, context), keep, signal);
  const ids = new Set(own.map((step) => step.shipment_id));
  await eachPage(
    (cursor) => provider.voidedSince(since, cursor, context),
    ({ shipmentIdFromProvider }) => ids.add(shipmentIdFromProvider),
    signal,
  );
  const missing = [...ids].filter((id) => !shown.has(id));
  for (let start = 0; start < missing.length; start += FINDS_AT_ONCE) {
    signal?.throwIfAborted();
    const found = await Promise.all(
      missing.slice(start, start + FINDS_AT_ONCE).map((id) => provider.find(id, context)),
    );
    for (const label of found) if (label) keep(label);
  }
  return shown;
}

async function eachPage<T>(
  pageAfter: (cursor: string | null) => Promise<Page<T>>,
  take: (item: T) => unknown,
  signal: AbortSignal | undefined,
): Promise<void> {
  let cursor: string | null = null;
  do {
    signal?.throwIfAborted();
    const page: Page<T> = await pageAfter(cursor);
    for (const item of page.items) take(item);
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** The external id of the claim a label was bought for: what its reference ends with. */
const ownerOf = ({ reference }: Pick<ProviderLabel, 'reference'>): string => reference?.split(':').at(-1) ?? '';

/** Claims of the store that labels name, by external id: one account at a provider may serve several stores. */
async function ownersOf(db: Db, storeId: number, labels: readonly ProviderLabel[]): Promise<Map<string, number>> {
  const names = [...new Set(labels.map(ownerOf))].filter((name) => name !== '');
  const owners = new Map<string, number>();
  for (let start = 0; start < names.length; start += IDS_AT_ONCE) {
    const rows = await db
      .selectFrom('claim')
      .select(['claim_id', 'external_id'])
      .where('store_id', '=', storeId)
      .where(sql<boolean>`external_id = any(${names.slice(start, start + IDS_AT_ONCE)}::text[])`)
      .execute();
    for (const row of rows) owners.set(row.external_id, row.claim_id);
  }
  return owners;
}

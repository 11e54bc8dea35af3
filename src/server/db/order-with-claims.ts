import { sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import type { RuleSet } from '#core/automations/rule-set.ts';
import { withProtection, type HeldByProtection } from '#core/orders/held-by-protection.ts';
import { withIneligibleLines, type IneligibleLines } from '#core/orders/ineligible-lines.ts';
import type { Claim } from '#core/claims/claim.ts';
import { warrantyEndBy } from '#core/claims/eligibility.ts';
import { isBefore, LIFETIME } from '#core/dates.ts';
import { orderBalance } from '#core/orders/balance.ts';
import { withCoverLines } from '#core/protection/protected-order.ts';
import { madeForShippingClaim, withReorderWorth } from '#core/protection/reorder-worth.ts';
import { shippingClaimById } from '#server/db/shipping-claims.ts';
import { borneBy, madeForClaim, replacedBy, withWorth } from '#core/orders/exchange-order.ts';
import type { Minor } from '#core/money.ts';
import type { Order } from '#core/orders/order.ts';
import type { OwnWarranty } from '#core/policy/claim-policy.ts';
import type { StockPlace } from '#core/policy/policy.ts';
import type { ProductGroupsOf } from '#core/policy/policy-for.ts';
import { asLoaded, claimById, selectClaimsOfOrder, type LoadedClaim, type OrderId } from '#server/db/claims.ts';
import { readIntent } from '#server/db/effects.ts';
import { selectCoverLines } from '#server/db/billing-lines.ts';
import type { Db } from '#server/db/connect.ts';
import type { OrderRow } from '#server/db/orders.ts';
import { hasGroupTerms, productGroupsOf } from '#server/db/product-groups.ts';
import { selectStockPlaces, stockPlacesOf } from '#server/db/return-locations.ts';
import { madeByRequest } from '#server/db/new-claim.ts';
import { liveHash, rulesThatRun } from '#server/db/rules.ts';
import { SETTINGS } from '#server/db/settings.ts';
import { RETURN_ADDRESS, type StoreRow } from '#server/db/stores.ts';
import { selectWarrantyTerms } from '#server/db/warranty-terms.ts';
import type { MadeByRequest } from '#server/sent-request.ts';

/** An order with all that decides what can be returned of it. */
export type OrderWithClaims = {
  orderId: number;
  order: Order;
  claimsVersion: number;
  store: StoreRowPart;
  /** The rules that run for the store. */
  rules: RuleSet;
  /** The product groups of its products, where reasons or terms depend on them. */
  products: ProductGroupsOf;
  /** What was promised of single items, by their line. */
  ownWarranties: ReadonlyMap<string, OwnWarranty>;
  stockPlaces: StockPlace[];
  /** Every claim on it, the oldest first. */
  claims: LoadedClaim[];
};

/** One statement, so that order, settings and claims are of the same moment. */
export async function orderWithClaims(db: Db, storeId: number, orderId: OrderId): Promise<OrderWithClaims | undefined> {
  const row = await selectOrder(db, storeId, orderId).executeTakeFirst();
  return row && asOrderWithClaims(db, storeId, row);
}

/** The same, of the order a claim is on. */
export const orderOfClaimWithClaims = (
  db: Db,
  storeId: number,
  claimId: number,
): Promise<OrderWithClaims | undefined> =>
  orderWithClaims(
    db,
    storeId,
    sql<number>`(select order_id from claim where store_id = ${storeId} and claim_id = ${claimId})`,
  );

export type OrderForClaim = OrderWithClaims & {
  /** The id of the claim about to be made, so that its effects can be named before it is written. */
  nextClaimId: number;
  /** The claim the request key has already made, on whatever order of the store. */
  made: MadeByRequest | null;
};

/** Like orderWithClaims, plus what creating a claim needs, in the same statement. */
export async function orderForClaim(
  db: Db,
  storeId: number,
  orderId: number,
  requestKey: string,
): Promise<OrderForClaim | undefined> {
  const row = await selectOrder(db, storeId, orderId)
    .select(NEXT_CLAIM_ID.as('nextClaimId'))
    .select(jsonObjectFrom(madeByRequest(db, storeId, requestKey)).as('made'))
    .executeTakeFirst();
  if (!row) return undefined;
  const found = await asOrderWithClaims(db, storeId, row);
  return { ...found, nextClaimId: row.nextClaimId, made: row.made };
}

/**
 * An order within its chain of exchanges: goods of an exchange are worth what was paid for them, and refunds that were
 * made for goods of another order are known as such. Most orders are in none, and nothing is read.
 */
export async function inChain(
  db: Db,
  storeId: number,
  { document, ...held }: Pick<OrderRow, 'document' | keyof HeldByProtection>,
  claims: readonly Claim[],
): Promise<Order> {
  return (await asChained(db, storeId, withProtection(document, held), claims)).order;
}

type Chained = {
  order: Order;
  /** Of goods that a warranty claim replaced, by line: they keep the term of what they replaced. */
  kept: [lineId: string, term: OwnWarranty][];
};

async function asChained(db: Db, storeId: number, order: Order, claims: readonly Claim[]): Promise<Chained> {
  const known = { ...order, refunds: await withForExchange(db, storeId, order, claims) };
  const origin = await originOf(db, storeId, known);
  if (!origin) return { order: known, kept: [] };
  const { found, priced, kept } = origin;
  const { left } = orderBalance(found.order, claimsOf(found));
  return { order: priced(left < 0 ? await borneByOrder(db, storeId, known, { found, lost: -left }) : 0), kept };
}

/** Where an order of exchanged, replaced or lost items comes from. */
type Origin = {
  /** The order whose goods it stands for. */
  found: OrderWithClaims;
  /** The order as if it had been bought, less what it bears of what others gave back. */
  priced: (lost: Minor) => Order;
  kept: Chained['kept'];
};

/** Null for an order that stands for no goods of another one, or not for those of `original`. */
async function originOf(db: Db, storeId: number, order: Order, original?: OrderWithClaims): Promise<Origin | null> {
  const orderOf = async (orderId: number): Promise<OrderWithClaims | undefined> =>
    original ? (original.orderId === orderId ? original : undefined) : orderWithClaims(db, storeId, orderId);
  const again = madeForShippingClaim(order.purposeKey);
  const row = again && (await shippingClaimById(db, storeId, again.id));
  if (row && row.external_id === again.externalId && row.document.resolution?.method === 'Reorder') {
    const found = await orderOf(row.order_id);
    if (!found) return null;
    return {
      found,
      priced: (lost) => withReorderWorth(order, row.document, { original: found.order, lost }),
      kept: [],
    };
  }
  const made = madeForClaim(order.purposeKey);
  const loaded = made && (await claimById(db, storeId, made.claimId));
  if (!loaded || order.purposeKey !== `${made.stepKey}:${loaded.claim.externalId}`) return null;
  const { claim } = loaded;
  const step = await effectByPurpose(db, storeId, made.stepKey);
  const intent = step && readIntent(step);
  const found = await orderOf(claim.orderId);
  if (!found || intent?.kind !== 'exchangeOrder') return null;
  const sent = intent.payload.lines;
  return {
    found,
    priced: (lost) => withWorth(order, { claim, sent, original: found.order, lost }),
    kept: [...replacedBy(claim, sent, order)].flatMap(([lineId, replaced]): Chained['kept'] => {
      const until = warrantyEndBy(found.order, claim, replaced, claimsOf(found));
      return until === null ? [] : [[lineId, { until, isReplacement: true }]];
    }),
  };
}

const claimsOf = ({ claims }: OrderWithClaims): Claim[] => claims.map(({ claim }) => claim);

/** What an order bears of what others gave back of the order whose goods it stands for, among all orders that do. */
async function borneByOrder(
  db: Db,
  storeId: number,
  { idFromPlatform }: Order,
  { found, lost }: { found: OrderWithClaims; lost: Minor },
): Promise<Minor> {
  const rows = await selectStandIns(db, storeId, idFromPlatform, found);
  const standIns: { idFromPlatform: string; worth: Minor; left: Minor }[] = [];
  for (const row of rows) {
    const claims = row.claims.map(asLoaded).map(({ claim }) => claim);
    const order = withProtection(row.document, row);
    const known = { ...order, refunds: await withForExchange(db, storeId, order, claims) };
    const whole = (await originOf(db, storeId, known, found))?.priced(0);
    if (whole)
      standIns.push({
        idFromPlatform: whole.idFromPlatform,
        worth: whole.totalPaid,
        left: orderBalance(whole, claims.map(carriedOut)).left,
      });
  }
  const borne = borneBy(
    lost,
    standIns.map(({ worth }) => worth),
    standIns.map(({ left }) => left),
  );
  return borne[standIns.findIndex((one) => one.idFromPlatform === idFromPlatform)] ?? lost;
}

/** A claim with what it gave alone: what it only asks for can still become less. */
const carriedOut = (claim: Claim): Claim => ({
  ...claim,
  lines: claim.lines.filter(({ finalizedOn }) => finalizedOn !== null),
});

/** An order, and those that the claims of its original had made besides, the oldest first. */
function selectStandIns(db: Db, storeId: number, idFromPlatform: string, { claims, order }: OrderWithClaims) {
  const claimIds = claims.map(({ claim }) => claim.id);
  const shippingClaimIds = (order.shippingClaims ?? []).map(({ id }) => id);
  return db
    .selectFrom('store_order')
    .select(['document', 'shipping_claims', 'cover_refund'])
    .select(jsonArrayFrom(selectClaimsOfOrder(db, storeId, sql<number>`store_order.order_id`)).as('claims'))
    .where('store_id', '=', storeId)
    .where(
      sql<boolean>`id_from_platform in (
        select ${idFromPlatform}::text
        union select result ->> 'idFromPlatform' from effect
          where store_id = ${storeId} and subject_kind = 'claim' and subject_id = any(${claimIds}::bigint[])
            and kind = 'exchangeOrder' and state = 'done'
        union select result ->> 'idFromPlatform' from effect
          where store_id = ${storeId} and subject_kind = 'shippingClaim' and subject_id = any(${shippingClaimIds}::bigint[])
            and kind = 'reorder' and state = 'done')`,
    )
    .orderBy('order_id')
    .execute();
}

/** A refund of an order that bears the key of a claim on another one gave back goods that were sent in its place. */
async function withForExchange(
  db: Db,
  storeId: number,
  { refunds, shippingClaims = [] }: Order,
  claims: readonly Claim[],
): Promise<Order['refunds']> {
  const foreign = refunds.flatMap(({ purposeKey }) => {
    const [, kind, id, externalId] = /:(claim|shippingClaim):(\d+):.*:([^:]+)$/.exec(purposeKey ?? '') ?? [];
    const own = kind === 'claim' ? claims : shippingClaims;
    return purposeKey === null || kind === undefined || own.some((one) => String(one.id) === id)
      ? []
      : [{ purposeKey, kind, id: Number(id), externalId }];
  });
  if (foreign.length === 0) return refunds;
  const idsOf = (kind: string): number[] => foreign.filter((one) => one.kind === kind).map(({ id }) => id);
  const { rows } = await sql<{ kind: string; id: number; external_id: string }>`
    select 'claim' as kind, claim_id as id, external_id from claim
      where store_id = ${storeId} and claim_id = any(${idsOf('claim')}::bigint[])
    union all select 'shippingClaim', shipping_claim_id, external_id from shipping_claim
      where store_id = ${storeId} and shipping_claim_id = any(${idsOf('shippingClaim')}::bigint[])`.execute(db);
  const ours = new Set(
    foreign
      .filter(({ kind, id, externalId }) =>
        rows.some((row) => row.kind === kind && Number(row.id) === id && row.external_id === externalId),
      )
      .map(({ purposeKey }) => purposeKey),
  );
  return refunds.map((refund) =>
    refund.purposeKey !== null && ours.has(refund.purposeKey) ? { ...refund, isForExchange: true } : refund,
  );
}

const effectByPurpose = (db: Db, storeId: number, purposeKey: string) =>
  db
    .selectFrom('effect')
    .selectAll()
    .where('store_id', '=', storeId)
    .where('purpose_key', '=', purposeKey)
    .executeTakeFirst();

const NEXT_CLAIM_ID = sql<number>`nextval(pg_get_serial_sequence('claim', 'claim_id'))`;

const selectOrder = (db: Db, storeId: number, orderId: OrderId) =>
  db
    .selectFrom('store_order')
    .innerJoin('store', 'store.store_id', 'store_order.store_id')
    .select([
      'store_order.order_id as orderId',
      'store_order.document as order',
      'store_order.ineligible_lines as ineligibleLines',
      'store_order.shipping_claims',
      'store_order.cover_refund',
      'store_order.claims_version as claimsVersion',
      'store.name',
      'store.currency_code',
      'store.time_zone',
      RETURN_ADDRESS.as('return_address'),
      SETTINGS.as('settings'),
    ])
    .select(selectCoverLines(db, storeId, orderId).as('coverLineIds'))
    .select(jsonArrayFrom(selectClaimsOfOrder(db, storeId, orderId)).as('claims'))
    .select(jsonArrayFrom(selectStockPlaces(db, storeId)).as('places'))
    .select(jsonArrayFrom(selectWarrantyTerms(db, storeId, orderId)).as('terms'))
    .select(hasGroupTerms(storeId).as('hasGroupTerms'))
    .select(liveHash(db, storeId).as('rulesHash'))
    .where('store_order.store_id', '=', storeId)
    .where('store_order.order_id', '=', orderId);

type Row = Omit<OrderWithClaims, 'store' | 'claims' | 'rules' | 'products' | 'ownWarranties' | 'stockPlaces'> &
  StoreRowPart &
  HeldByProtection & {
    ineligibleLines: IneligibleLines;
    coverLineIds: string[] | null;
    claims: Parameters<typeof asLoaded>[0][];
    places: Parameters<typeof stockPlacesOf>[0];
    terms: { lineId: string; until: string }[];
    hasGroupTerms: boolean;
    rulesHash: string | null;
  };
type StoreRowPart = Pick<StoreRow, 'name' | 'settings' | 'currency_code' | 'time_zone' | 'return_address'>;

async function asOrderWithClaims(db: Db, storeId: number, row: Row): Promise<OrderWithClaims> {
  const { orderId, claimsVersion, name, settings, currency_code, time_zone, return_address } = row;
  const claims = row.claims.map(asLoaded);
  const [{ order, kept }, rules, products] = await Promise.all([
    asChained(
      db,
      storeId,
      withCoverLines(withProtection(withIneligibleLines(row.order, row.ineligibleLines), row), row.coverLineIds ?? []),
      claims.map(({ claim }) => claim),
    ),
    rulesThatRun(db, storeId, row.rulesHash),
    productGroupsOf(db, storeId, { settings, hasGroupTerms: row.hasGroupTerms }, row.order.lines),
  ]);
  return {
    orderId,
    order,
    claimsVersion,
    store: { name, settings, currency_code, time_zone, return_address },
    rules,
    products,
    ownWarranties: new Map([
      ...kept,
      ...row.terms.map(({ lineId, until }): [string, OwnWarranty] => [
        lineId,
        { until: isBefore(until, LIFETIME) ? until : LIFETIME, isReplacement: false },
      ]),
    ]),
    stockPlaces: stockPlacesOf(row.places),
    claims,
  };
}

import { sql, type Selectable } from 'kysely';
import type { Difference } from '#core/books/differences.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { ShippingClaim } from '#core/protection/shipping-claim.ts';
import type { CoverRefund, HeldByShippingClaim } from '#core/orders/order.ts';
import { registrationOrderId } from '#core/orders/order-origin.ts';
import { orderLineId } from '#core/registrations/registration-order.ts';
import type { ShopState } from '#sandbox/shopify/state.ts';
import type { FlatSettings } from '#core/settings/settings.fixture.ts';
import { reconcileBooks } from '#server/books/reconcile.ts';
import type { Db } from '#server/db/connect.ts';
import type { EffectRow } from '#server/db/effects.ts';
import { beginRun } from '#server/db/reconciliations.ts';
import type { Tables } from '#server/db/tables.ts';
import type { Twins } from '../partners.ts';
import type { Place } from '../people/people.ts';
import { unharmedDeps } from '../processes.ts';

/** Everything there is when a schedule has come to rest: what we believe, and what the partners hold. */
export type Facts = OwnFacts & {
  shop: ShopState;
  labels: Pick<Twins['labels'], 'shipments'>;
  mailbox: Twins['mailbox'];
};

type OwnFacts = {
  claims: { claim: Claim; row: Selectable<Tables['claim']> }[];
  shippingClaims: { claim: ShippingClaim; row: Selectable<Tables['shipping_claim']> }[];
  effects: EffectRow[];
  inbox: Selectable<Tables['webhook_inbox']>[];
};

/** A product as its owner registered it, with the order that stands for it. */
export type Registered = {
  orderId: string;
  email: string;
  purchasedOn: string;
  lines: readonly { id: string; variant: string; quantity: number }[];
  isWorthListPrice: boolean;
};

/** The facts about money besides, which only a schedule has. */
export type MoneyFacts = HeldFacts & {
  rules: Place['rules'];
  forms: Place['forms'];
  quotes: Place['quotes'];
  packages: Place['packages'];
  packageTerms: PackageTerms;
  covers: Place['covers'];
  /** The store gives covers of canceled orders back. */
  isCoverGivenBack: boolean;
  /** What orders say that claims of shipping protection hold of them, and the refund of their cover. */
  held: {
    orderId: number;
    orderIdFromPlatform: string;
    claims: HeldByShippingClaim[];
    coverRefund: CoverRefund | null;
  }[];
  /** What the books have of claims of shipping protection, and of covers by their orders. */
  booked: { subjectKind: 'shippingClaim' | 'order'; subjectId: number; account: string; amount: number }[];
  charges: Twins['payments']['charges'];
  letters: Twins['letters'];
  tasks: Selectable<Tables['task']>[];
  registered: readonly Registered[];
  /** The kinds of what staff are alerted to. */
  alerts: readonly string[];
  /** Entries whose postings do not come to nothing, by currency. */
  unbalanced: { purpose_key: string; sum: number }[];
  /** What the product's own reconciliation finds. */
  differences: readonly Difference[];
  lastError: string | null;
};

/** What is held of shoppers and of the stock. */
export type HeldFacts = Facts & {
  now: number;
  intents: Twins['payments']['intents'];
  capturedByHand: Twins['capturedByHand'];
  returned: Twins['payments']['refunds'];
  payments: Selectable<Tables['customer_payment']>[];
};

/** The rules about packages, which stay the same in a schedule. */
type PackageTerms = Pick<
  FlatSettings,
  | 'isUnprotectedShippingClaimPermitted'
  | 'missingItemFilingDays'
  | 'stolenAfterDays'
  | 'lostAfterDays'
  | 'filingEndDays'
  | 'isDecidedAutomatically'
  | 'mostDecidedAutomatically'
  | 'automaticResolution'
  | 'isRefundMultipleGspEnabled'
>;

/** Looks at the facts and says what is wrong with them, each in one sentence. */
export type Check<F = Facts> = (facts: F) => string[];

export async function readOwnFacts(db: Db, storeId: number): Promise<OwnFacts> {
  const rows = await db.selectFrom('claim').selectAll().where('store_id', '=', storeId).orderBy('claim_id').execute();
  const shipping = await db
    .selectFrom('shipping_claim')
    .selectAll()
    .where('store_id', '=', storeId)
    .orderBy('shipping_claim_id')
    .execute();
  const ofStore = db.selectFrom('effect').selectAll().where('store_id', '=', storeId);
  return {
    claims: rows.map((row) => ({ claim: row.document, row })),
    shippingClaims: shipping.map((row) => ({ claim: row.document, row })),
    effects: await ofStore.orderBy('effect_id').execute(),
    inbox: await db.selectFrom('webhook_inbox').selectAll().where('store_id', '=', storeId).execute(),
  };
}

export async function heldFacts({ twins, storeId, plant, scheduler, shopDomain }: Place): Promise<HeldFacts> {
  const own = await plant.database.inStore(storeId, async (db) => ({
    ...(await readOwnFacts(db, storeId)),
    payments: await db.selectFrom('customer_payment').selectAll().where('store_id', '=', storeId).execute(),
  }));
  return {
    ...own,
    now: scheduler.clock.now,
    shop: twins.shopify.store(shopDomain),
    labels: twins.labels,
    mailbox: twins.mailbox,
    intents: twins.payments.intents,
    capturedByHand: twins.capturedByHand,
    returned: twins.payments.refunds,
  };
}

/** The product's reconciliation runs for it, over everything the schedule did. */
export async function readFacts(place: Place): Promise<MoneyFacts> {
  const { twins, storeId, plant, rules, forms, quotes, packages, covers, story } = place;
  const inItsStore = <T>(work: (db: Db) => Promise<T>): Promise<T> => plant.database.inStore(storeId, work);
  const run = await inItsStore((db) => beginRun(db, storeId, DAYS));
  const { differences, last_error: lastError } = await reconcileBooks(unharmedDeps(place), run, {
    requestId: 'reconciliation',
  });
  const money = await inItsStore(async (db) => ({
    tasks: await db.selectFrom('task').selectAll().where('store_id', '=', storeId).execute(),
    registered: (await db.selectFrom('registration').select('document').where('store_id', '=', storeId).execute()).map(
      ({ document }): Registered => ({
        orderId: registrationOrderId(document.externalId),
        email: document.owner.email,
        purchasedOn: document.estimatedPurchaseDate,
        lines: document.lines.map(({ id, variantIdFromPlatform, quantity }) => ({
          id: orderLineId(id),
          variant: variantIdFromPlatform,
          quantity,
        })),
        isWorthListPrice: story.settings.useProductListPriceOnRegistration,
      }),
    ),
    held: (
      await db
        .selectFrom('store_order')
        .select(['order_id', 'id_from_platform', 'shipping_claims', 'cover_refund'])
        .where('store_id', '=', storeId)
        .execute()
    ).map((row) => ({
      orderId: row.order_id,
      orderIdFromPlatform: row.id_from_platform,
      claims: row.shipping_claims,
      coverRefund: row.cover_refund,
    })),
    booked: (await booked(storeId).execute(db)).rows,
    unbalanced: (await unbalanced(storeId).execute(db)).rows,
    alerts: (await db.selectFrom('alert').select('kind').where('store_id', '=', storeId).execute()).map(
      ({ kind }) => kind,
    ),
  }));
  return {
    ...(await heldFacts(place)),
    ...money,
    differences,
    lastError,
    rules,
    forms,
    quotes,
    packages,
    packageTerms: story.settings,
    covers,
    isCoverGivenBack: story.settings.isCoverRefundedWhenCanceled,
    charges: twins.payments.charges,
    letters: twins.letters,
  };
}

// The longest schedule is shorter.
const DAYS = 60;

const unbalanced = (storeId: number) => sql<{ purpose_key: string; sum: number }>`
  select purpose_key, sum(amount)::bigint as sum from journal_posting join journal_entry using (store_id, entry_id)
  where store_id = ${storeId} group by purpose_key, currency_code having sum(amount) <> 0`;

type Booked = MoneyFacts['booked'][number];
const booked = (storeId: number) => sql<Booked>`
  select journal_entry.subject_kind as "subjectKind", journal_entry.subject_id as "subjectId", account,
    sum(amount)::bigint as amount
  from journal_posting join journal_entry using (store_id, entry_id)
  where store_id = ${storeId} and journal_entry.subject_kind in ('shippingClaim', 'order')
  group by journal_entry.subject_kind, journal_entry.subject_id, account`;

export const isBookedFor =
  (kind: Booked['subjectKind'], id: number | undefined) =>
  ({ subjectKind, subjectId }: Booked): boolean =>
    subjectKind === kind && subjectId === id;

/** Staff gave the shopper back what was paid for a claim, whatever the claim itself comes to. */
export const hasStaffRefund = ({ timeline }: Claim): boolean =>
  timeline.some(({ subject }) => /^Refund of the .* payment requested$/.test(subject));

/** Whether a note at a partner names a claim. Order numbers are left out: that of an exchange order holds the claim it was made for. */
export const isNotedFor = (note: string | null | undefined, externalId: string): boolean =>
  note?.replaceAll(/#\S+/g, '').includes(externalId) === true;

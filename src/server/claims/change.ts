import type { RuleSet } from '#core/automations/rule-set.ts';
import type { AroundClaim } from '#core/automations/claim-facts.ts';
import { atMoment, momentsOf, type AtMoment } from '#core/automations/claim-moments.ts';
import { withRuled, type Ruled } from '#core/automations/ruled.ts';
import { stillOwed } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import {
  decide,
  holdsOrder,
  hookOf,
  type Command,
  type CommandKind,
  type Decided,
} from '#core/claims/commands/commands.ts';
import type { HeldOrder } from '#core/claims/commands/define.ts';
import type { Decision, Wanted } from '#core/claims/decision.ts';
import { arrives, staffEmails } from '#core/claims/staff-news.ts';
import { changesSince, signed } from '#core/claims/timeline.ts';
import { alreadyWorded, inWords, languagesOf } from '#core/emails/worded.ts';
import { OVERTAKEN_KINDS, overtakenBy, type EffectIntent } from '#core/effects/kinds.ts';
import { aboutClaim } from '#core/effects/subject.ts';
import { entriesOfChange } from '#core/books/booked.ts';
import { tagKey } from '#core/lists/tags.ts';
import { Refusal } from '#core/refusal.ts';
import { claimForChange, holdClaim, refreshClaim, saveClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { callOffFailed } from '#server/db/effects.ts';
import { bookEntries } from '#server/db/journal.ts';
import { insertClaim, OrderChanged, type NewClaim } from '#server/db/new-claim.ts';
import { orderOfClaimWithClaims, orderWithClaims, type OrderWithClaims } from '#server/db/order-with-claims.ts';
import { liveRules } from '#server/db/rules.ts';
import { bumpClaimsVersion } from '#server/db/orders.ts';
import type { TextsSaid } from '#server/db/portal-texts.ts';
import { keepReceipts } from '#server/db/rule-receipts.ts';
import { namedTags } from '#server/db/tags.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import { emailsOfStore, finalizePolicyOf, staffNewsOf } from '#server/policy.ts';
import { writersFor } from '#server/texts.ts';
import { asNewEffect, enqueue } from '#server/effects/outbox.ts';
import { aroundClaim } from '#server/rules/around-claim.ts';
import { releaseStalePayments } from '#server/payments/use-payment.ts';

/**
 * Who changes a claim. A person decides on the version they saw (null: on any) and makes a new one. A person's note leaves
 * the version as it is, as the background does, so that neither stops anybody's decision.
 */
export type ChangedBy =
  | { kind: 'person'; name: string; version: number | null }
  | { kind: 'note'; name: string }
  | { kind: 'background' };

export const BACKGROUND: ChangedBy = { kind: 'background' };

export type ClaimToChange = {
  storeId: number;
  claimId: number;
  requestId: string;
  by: ChangedBy;
  /** Happens with the claim held, before it is read. */
  first?: (db: Db) => Promise<void>;
  /** ISO instant; now when absent. */
  now?: string;
  /** The command is about units or money for certain: its order is read in one exchange with the claim. */
  readsOrder?: boolean;
};

/** A claim as a command left it. */
export type Changed<K extends CommandKind> = { before: Claim; claim: Claim; decided: Decided<K>; isChanged: boolean };

/** The command, or what to find out with the claim held before it is known; null changes nothing. */
export type Asked<K extends CommandKind> =
  | Command<K>
  | ((claim: Claim, db: Db) => Promise<Command<K> | null> | Command<K> | null);

/**
 * The only way a claim is changed. Holds the claim; reads its order where the command decides about units or money;
 * decides; signs; saves, if the order is still as it was read, with the entries and the effects that follow; cancels effects that were overtaken; releases
 * payments the shopper has begun and does not owe any more. Null when there is no such claim, or nothing was asked for.
 * Refuses CLAIM_CHANGED when somebody else was first; as OrderChanged, which can be tried again, when it was another claim
 * on the order.
 */
export async function changeClaim<K extends CommandKind>(
  db: Db,
  at: ClaimToChange,
  asked: Asked<K>,
): Promise<Changed<K> | null> {
  const { storeId, claimId, requestId, by } = at;
  if (at.first) {
    await holdClaim(db, storeId, claimId);
    await at.first(db);
  }
  // Read after the claim is held, as one asked for later would be.
  const [loaded, orderOfClaim] = await Promise.all([
    claimForChange(db, storeId, claimId),
    at.readsOrder === true ? orderOfClaimWithClaims(db, storeId, claimId) : undefined,
  ]);
  if (!loaded) return null;
  const before = loaded.claim;
  if (by.kind === 'person' && by.version !== null && by.version !== loaded.version)
    throw changedByOthers(before, by.version);
  if (by.kind !== 'background' && before.erasedOn !== undefined) throw customerErased();
  const command = typeof asked === 'function' ? await asked(before, db) : asked;
  if (command === null) return null;
  const order = holdsOrder(command, before) ? (orderOfClaim ?? (await orderOf(db, storeId, before))) : null;
  const hook = hookOf(command);
  const around = hook ? await aroundClaim(db, storeId, await rulesFor(db, storeId, order), before, [hook]) : null;
  const now = at.now ?? new Date().toISOString();
  const decided = decide(command, { claim: before, now, held: order && heldOf(order, around) });
  // What was done already is no change that others have to look at.
  if (decided.claim === before && decided.effects.length === 0 && !at.first)
    return { before, claim: before, decided, isChanged: false };
  const version = by.kind === 'person' ? loaded.version + 1 : loaded.version;
  const own = signedBy(by, version, before, decided.claim);
  const moments = await atMoments(db, storeId, order, before, own);
  const ruled = [...(decided.ruled ?? []), ...moments.ruled];
  const { claim, tags } = await applyRuled(db, storeId, { claim: own, tags: loaded.tags }, ruled, now);
  const effects = [
    ...(await inStoreWords(db, storeId, claim, decided.effects, order?.store)),
    ...moments.effects,
    ...(await newsOfArrival(db, storeId, before, claim)),
  ];
  const [isHeld, isSaved] = await Promise.all([
    order === null || bumpClaimsVersion(db, storeId, order.orderId, order.claimsVersion),
    saveClaim(db, storeId, { ...loaded, tags }, claim, { version, hasNewEffects: effects.length > 0 }),
    bookEntries(db, storeId, { subject: aboutClaim(claim), effectId: null }, decided.entries),
    enqueue(db, storeId, requestId, effects),
    keepReceipts(db, storeId, claimId, ruled),
  ]);
  // Two claims decided at once could each take the last units or money of their order.
  if (!isHeld) throw new OrderChanged();
  if (!isSaved) throw changedByOthers(before, loaded.version);
  if (loaded.hasError && (await callOffOvertaken(db, storeId, before, claim))) await refreshClaim(db, storeId, claimId);
  const owed = stillOwed(before);
  if (owed > 0 && stillOwed(claim) !== owed) await releaseStalePayments(db, storeId, claim, requestId);
  return { before, claim, decided, isChanged: true };
}

type ClaimToAdd = Omit<NewClaim, 'effects' | 'tags'> & Pick<Decision, 'effects' | 'ruled'> & { store?: WordingStore };

/** The only way a claim is made: written with its effects, and booked. Throws as insertClaim does. */
export async function addClaim(
  db: Db,
  storeId: number,
  { effects, ruled = [], store, ...made }: ClaimToAdd,
): Promise<void> {
  const { claim, tags } = await applyRuled(db, storeId, { claim: made.claim, tags: [] }, ruled, made.claim.createdOn);
  const worded = await inStoreWords(db, storeId, claim, effects, store);
  await insertClaim(db, storeId, { ...made, claim, tags, effects: worded.map(asNewEffect) });
  await keepReceipts(db, storeId, claim.id, ruled);
  await bookEntries(db, storeId, { subject: aboutClaim(claim), effectId: null }, entriesOfChange(null, claim));
}

/** What words the emails of a store. */
type WordingStore = Pick<StoreRow, 'name' | 'settings'> & { said?: TextsSaid };

/** What is wanted, with emails as the store words them, without those it doesn't send. The store is read where it isn't known. */
async function inStoreWords(
  db: Db,
  storeId: number,
  claim: Claim,
  wanted: readonly Wanted[],
  known?: WordingStore,
): Promise<EffectIntent[]> {
  const worded = alreadyWorded(wanted);
  if (worded) return worded;
  const store: WordingStore | undefined = known ?? (await storeById(db, storeId));
  if (!store) throw new Error(`claims of store ${storeId} are changed, and it doesn't exist`);
  const emails = emailsOfStore(store);
  const { settings } = store;
  const writerIn = await writersFor(db, { store_id: storeId, settings }, languagesOf(claim, emails), store.said);
  return inWords(claim, wanted, emails, writerIn);
}

/** Emails to those whom the store tells that goods are back. */
async function newsOfArrival(db: Db, storeId: number, before: Claim, after: Claim): Promise<EffectIntent[]> {
  const store = arrives(before, after) && after.erasedOn === undefined ? await storeById(db, storeId) : undefined;
  return store ? staffEmails(after, 'received', staffNewsOf(store).received) : [];
}

/** What the rules make of the moments that a change is. */
async function atMoments(
  db: Db,
  storeId: number,
  order: OrderWithClaims | null,
  before: Claim,
  after: Claim,
): Promise<AtMoment> {
  const moments = after.erasedOn === undefined ? momentsOf(before, after) : [];
  const around =
    moments.length > 0
      ? await aroundClaim(
          db,
          storeId,
          await rulesFor(db, storeId, order),
          after,
          moments.map(({ hook }) => hook),
        )
      : null;
  const all = around ? moments.map((moment) => atMoment(after, moment, around)) : [];
  return { effects: all.flatMap(({ effects }) => effects), ruled: all.flatMap(({ ruled }) => ruled) };
}

/** Those read with the order, if it was read. */
const rulesFor = async (db: Db, storeId: number, order: OrderWithClaims | null): Promise<RuleSet> =>
  order?.rules ?? liveRules(db, storeId);

type Tagged = { claim: Claim; tags: string[] };

/** A claim with its tags and timeline as rules leave them; tags as the store's list spells them. */
async function applyRuled(
  db: Db,
  storeId: number,
  tagged: Tagged,
  ruled: readonly Ruled[],
  now: string,
): Promise<Tagged> {
  if (ruled.length === 0) return tagged;
  const named = await namedTags(
    db,
    storeId,
    ruled.flatMap(({ tags }) => tags),
  );
  const spelled = new Map(named.map(({ name }) => [tagKey(name), name]));
  const inWords = ruled.map((one) => ({ ...one, tags: one.tags.map((tag) => spelled.get(tagKey(tag)) ?? tag) }));
  return withRuled(tagged, inWords, now);
}

function signedBy(by: ChangedBy, version: number, before: Claim, after: Claim): Claim {
  if (by.kind === 'background') return after;
  const named = signed(before, after, { by: by.name });
  return by.kind === 'person' ? signed(before, named, { version }) : named;
}

/** Ends failed effects that the change made pointless, so that nobody tries them again. True when there were any. */
const callOffOvertaken = (db: Db, storeId: number, before: Claim, after: Claim): Promise<boolean> =>
  callOffFailed(db, storeId, after.id, OVERTAKEN_KINDS, (intent) => overtakenBy(intent, { before, after }));

/** The order of a claim, with every claim on it, to decide about its units or its money. */
async function orderOf(db: Db, storeId: number, claim: Claim): Promise<OrderWithClaims> {
  const found = await orderWithClaims(db, storeId, claim.orderId);
  if (!found) throw new Error(`claim ${claim.id} has no order`);
  return found;
}

/** As commands take it. */
export const heldOf = (
  { order, claims, store, stockPlaces }: OrderWithClaims,
  around: AroundClaim | null,
): HeldOrder => ({
  order,
  claims: claims.map((loaded) => loaded.claim),
  policy: { ...finalizePolicyOf(store), stockPlaces },
  around,
});

const customerErased = (): Refusal =>
  new Refusal('conflict', 'CUSTOMER_ERASED', "This customer's data was erased, so the claim can't be changed.");

/** Says who changed what since the version that was shown, as far as the claim's own timeline knows. */
function changedByOthers(claim: Claim, version: number): Refusal {
  const what = changesSince(claim, version);
  return new Refusal(
    'conflict',
    'CLAIM_CHANGED',
    `This claim was changed since you opened it${what === '' ? '' : `: ${what}`}.`,
  );
}

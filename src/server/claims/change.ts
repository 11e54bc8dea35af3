import { stillOwed } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import { decide, holdsOrder, type Command, type CommandKind, type Decided } from '#core/claims/commands/commands.ts';
import type { HeldOrder } from '#core/claims/commands/define.ts';
import { changesSince, signed } from '#core/claims/timeline.ts';
import { OVERTAKEN_KINDS, overtakenBy, type EffectIntent } from '#core/effects/kinds.ts';
import { aboutClaim } from '#core/effects/subject.ts';
import { entriesOfChange } from '#core/books/booked.ts';
import { Refusal } from '#core/refusal.ts';
import { claimForChange, holdClaim, refreshClaim, saveClaim } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { callOffFailed } from '#server/db/effects.ts';
import { bookEntries } from '#server/db/journal.ts';
import { insertClaim, type NewClaim } from '#server/db/new-claim.ts';
import { orderWithClaims, type OrderWithClaims } from '#server/db/order-with-claims.ts';
import { bumpClaimsVersion } from '#server/db/orders.ts';
import { finalizePolicyOf } from '#server/policy.ts';
import { asNewEffect, enqueue } from '#server/effects/outbox.ts';
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
 * Refuses CLAIM_CHANGED when somebody else was first.
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
  const loaded = await claimForChange(db, storeId, claimId);
  if (!loaded) return null;
  const before = loaded.claim;
  if (by.kind === 'person' && by.version !== null && by.version !== loaded.version)
    throw changedByOthers(before, by.version);
  if (by.kind !== 'background' && before.erasedOn !== undefined) throw customerErased();
  const command = typeof asked === 'function' ? await asked(before, db) : asked;
  if (command === null) return null;
  const order = holdsOrder(command, before) ? await orderOf(db, storeId, before) : null;
  const held = order && heldOf(order);
  const decided = decide(command, { claim: before, now: at.now ?? new Date().toISOString(), held });
  // What was done already is no change that others have to look at.
  if (decided.claim === before && decided.effects.length === 0 && !at.first)
    return { before, claim: before, decided, isChanged: false };
  const version = by.kind === 'person' ? loaded.version + 1 : loaded.version;
  const claim = signedBy(by, version, before, decided.claim);
  const [isHeld, isSaved] = await Promise.all([
    order === null || bumpClaimsVersion(db, storeId, order.orderId, order.claimsVersion),
    saveClaim(db, storeId, loaded, claim, { version, hasNewEffects: decided.effects.length > 0 }),
    bookEntries(db, storeId, { subject: aboutClaim(claim), effectId: null }, decided.entries),
    enqueue(db, storeId, requestId, decided.effects),
  ]);
  if (!isHeld) throw orderTaken();
  if (!isSaved) throw changedByOthers(before, loaded.version);
  if (loaded.hasError && (await callOffOvertaken(db, storeId, before, claim))) await refreshClaim(db, storeId, claimId);
  const owed = stillOwed(before);
  if (owed > 0 && stillOwed(claim) !== owed) await releaseStalePayments(db, storeId, claim, requestId);
  return { before, claim, decided, isChanged: true };
}

/** The only way a claim is made: written with its effects, and booked. Throws as insertClaim does. */
export async function addClaim(
  db: Db,
  storeId: number,
  { effects, ...made }: Omit<NewClaim, 'effects'> & { effects: readonly EffectIntent[] },
): Promise<void> {
  const { claim } = made;
  await insertClaim(db, storeId, { ...made, effects: effects.map(asNewEffect) });
  await bookEntries(db, storeId, { subject: aboutClaim(claim), effectId: null }, entriesOfChange(null, claim));
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

/** Two claims decided at once could each take the last units or money of their order, so the second is refused. */
const orderTaken = (): Refusal =>
  new Refusal(
    'conflict',
    'CLAIM_CHANGED',
    'Another claim on this order changed at the same time. Please review this claim again.',
  );

/** As commands take it. */
export const heldOf = ({ order, claims, store }: OrderWithClaims): HeldOrder => ({
  order,
  claims: claims.map((loaded) => loaded.claim),
  policy: finalizePolicyOf(store),
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

import { createHash, randomUUID } from 'node:crypto';
import type { Address } from '#core/address.ts';
import { draftClaim } from '#core/claims/create.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import { weightOunces } from '#core/claims/weight.ts';
import type { Money } from '#core/money.ts';
import { withLabelPrice } from '#core/policy/ruled-charges.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError, type CallContext } from '#partners/ports.ts';
import type { Db } from '#server/db/connect.ts';
import { returnLocations } from '#server/db/return-locations.ts';
import type { ServerDeps } from '#server/deps.ts';
import { forget } from '#server/stores/forget.ts';

type Parcel = { from: Address; to: Address; weightOunces: number };

type Asking = { storeId: number; context: CallContext; beforeAsking?: () => Promise<void> };

/** What labels cost before they are bought, where a rule charges a part of it. One for all who ask in a process. */
export type LabelPrices = {
  /** A draft with what its label costs. Refuses LABEL_PRICE_UNKNOWN. */
  withPrice(asking: Asking, input: CreateClaimInput): Promise<CreateClaimInput>;
  /** The same in a transaction, where no partner is asked. Throws PriceMissing. */
  withKnownPrice(db: Db, storeId: number, input: CreateClaimInput): Promise<CreateClaimInput>;
  /** Runs a transaction, and again whenever a price it missed was asked for. Refuses LABEL_PRICE_UNKNOWN. */
  asking<T>(asking: Asking, make: () => Promise<T>): Promise<T>;
};

/** A transaction needs the price of a label that nobody asked for yet. */
class PriceMissing extends Error {
  override name = 'PriceMissing';
  readonly parcel: Parcel;
  constructor(parcel: Parcel) {
    super('the price of a label is missing');
    this.parcel = parcel;
  }
}

// A shopper submits what was quoted some minutes before at the price that was shown.
const KEPT_MS = 15 * 60_000;
const MOST_KEPT = 5000;
// Each time after the first means that something changed in between.
const MOST_ASKED = 3;

export function labelPrices({ database, labelsOf }: Pick<ServerDeps, 'database' | 'labelsOf'>): LabelPrices {
  const kept = new Map<string, { price: Money; until: number }>();

  const known = (storeId: number, parcel: Parcel): Money | null => {
    const found = kept.get(keyOf(storeId, parcel));
    return found && performance.now() < found.until ? found.price : null;
  };

  async function ask({ storeId, context, beforeAsking }: Asking, parcel: Parcel): Promise<Money> {
    const before = known(storeId, parcel);
    if (before) return before;
    await beforeAsking?.();
    const price = await cheapest(await labelsOf(storeId), parcel, context);
    const now = performance.now();
    forget(kept, ({ until }, index) => now >= until || index < kept.size - MOST_KEPT);
    kept.set(keyOf(storeId, parcel), { price, until: now + KEPT_MS });
    return price;
  }

  return {
    async withPrice(asking, input) {
      if (!input.policy.labelShare) return input;
      const { storeId } = asking;
      const parcel = await database.readStore(storeId, (db) => parcelToPrice(db, storeId, input));
      return parcel ? priced(input, await ask(asking, parcel)) : input;
    },
    async withKnownPrice(db, storeId, input) {
      const parcel = await parcelToPrice(db, storeId, input);
      if (!parcel) return input;
      const price = known(storeId, parcel);
      if (!price) throw new PriceMissing(parcel);
      return priced(input, price);
    },
    async asking(asking, make) {
      for (let asked = 0; ; asked += 1) {
        try {
          return await make();
        } catch (error) {
          if (!(error instanceof PriceMissing)) throw error;
          // What is sent, or where to, changed while the carrier was asked.
          if (asked === MOST_ASKED) throw unknownPrice();
          await ask(asking, error.parcel);
        }
      }
    },
  };
}

const keyOf = (storeId: number, parcel: Parcel): string =>
  createHash('sha256')
    .update(JSON.stringify([storeId, parcel]))
    .digest('base64');

const priced = (input: CreateClaimInput, price: Money): CreateClaimInput => ({
  ...input,
  policy: withLabelPrice(input.policy, price),
});

/** The cheapest rate, which is the one that is bought. */
async function cheapest(
  labels: Awaited<ReturnType<ServerDeps['labelsOf']>>,
  { from, to, weightOunces: ounces }: Parcel,
  context: CallContext,
): Promise<Money> {
  if (!labels) throw unknownPrice();
  const reference = `quote:label:${randomUUID()}`;
  try {
    const { rates } = await labels.quote({ from, to, parcel: { weightOunces: ounces }, reference }, context);
    const [first] = rates.toSorted((one, other) => one.cost.amount - other.cost.amount);
    if (!first) throw unknownPrice();
    return first.cost;
  } catch (error) {
    throw error instanceof PartnerError ? unknownPrice() : error;
  }
}

const unknownPrice = (): Refusal =>
  new Refusal(
    'conflict',
    'LABEL_PRICE_UNKNOWN',
    "We can't get the price of a return label right now. Please try again in a minute, or send the items another way.",
  );

/** The parcel whose label needs a price before a claim can be quoted or made; null where none does. */
async function parcelToPrice(db: Db, storeId: number, input: CreateClaimInput): Promise<Parcel | null> {
  const { policy, shippingMethod, fees, order } = input;
  if (!policy.labelShare || shippingMethod !== 'label' || fees?.returnShippingAmountApplied !== undefined) return null;
  const claim = draftClaim(input);
  const { returnLocationId } = policy;
  const locations = returnLocationId === null ? [] : await returnLocations(db, storeId);
  const to = locations.find((one) => one.location_id === returnLocationId)?.address ?? input.returnAddress ?? null;
  // The recipient of a gift is shown the sums before they say where they live.
  const from = policy.asker === 'recipient' ? order.shippingAddress : claim.shippingAddress;
  return from && to ? { from, to, weightOunces: weightOunces(claim, order) } : null;
}

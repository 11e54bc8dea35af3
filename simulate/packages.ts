import type { Address } from '#core/address.ts';
import type { ShippingReason } from '#core/protection/reasons.ts';
import type { ShippingMethod } from '#core/protection/shipping-claim.ts';

/** What somebody asked for when they filed a claim of shipping protection. */
type Filed = {
  isByStaff: boolean;
  reason: ShippingReason;
  method: ShippingMethod;
  units: readonly { lineId: string; quantity: number }[];
};

/** A refund as staff typed it, in minor units. */
type Refunded = {
  delivery: number;
  charges: number;
  isCoverRefunded: boolean;
  /** The refunds that the order had at the platform then. */
  refundsBefore: readonly number[];
};

/** What people did about claims of shipping protection, as they say it themselves: what the product tells is compared with that. */
export class Packages {
  readonly #filed = new Map<string, Filed>();
  readonly #refunds = new Map<string, Refunded[]>();
  readonly #granted = new Set<string>();
  readonly #confirmed = new Map<number, Address[]>();

  /** The request was answered with the claim it made. */
  filed(externalId: string, filed: Filed): void {
    this.#filed.set(externalId, filed);
  }

  /** Staff are about to refund a claim; whether it is taken nobody may hear. */
  refunds(externalId: string, refunded: Refunded): void {
    this.#refunds.set(externalId, [...(this.#refunds.get(externalId) ?? []), refunded]);
  }

  /** Staff are about to grant a reorder. */
  grants(externalId: string): void {
    this.#granted.add(externalId);
  }

  /** Somebody is about to confirm an address. */
  confirms(claimId: number, address: Address): void {
    this.#confirmed.set(claimId, [...(this.#confirmed.get(claimId) ?? []), address]);
  }

  filedAs(externalId: string): Filed | null {
    return this.#filed.get(externalId) ?? null;
  }

  refundsOf(externalId: string): readonly Refunded[] {
    return this.#refunds.get(externalId) ?? [];
  }

  wasGranted(externalId: string): boolean {
    return this.#granted.has(externalId);
  }

  confirmedFor(claimId: number): readonly Address[] {
    return this.#confirmed.get(claimId) ?? [];
  }
}

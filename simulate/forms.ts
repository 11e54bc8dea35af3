/** Units of one item as somebody asked for them. */
type Asked = {
  lineId: string;
  quantity: number;
  method: string;
  /** What is wanted for it; null where nothing is. */
  variant: string | null;
};
/** How staff approved an item: the amount in minor units, null for what it is worth. */
type Approved = { externalId: string; lineId: number; method: string; amount: number | null; isExternal: boolean };

/** What people filled in, as they did it themselves: what the product made of it is compared with that. */
export class Forms {
  readonly #asked = new Map<string, readonly Asked[]>();
  readonly #approved: Approved[] = [];
  readonly #owners = new Map<string, string>();

  /** Somebody is about to ask for this, perhaps again, or heard that it was taken. */
  sends(requestKey: string, items: readonly Asked[]): void {
    this.#asked.set(requestKey, items);
  }

  /** Who owns the product that a form is about, by email. */
  isOwnedBy(requestKey: string, email: string): void {
    this.#owners.set(requestKey, email);
  }

  /** Null where the form is about no registered product. */
  ownerOf(requestKey: string): string | null {
    return this.#owners.get(requestKey) ?? null;
  }

  /** Staff are about to approve an item; whether that is taken nobody may hear. */
  approves(approved: Approved): void {
    this.#approved.push(approved);
  }

  /** Null where nobody sent such a form. */
  askedFor(requestKey: string): readonly Asked[] | null {
    return this.#asked.get(requestKey) ?? null;
  }

  approvalsOf(externalId: string, lineId: number): readonly Approved[] {
    return this.#approved.filter((one) => one.externalId === externalId && one.lineId === lineId);
  }
}

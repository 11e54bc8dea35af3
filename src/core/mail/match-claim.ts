import { normalizeEmail } from '#core/orders/lookup.ts';

/** A claim that a mail may belong to, with the addresses of those who take part in it. */
export type Candidate = {
  storeId: number;
  shippingClaimId: number;
  participants: readonly string[];
  isErased: boolean;
};

/** What the addresses that the mail came to say. */
export type AddressFinding =
  | { kind: 'none' }
  | { kind: 'forged' }
  | { kind: 'expired'; storeId: number }
  | { kind: 'claim'; candidate: Candidate | null; storeId: number };

export const UNPLACED = {
  noClaim: 'It names no claim.',
  notParticipant: 'The sender isn’t part of the claim it was sent to.',
  forged: 'The address it was sent to isn’t one of ours.',
  expired: 'The address it was sent to is no longer valid.',
  erased: 'The customer’s data was erased.',
  tooMany: 'Too many messages came for this claim within an hour.',
  tooLarge: 'It is too large to be read.',
  unreadable: 'It can’t be read.',
} as const;
export type WhyUnplaced = keyof typeof UNPLACED;

export type Placing =
  | { isPlaced: true; storeId: number; shippingClaimId: number }
  | { isPlaced: false; why: WhyUnplaced; storeId: number | null };

/**
 * The claim a mail belongs to: that of the address it came to, else that of an email of ours it answers; and only where its
 * sender takes part in it. A valid address decides alone, so that no claim is guessed against it.
 */
export function placeMail(from: string | null, address: AddressFinding, answered: readonly Candidate[]): Placing {
  const takesPart = ({ participants }: Candidate): boolean =>
    from !== null && participants.map(normalizeEmail).includes(normalizeEmail(from));
  const inClaim = (candidate: Candidate): Placing =>
    candidate.isErased
      ? { isPlaced: false, why: 'erased', storeId: candidate.storeId }
      : takesPart(candidate)
        ? { isPlaced: true, storeId: candidate.storeId, shippingClaimId: candidate.shippingClaimId }
        : { isPlaced: false, why: 'notParticipant', storeId: candidate.storeId };
  if (address.kind === 'claim')
    return address.candidate === null
      ? { isPlaced: false, why: 'noClaim', storeId: address.storeId }
      : inClaim(address.candidate);
  const best = answered.find(takesPart) ?? answered[0];
  if (best) return inClaim(best);
  if (address.kind === 'expired') return { isPlaced: false, why: 'expired', storeId: address.storeId };
  return { isPlaced: false, why: address.kind === 'forged' ? 'forged' : 'noClaim', storeId: null };
}

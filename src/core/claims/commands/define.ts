import type { AroundClaim } from '#core/automations/claim-facts.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Decision } from '#core/claims/decision.ts';
import type { Order } from '#core/orders/order.ts';
import type { FinalizePolicy } from '#core/policy/policy.ts';

/** The order of a claim, held with every claim on it, so that nobody else decides about its units or its money meanwhile. */
export type HeldOrder = {
  order: Order;
  /** Every claim on it, this one too. */
  claims: readonly Claim[];
  /** How lines are carried out now, by the settings. */
  policy: FinalizePolicy;
  /** The rules that run while a claim is finalized, and what they ask about; null where there are none. */
  around: AroundClaim | null;
};

/** One way of changing a claim. What it decides follows from the claim, its input, the instant and the held order alone. */
export type CommandDefinition<Input, Result extends Decision> = {
  /** Whether it decides about units or money of the order. */
  holdsOrder(claim: Claim, input: Input): boolean;
  /** The moment of it at which rules have a say in what it decides; absent on most. */
  hook?: 'claimFinalized';
  decide(claim: Claim, input: Input, now: string, held: () => HeldOrder): Result;
};

/** A command that looks at its claim alone. */
export const onClaim = <Input, Result extends Decision>(
  decide: (claim: Claim, input: Input, now: string) => Result,
): CommandDefinition<Input, Result> => ({ holdsOrder: () => false, decide });

/** A command that decides about units or money of the order; `isNeeded`: only then. */
export const onOrder = <Input, Result extends Decision>(
  decide: (claim: Claim, input: Input, now: string, held: () => HeldOrder) => Result,
  isNeeded: (claim: Claim, input: Input) => boolean = () => true,
): CommandDefinition<Input, Result> => ({ holdsOrder: isNeeded, decide });

/** What the claim becomes where nothing else has to happen. */
export const only = (claim: Claim): Decision => ({ claim, effects: [] });

/** A command that rules of the store have a say in. */
export const atHook = <Input, Result extends Decision>(
  hook: NonNullable<CommandDefinition<Input, Result>['hook']>,
  definition: CommandDefinition<Input, Result>,
): CommandDefinition<Input, Result> => ({ ...definition, hook });

export const otherClaims = (claim: Claim, { claims }: HeldOrder): Claim[] => claims.filter(({ id }) => id !== claim.id);

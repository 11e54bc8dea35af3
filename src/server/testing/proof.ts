import type { Claim } from '#core/claims/claim.ts';
import type { EffectKind } from '#core/effects/kinds.ts';
import type { Shop, Wanted } from '#server/testing/effect-claims.ts';

/** How it is shown of one kind of effect that the world was changed once. */
export type Proof = {
  kind: EffectKind;
  /** A fresh claim that wants the effect. */
  want(shop: Shop): Promise<Wanted>;
  /** Throws unless the partner did it exactly once and the claim tells it exactly once. */
  expectOnce(shop: Shop, wanted: Wanted, claim: Claim): Promise<void> | void;
};

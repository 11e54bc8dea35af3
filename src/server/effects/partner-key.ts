import type { EffectRow } from '#server/db/effects.ts';

/** The purpose as a partner is told it. Claims count alike in every installation, and one account may serve several. */
export const partnerKey = (effect: EffectRow, claimExternalId: string): string =>
  `${effect.purpose_key}:${claimExternalId}`;

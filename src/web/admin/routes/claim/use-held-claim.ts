import { useState } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import type { ClaimOnScreen } from './use-claim-change.ts';
import type { LineOnScreen } from './use-line-change.ts';

/** Takes the latest claim as what is edited from now on. */
type Renew = { renew: (latest: ClaimShown) => void };

/** The claim as it was when this was opened: what comes in beneath an open edit is seen, and built on, only after `renew`. */
export function useHeldClaim({ storeId, claim }: ClaimOnScreen): ClaimOnScreen & Renew {
  const [held, renew] = useState(claim);
  return { storeId, claim: held, renew };
}

/** A line, and its claim, as they were when this was opened. */
export function useHeldLine({ line, ...on }: LineOnScreen): LineOnScreen & Renew {
  const held = useHeldClaim(on);
  return { ...held, line: held.claim.claimLineItems.find(({ id }) => id === line.id) ?? line };
}

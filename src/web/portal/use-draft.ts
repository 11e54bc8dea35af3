import type { PortalOrder } from '#contract/customer/customer.ts';
import { useEffect, useReducer, type Dispatch } from 'react';
import { draftFromBank, forgetForBank } from './draft-at-bank.ts';
import { emptyDraft, newRequestKey, reconcileDraft, reduceDraft, type Draft, type DraftAction } from './draft.ts';
import { dropStored, readStored, writeStored } from './storage.ts';

const keyOf = (slug: string, order: PortalOrder): string =>
  `makegood:${order.isGiftReturn ? 'gift-return' : 'return'}:${slug}:${order.idFromPlatform}`;

/** The return being put together for this order, remembered by the tab until it is submitted. */
export function useDraft(
  slug: string,
  order: PortalOrder,
): { draft: Draft; dispatch: Dispatch<DraftAction>; forget: () => void } {
  const key = keyOf(slug, order);
  const [stored, dispatch] = useReducer(
    reduceDraft,
    undefined,
    () => reconcileDraft(draftFromBank() ?? readStored(key), order, true) ?? emptyDraft(order, newRequestKey()),
  );
  // The order may be read again while the shopper chooses; what it no longer allows is not sent.
  const draft = reconcileDraft(stored, order, true) ?? stored;
  useEffect(() => writeStored(key, stored), [key, stored]);
  function forget(): void {
    dropStored(key);
    forgetForBank();
  }
  return { draft, dispatch, forget };
}

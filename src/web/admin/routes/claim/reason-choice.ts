import type { ClaimLineShown } from '#contract/claim-shapes.ts';
import type { lineReasons } from '#contract/merchant/merchant.ts';
import type { RouteAnswer } from '#contract/route.ts';

type Chosen = { id: string; detail: string };
type Offered = Pick<RouteAnswer<typeof lineReasons>['reasons'][number], 'id' | 'name' | 'claimReasonDetails'>;

/** What the dialog about the reason of a line shows: the line keeps what the store no longer offers. */
export function reasonChoice(offered: readonly Offered[], now: ClaimLineShown['reason'], chosen: Chosen | null) {
  const isOffered = offered.some((reason) => reason.id === now.id);
  const first: Chosen = { id: isOffered ? now.id : '', detail: now.detail };
  const { id, detail } = chosen ?? first;
  const details = (offered.find((reason) => reason.id === id)?.claimReasonDetails ?? [])
    .filter((one) => !one.isDeleted)
    .map((one) => one.name);
  const isRetired = isOffered && id === first.id && first.detail !== '' && !details.includes(first.detail);
  return {
    id,
    detail,
    first,
    isSame: id === first.id && detail === first.detail,
    reasons: [
      ...(isOffered ? [] : [{ value: '', label: now.name || 'No reason' }]),
      ...offered.map((reason) => ({ value: reason.id, label: reason.name })),
    ],
    details: isRetired ? [...details, first.detail] : details,
  };
}

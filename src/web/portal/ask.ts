import type { PortalLine } from '#contract/customer/customer.ts';
import type { ClaimType } from '#core/claims/types.ts';
import { claimable, type MoneyMethod } from './draft.ts';
import { giftPage } from './path.ts';

/** Units of a line that a review can be asked for. `isAsked`: also where only some methods of it are refused. */
export function reviewable(line: PortalLine, claimType: ClaimType, isAsked = false): number {
  if (claimType === 'Warranty') return line.warranty?.reviewQuantity ?? 0;
  const isRefused = claimable(line, claimType).most === 0;
  return isRefused || isAsked ? (line.review?.quantity ?? 0) : 0;
}

/** What can be wished for all of these lines, or for the first where they have nothing in common. */
export function wishesOf(lines: readonly PortalLine[]): readonly MoneyMethod[] {
  const [first, ...others] = lines.map(({ review }) => review?.methods ?? []);
  const shared = first?.filter((method) => others.every((methods) => methods.includes(method))) ?? [];
  return shared.length > 0 ? shared : (first ?? []);
}

/** The page on which a review of a line is asked for, within the page of its order; it leads back to the step it is `from`. */
export function askPage(
  { path, isGiftReturn, from, isChanging }: { path: string; isGiftReturn: boolean; from: string; isChanging: boolean },
  lineId: string,
  claimType: ClaimType,
  method: MoneyMethod | null = null,
): string {
  const query = new URLSearchParams({
    ask: lineId,
    type: claimType,
    ...(method === null ? {} : { method }),
    from,
    ...(isChanging ? { change: '1' } : {}),
  });
  return `${isGiftReturn ? `${giftPage(path)}&` : `${path}?`}${query}`;
}

import type { ClaimShown } from '#contract/claim-shapes.ts';
import type { finalizePreview } from '#contract/merchant/claim-actions.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { FINALIZE_GROUPS, type FinalizeGroup } from '#core/claims/finalize-groups.ts';
import { MoneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { decisionText } from './claim-words.ts';

type Groups = RouteAnswer<typeof finalizePreview>['lineItems'];

const groupLabels: Readonly<Record<FinalizeGroup, string>> = {
  refunds: 'Refunds',
  giftCards: 'Gift cards and store credit',
  variantExchanges: 'Exchanges',
  replacementOrders: 'Replacement orders',
  other: 'Other',
  repairs: 'Repairs',
  approvedWithExternalResolution: 'Resolved externally',
  denied: 'Denied',
};

/** What of the lines would be left out, by the preview. */
export function leftOut(groups: Groups): 'none' | 'some' | 'all' {
  const items = FINALIZE_GROUPS.flatMap((group) => groups[group]);
  const count = items.filter((item) => item.errors.length > 0).length;
  if (count === 0) return 'none';
  return count === items.length ? 'all' : 'some';
}

/**
 * The bonus goes with what is issued: where something is taken off it is less, and what happens says how much. That of
 * Shop now is used up with the goods.
 */
const withoutLostBonus = (line: ClaimShown['claimLineItems'][number], deductedAmount: number | null) =>
  line.isShopNow || deductedAmount === null || deductedAmount === 0 ? line : { ...line, incentiveAmount: 0 };

type Item = Groups[FinalizeGroup][number];

/** Longer groups are folded, so that the effects and the email stay in view. Left-out items are never folded. */
const IN_SIGHT = 12;

/** The decided lines by group, each with its deductions and the reason if it is left out. */
export function FinalizeGroupList({ claim, groups }: { claim: ClaimShown; groups: Groups }) {
  return FINALIZE_GROUPS.filter((group) => groups[group].length > 0).map((group) => {
    const items = groups[group];
    const folded = items.length > IN_SIGHT ? items.filter(({ errors }) => errors.length === 0) : [];
    return (
      <section key={group} aria-label={groupLabels[group]}>
        <h4 className="mg-group-title">{groupLabels[group]}</h4>
        <GroupItems claim={claim} items={items.filter((item) => !folded.includes(item))} />
        {folded.length > 0 ? (
          <details className="mg-details">
            <summary>{folded.length === 1 ? '1 item' : `${folded.length} items`}</summary>
            <GroupItems claim={claim} items={folded} />
          </details>
        ) : null}
      </section>
    );
  });
}

function GroupItems({ claim, items }: { claim: ClaimShown; items: readonly Item[] }) {
  if (items.length === 0) return null;
  return (
    <ul className="mg-group">
      {items.map((item) => {
        const line = claim.claimLineItems.find((one) => one.id === item.id);
        return (
          <li key={item.id}>
            <div className="mg-group-item">
              <span>
                {item.quantity > 1 ? `${item.quantity} × ` : ''}
                <bdi>{line?.originalStoreOrderLineItem.name}</bdi>
                {line ? (
                  <span className="mg-muted mg-group-decision">
                    {decisionText(withoutLostBonus(line, item.deductedAmount), claim.currencyCode)}
                  </span>
                ) : null}
              </span>
              {item.deductedAmount ? (
                <span className="mg-number">
                  <span className="mg-muted">Deducted </span>
                  <MoneyText amount={item.deductedAmount} currencyCode={claim.currencyCode} />
                </span>
              ) : null}
            </div>
            {item.errors.map((error) => (
              <Notice key={error} tone="bad">
                Left out for now: {error}
              </Notice>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

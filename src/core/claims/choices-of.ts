import { goodsCost, wantedItem, withoutShopPrice } from '#core/claims/exchange.ts';
import type { ClaimSelection, CreateClaimInput, WantedUnits } from '#core/claims/new-claim.ts';
import { quoteClaim } from '#core/claims/sums.ts';
import type { Minor } from '#core/money.ts';
import type { OrderLine } from '#core/orders/order.ts';
import type { Choice, Choices } from '#core/policy/choices.ts';

type Chosen = Pick<CreateClaimInput, 'order' | 'policy' | 'variants' | 'priorClaims' | 'selections' | 'shopNowItems'>;

/** What was chosen, as rules are asked about it. Refuses LINE_UNKNOWN and QUANTITY_TOO_LARGE. */
export function choicesOf(input: Chosen): Choices {
  const { order, policy, priorClaims, selections } = input;
  const quote = quoteClaim(order, policy.terms, selections, priorClaims);
  const lines = selections.map((selection, index): Choice => ({
    lineIdFromPlatform: selection.lineIdFromPlatform,
    quantity: selection.quantity,
    reasonId: selection.reasonId,
    reasonDetail: selection.reasonDetail,
    fieldValues: selection.customFields ?? [],
    amount: quote.lines[index]?.requestedAmount ?? 0,
    resolution: selection.isShopNow === true ? 'shopNow' : selection.method,
  }));
  return { lines, goodsTotal: goodsTotal(input) };
}

type Reasoned = Omit<Chosen, 'selections' | 'variants' | 'shopNowItems'> & {
  selections: readonly Pick<ClaimSelection, 'lineIdFromPlatform' | 'quantity' | 'reasonId' | 'reasonDetail'>[];
};

/** The same of items and reasons alone. */
export function reasonsChosen({ selections, ...input }: Reasoned): Choices {
  const unsaid = { method: 'other', comments: '', media: [], variantIdFromPlatform: null } as const;
  const chosen = selections.map((selection): ClaimSelection => ({ ...selection, ...unsaid, media: [] }));
  const { lines } = choicesOf({ ...input, selections: chosen, variants: new Map() });
  return { lines: lines.map((line) => ({ ...line, resolution: null })), goodsTotal: 0 };
}

/** What the wanted items cost; of what is not known, nothing. Whether it can be had is checked elsewhere. */
function goodsTotal(input: Chosen): Minor {
  const { order, selections, shopNowItems = [] } = input;
  const lineOf = (id: string | undefined) => order.lines.find(({ idFromPlatform }) => idFromPlatform === id);
  const exchanged = selections.map((selection) => {
    const line = lineOf(selection.lineIdFromPlatform);
    return line && selection.method === 'variantExchange' ? costOf(input, line, unitsOf(selection, line)) : 0;
  });
  const credited = lineOf(selections.find(({ isShopNow }) => isShopNow === true)?.lineIdFromPlatform);
  const bought = credited ? shopNowItems.map((units) => costOf(input, credited, units)) : [];
  return [...exchanged, ...bought].reduce((sum, cost) => sum + cost, 0);
}

const unitsOf = (selection: ClaimSelection, line: OrderLine): WantedUnits => ({
  productIdFromPlatform: selection.productIdFromPlatform ?? line.productIdFromPlatform ?? '',
  variantIdFromPlatform: selection.variantIdFromPlatform ?? '',
  quantity: selection.quantity,
});

function costOf({ order, policy, variants }: Chosen, line: OrderLine, units: WantedUnits): Minor {
  const { productIdFromPlatform: id } = units;
  const variant = variants.get(id)?.find(({ idFromPlatform }) => idFromPlatform === units.variantIdFromPlatform);
  if (!variant) return 0;
  const isOther = id !== line.productIdFromPlatform;
  const priced = policy.isPriced ? variant : withoutShopPrice(variant, line, isOther);
  return goodsCost(wantedItem(priced, { idFromPlatform: id, title: '' }, line, order, units.quantity));
}

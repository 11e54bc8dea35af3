import type { ClaimLine } from '#core/claims/claim.ts';
import type { Check, MoneyFacts } from './facts.ts';

type Item = { lineId: string; quantity: number; method: string; variant: string | null };

/** Units by item, method and what is wanted for them, in words. */
function unitsOf(items: readonly Item[]): string[] {
  const units = new Map<string, number>();
  for (const { lineId, quantity, method, variant } of items) {
    const what = `${lineId} as ${method}${variant === null ? '' : ` for ${variant}`}`;
    units.set(what, (units.get(what) ?? 0) + quantity);
  }
  return [...units].map(([what, quantity]) => `${quantity} of ${what}`).toSorted();
}

const requested = (line: ClaimLine): Item => ({
  lineId: line.lineIdFromPlatform,
  quantity: line.quantity,
  method: line.requestedMethod,
  variant: (line.requestedExchange ?? line).exchange?.variantIdFromPlatform ?? null,
});

/** A claim asks for what the person who made it asked for, and nothing else. */
const askedAsFilledIn: Check<MoneyFacts> = ({ claims, forms, rules }) =>
  claims.flatMap(({ claim }) => {
    const requestKey = rules.requestOf(claim.externalId);
    // Nobody heard which claim their form became.
    const asked = requestKey === null ? null : forms.askedFor(requestKey);
    if (asked === null) return [];
    const [wanted, has] = [unitsOf(asked), unitsOf(claim.lines.map(requested))];
    return wanted.join() === has.join()
      ? []
      : [`${claim.externalId} asks for ${has.join(', ')}, and its form said ${wanted.join(', ')}`];
  });

const MONEY: readonly string[] = ['refund', 'giftCard', 'storeCredit'];

/** An item that staff approved ends as one of their forms said, or as it was asked for: who finalizes approves what is open. */
const approvedAsFilledIn: Check<MoneyFacts> = ({ claims, forms }) =>
  claims.flatMap(({ claim: { externalId, lines, settlements } }) =>
    lines.flatMap((line) => {
      // Its goods could not be sent, so staff gave its value.
      if (settlements.some(({ insteadOf, lineIds }) => insteadOf !== undefined && lineIds.includes(line.id))) return [];
      const approvals = forms.approvalsOf(externalId, line.id);
      const isApproved = line.status === 'approved' && line.canceledOn === null && line.amount !== null;
      // A repair is also approved by who agrees to its quote.
      if (!isApproved || approvals.length === 0 || line.method === 'repair') return [];
      const isAsAsked =
        line.method === line.requestedMethod && line.amount === line.requestedAmount && !line.wasResolvedExternally;
      // Goods are worth what comes back for them, whatever was typed.
      const isMoney = MONEY.includes(line.method ?? '');
      const isAsSaid = approvals.some(
        ({ method, amount, isExternal }) =>
          line.method === method &&
          (line.amount === (amount ?? line.requestedAmount) || !isMoney) &&
          line.wasResolvedExternally === isExternal,
      );
      const how = line.wasResolvedExternally ? ', resolved externally' : '';
      return isAsAsked || isAsSaid
        ? []
        : [`line ${line.id} of ${externalId} gives ${line.amount} as ${line.method}${how}, which no form said`];
    }),
  );

export const FORMS: readonly Check<MoneyFacts>[] = [askedAsFilledIn, approvedAsFilledIn];

import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#contract/client.ts';
import type { quoteClaim } from '#contract/merchant/claim-actions.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { loadProblemText, problemText } from '../../problem-words.ts';
import { ClaimLedger } from '../claim/claim-ledger.tsx';
import { outcomeOf } from '../claim/claim-words.ts';
import type { Quoted } from './creation.ts';
import { claimQuoteQuery } from './order-queries.ts';

const DELAY_MS = 300;

export type ClaimQuote = {
  state: 'unsaid' | 'asking' | 'known';
  /** While another is asked for, the one before. */
  quote: RouteAnswer<typeof quoteClaim> | undefined;
  error: Error | null;
  retry: () => void;
};

/** What the server says a claim would bring its customer or cost, soon after it was changed. */
export function useClaimQuote(storeId: number, body: Quoted | null): ClaimQuote {
  const text = JSON.stringify(body);
  const [later] = useDebouncedValue(text, DELAY_MS);
  const asked = later === text ? body : null;
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(claimQuoteQuery(storeId, asked));
  const isKnown = asked !== null && !isPlaceholderData && !isPending;
  return {
    state: body === null ? 'unsaid' : isKnown ? 'known' : 'asking',
    quote: body === null ? undefined : data,
    error: isKnown ? error : null,
    retry: () => void refetch(),
  };
}

function outcomeText(ledger: RouteAnswer<typeof quoteClaim>['ledger']): string {
  const { label, amount } = outcomeOf(ledger);
  return `${label}: ${moneyText(amount, ledger.currencyCode)}`;
}

/** The balance the claim would have, or why it cannot be made so. */
export function QuotedBalance({ state, quote, error, retry }: ClaimQuote) {
  if (state === 'unsaid')
    return (
      <p className="mg-muted mg-p">
        Choose the items, quantities and resolutions to see what the customer gets or owes.
      </p>
    );
  // Asked again, what was refused is refused again: something in the form has to be another.
  if (error instanceof ApiError && error.status >= 400 && error.status < 500)
    return <Notice tone="waiting">{problemText(error)}</Notice>;
  if (error) return <LoadProblem message={loadProblemText(error)} onRetry={retry} />;
  if (!quote) return <Skeleton height={72} />;
  return (
    <div aria-busy={state === 'asking'} {...(state === 'asking' ? { 'data-stale': true } : {})}>
      <ClaimLedger ledger={quote.ledger} />
      <VisuallyHidden component="output">{state === 'known' ? outcomeText(quote.ledger) : ''}</VisuallyHidden>
    </div>
  );
}

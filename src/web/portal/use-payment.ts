import { useQuery } from '@tanstack/react-query';
import { portalCall, type Answer } from './api.ts';
import type { ClaimOverview } from './routes/overview/claim-overview.ts';
import type { Flow } from './routes/steps/step-frame.tsx';

const POLL_MS = 3000;
type State = Answer<'paymentState'>;
export type Payment = Answer<'createPaymentIntent'>;

export type PaymentUnderWay = {
  payment: Payment | undefined;
  /** `made` also after a reload: a payment that was made is found again, never made twice. */
  state: State | undefined;
  error: Error | null;
  /** Requests the payment that is needed now: the current one, or a new one if that was canceled or is too small. */
  begin: () => void;
  look: () => Promise<State | undefined>;
};

type Wanted = {
  slug: string;
  idFromPlatform: string;
  /** What it is for and how much; the same gets the same payment. */
  what: readonly unknown[];
  ask: ((signal: AbortSignal) => Promise<Payment>) | undefined;
  /** It was sent, and what became of it is waited for. */
  isAwaited?: boolean;
};

function useUnderWay({ slug, idFromPlatform, what, ask, isAwaited = false }: Wanted): PaymentUnderWay {
  const begun = useQuery({
    queryKey: ['payment', slug, idFromPlatform, ...what],
    queryFn: ({ signal }) => (ask ? ask(signal) : Promise.reject(new Error('there is nothing to pay'))),
    enabled: ask !== undefined,
    // Only the server knows whether it is still the right one.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const paymentId = begun.data?.paymentId ?? 0;
  const isPolled = isAwaited || typeof begun.data?.payUrl === 'string';
  const state = useQuery({
    queryKey: ['paymentState', slug, idFromPlatform, paymentId],
    queryFn: ({ signal }) => portalCall('paymentState', { params: { slug, idFromPlatform, paymentId } }, signal),
    enabled: begun.data !== undefined,
    gcTime: 0,
    staleTime: 0,
    refetchInterval: (query) => (isPolled && query.state.data?.state !== 'made' ? POLL_MS : false),
  });
  return {
    payment: begun.data,
    state: state.data,
    error: begun.error ?? (state.data ? null : state.error),
    begin: () => void begun.refetch(),
    look: async () => (await state.refetch()).data,
  };
}

/** The payment this return needs. The same request always gets the same one, until the amount changes. */
export function usePayment({ slug, order, draft, request }: Flow): PaymentUnderWay {
  const { idFromPlatform } = order;
  const { requestKey } = draft;
  return useUnderWay({
    slug,
    idFromPlatform,
    what: [requestKey, request],
    ask:
      request &&
      ((signal) =>
        portalCall(
          'createPaymentIntent',
          { params: { slug, idFromPlatform }, body: { requestKey, ...request } },
          signal,
        )),
  });
}

/** The payment of what a submitted return still costs. */
export function useClaimPayment(slug: string, claim: ClaimOverview, isAwaited: boolean): PaymentUnderWay {
  const { externalId, orderIdFromPlatform, ledger } = claim;
  return useUnderWay({
    slug,
    idFromPlatform: orderIdFromPlatform,
    what: [externalId, ledger?.owed],
    ask: (signal) => portalCall('payForClaim', { params: { slug, externalId } }, signal),
    isAwaited,
  });
}

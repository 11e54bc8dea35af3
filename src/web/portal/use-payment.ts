import { useQuery } from '@tanstack/react-query';
import { portalCall, type Answer } from './api.ts';
import type { Flow } from './routes/steps/step-frame.tsx';

const POLL_MS = 3000;
type State = Answer<'paymentState'>;

export type PaymentUnderWay = {
  payment: Answer<'createPaymentIntent'> | undefined;
  /** `made` also after a reload: a payment that was made is found again, never made twice. */
  state: State | undefined;
  error: Error | null;
  /** Asks for the payment that is needed now: the one under way, or another where that was called off or is too small. */
  begin: () => void;
  look: () => Promise<State | undefined>;
};

/** The payment this return needs. The same request always gets the same one, until the amount changes. */
export function usePayment({ slug, order, draft, request }: Flow): PaymentUnderWay {
  const { idFromPlatform } = order;
  const { requestKey } = draft;
  const begun = useQuery({
    queryKey: ['payment', slug, idFromPlatform, requestKey, request],
    queryFn: ({ signal }) =>
      portalCall(
        'createPaymentIntent',
        { params: { slug, idFromPlatform }, body: { requestKey, ...(request ?? { selections: [] }) } },
        signal,
      ),
    enabled: request !== undefined,
    // Only the server knows whether it is still the right one.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  const paymentId = begun.data?.paymentId ?? 0;
  const isElsewhere = typeof begun.data?.payUrl === 'string';
  const state = useQuery({
    queryKey: ['paymentState', slug, idFromPlatform, paymentId],
    queryFn: ({ signal }) => portalCall('paymentState', { params: { slug, idFromPlatform, paymentId } }, signal),
    enabled: begun.data !== undefined,
    gcTime: 0,
    staleTime: 0,
    refetchInterval: (query) => (isElsewhere && query.state.data?.state !== 'made' ? POLL_MS : false),
  });
  return {
    payment: begun.data,
    state: state.data,
    error: begun.error ?? (state.data ? null : state.error),
    begin: () => void begun.refetch(),
    look: async () => (await state.refetch()).data,
  };
}

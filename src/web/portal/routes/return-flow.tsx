import type { PortalOrder } from '#contract/customer/customer.ts';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearch } from 'wouter';
import { isExpired, isNotFound, portalCall } from '../api.ts';
import { reachableStep, selectionsOf, stepKey } from '../draft.ts';
import { Queries } from '../queries.tsx';
import { estimate, fromQuote } from '../sums.ts';
import { Failure, NotFound } from '../ui/failure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useDraft } from '../use-draft.ts';
import { useUploads } from '../use-uploads.ts';
import { ItemsStep } from './steps/items.tsx';
import { ReasonStep } from './steps/reason.tsx';
import { ResolutionStep } from './steps/resolution.tsx';
import { ReviewStep } from './steps/review.tsx';
import { ShippingStep } from './steps/shipping.tsx';
import type { Flow } from './steps/step-frame.tsx';
import { VariantStep } from './steps/variant.tsx';

type Place = { slug: string; idFromPlatform: string };

/** The return of one order, one decision a screen. */
export function ReturnFlow(place: Place) {
  return (
    <Queries>
      <OrderFlow {...place} />
    </Queries>
  );
}

function OrderFlow({ slug, idFromPlatform }: Place) {
  const order = useQuery({
    queryKey: ['order', slug, idFromPlatform],
    queryFn: ({ signal }) => portalCall('getOrder', { params: { slug, idFromPlatform } }, signal),
  });
  if (order.data) return <Steps slug={slug} order={order.data} onReadAgain={() => void order.refetch()} />;
  if (order.isPending || isExpired(order.error)) return <Skeleton />;
  if (isNotFound(order.error)) return <NotFound slug={slug} what="Order" />;
  return <Failure error={order.error} onRetry={() => void order.refetch()} />;
}

type StepsProps = { slug: string; order: PortalOrder; onReadAgain: () => void };

function Steps({ slug, order, onReadAgain }: StepsProps) {
  const { idFromPlatform } = order;
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('step') ?? 'items';
  const { draft, dispatch, forget } = useDraft(slug, order);
  const uploads = useUploads({ slug, idFromPlatform }, (lineId, media) =>
    dispatch({ type: 'mediaAdded', lineId, media }),
  );

  const { steps, index } = reachableStep(draft, order, asked);
  const step = steps[index] ?? { kind: 'items' };
  const selections = selectionsOf(draft, order);
  const quote = useQuery({
    queryKey: ['quote', slug, idFromPlatform, selections],
    queryFn: ({ signal }) =>
      portalCall('quote', { params: { slug, idFromPlatform }, body: { selections: selections ?? [] } }, signal),
    enabled: selections !== undefined && (step.kind === 'shipping' || step.kind === 'review'),
  });

  const goTo = (to: number): void => {
    const target = steps[to];
    if (target) navigate(`${path}?step=${encodeURIComponent(stepKey(target))}`);
  };
  const flow: Flow = {
    slug,
    order,
    draft,
    dispatch,
    uploads,
    steps,
    index,
    sums: selections && quote.data ? fromQuote(quote.data) : estimate(draft, order),
    onBack: index === 0 ? null : () => goTo(index - 1),
    onNext: () => goTo(index + 1),
  };

  function showClaim(externalId: string): void {
    forget();
    navigate(`/p/${encodeURIComponent(slug)}/claim/overview/${encodeURIComponent(externalId)}`, {
      replace: true,
      state: { isNew: true },
    });
  }

  // The key gives every screen its own heading to focus and its own tried-and-missing state.
  const key = stepKey(step);
  switch (step.kind) {
    case 'items':
      return <ItemsStep key={key} flow={flow} />;
    case 'reason':
      return <ReasonStep key={key} flow={flow} lineId={step.lineId} />;
    case 'resolution':
      return <ResolutionStep key={key} flow={flow} lineId={step.lineId} />;
    case 'variant':
      return <VariantStep key={key} flow={flow} lineId={step.lineId} />;
    case 'shipping':
      return <ShippingStep key={key} flow={flow} />;
    case 'review':
      return (
        <ReviewStep
          key={key}
          flow={flow}
          selections={selections}
          onSubmitted={showClaim}
          quoteError={quote.error}
          onQuoteAgain={() => void quote.refetch()}
          onReadAgain={() => {
            onReadAgain();
            void quote.refetch();
          }}
        />
      );
  }
}

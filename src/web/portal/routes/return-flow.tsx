import type { PortalOrder } from '#contract/customer/customer.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Redirect, useLocation, useSearch } from 'wouter';
import { isExpired, isNotFound, portalCall } from '../api.ts';
import { returnSoFar, wholeReturn } from '../draft-request.ts';
import { methodOf, reachableStep, stepKey } from '../draft-steps.ts';
import { giftPage } from '../path.ts';
import { Queries } from '../queries.tsx';
import { estimate, fromQuote } from '../sums.ts';
import { Failure, NotFound } from '../ui/failure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useDraft } from '../use-draft.ts';
import { useUploads } from '../use-uploads.ts';
import { InstantStep } from './steps/instant.tsx';
import { ItemsStep } from './steps/items.tsx';
import { PayStep } from './steps/pay.tsx';
import { ProductStep } from './steps/product.tsx';
import { ReasonStep } from './steps/reason.tsx';
import { ResolutionStep } from './steps/resolution.tsx';
import { RecipientStep } from './steps/recipient.tsx';
import { ReviewStep } from './steps/review.tsx';
import { ShippingStep } from './steps/shipping.tsx';
import { ShopStep } from './steps/shop.tsx';
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
  const isAskedAsGift = new URLSearchParams(useSearch()).get('isGiftReturn') === 'true';
  // This browser may have the order open as its buyer, or another order; the address asks for it as its recipient.
  if (isAskedAsGift && (order.data ? !order.data.isGiftReturn : isNotFound(order.error))) {
    return <Redirect to={`/p/${encodeURIComponent(slug)}/gift?order=${encodeURIComponent(idFromPlatform)}`} replace />;
  }
  if (order.data) return <Steps slug={slug} order={order.data} onReadAgain={() => void order.refetch()} />;
  if (order.isPending || isExpired(order.error)) return <Skeleton />;
  if (isNotFound(order.error)) return <NotFound slug={slug} what="Order" />;
  return <Failure error={order.error} onRetry={() => void order.refetch()} />;
}

/** Screens on which the server's sums are needed: where goods are chosen, and everything after. */
const QUOTED: ReadonlySet<string> = new Set(['variant', 'shop', 'instant', 'recipient', 'shipping', 'review', 'pay']);

type StepsProps = { slug: string; order: PortalOrder; onReadAgain: () => void };

function Steps({ slug, order, onReadAgain }: StepsProps) {
  const { idFromPlatform } = order;
  const [path, navigate] = useLocation();
  const asked = new URLSearchParams(useSearch()).get('step') ?? 'items';
  const { draft, dispatch, forget } = useDraft(slug, order);
  const uploads = useUploads({ slug, idFromPlatform }, `return:${slug}:${idFromPlatform}`, (lineId, media) =>
    dispatch({ type: 'mediaAdded', lineId, media }),
  );

  const request = wholeReturn(draft, order);
  const soFar = returnSoFar(draft, order);
  const quote = useQuery({
    queryKey: ['quote', slug, idFromPlatform, soFar],
    queryFn: ({ signal }) =>
      portalCall('quote', { params: { slug, idFromPlatform }, body: soFar ?? { selections: [] } }, signal),
    enabled: soFar !== undefined && QUOTED.has(asked.split(':')[0] ?? ''),
    placeholderData: keepPreviousData,
  });
  const ledger = soFar && quote.data?.ledger;
  // Until the amounts are loaded, a shopper who was paying stays on the payment step.
  const isPaymentNeeded = ledger ? ledger.held > 0 : asked === 'pay' && !order.isGiftReturn;
  const { steps, index } = reachableStep(draft, order, asked, isPaymentNeeded);
  const step = steps[index] ?? { kind: 'items' };

  const goTo = (key: string): void => {
    if (!steps.some((one) => stepKey(one) === key)) return;
    const page = order.isGiftReturn ? `${giftPage(path)}&` : `${path}?`;
    navigate(`${page}step=${encodeURIComponent(key)}`);
  };
  const goBy = (by: number): void => {
    const target = steps[index + by];
    if (target) goTo(stepKey(target));
  };
  const exact = soFar && quote.data && fromQuote(quote.data, (lineId) => methodOf(draft, order, lineId));
  const flow: Flow = {
    slug,
    order,
    draft,
    dispatch,
    uploads,
    steps,
    index,
    sums: exact && QUOTED.has(step.kind) ? { ...exact, isExact: !quote.isPlaceholderData } : estimate(draft, order),
    fees: quote.data?.fees ?? [],
    request,
    quoteError: quote.error,
    onQuoteAgain: () => void quote.refetch(),
    onGoTo: goTo,
    onBack: index === 0 ? null : () => goBy(-1),
    onNext: () => goBy(1),
  };

  function showClaim(externalId: string): void {
    forget();
    uploads.clear();
    const page = `/p/${encodeURIComponent(slug)}/claim/overview/${encodeURIComponent(externalId)}`;
    navigate(order.isGiftReturn ? giftPage(page) : page, {
      replace: true,
      state: { isNew: true },
    });
  }

  function readAgain(): void {
    onReadAgain();
    void quote.refetch();
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
    case 'product':
      return <ProductStep key={key} flow={flow} lineId={step.lineId} />;
    case 'variant':
      return <VariantStep key={key} flow={flow} lineId={step.lineId} />;
    case 'shop':
      return <ShopStep key={key} flow={flow} />;
    case 'instant':
      return <InstantStep key={key} flow={flow} />;
    case 'recipient':
      return <RecipientStep key={key} flow={flow} />;
    case 'shipping':
      return <ShippingStep key={key} flow={flow} />;
    case 'review':
      return <ReviewStep key={key} flow={flow} onReadAgain={readAgain} onSubmitted={showClaim} />;
    case 'pay':
      return <PayStep key={key} flow={flow} onReadAgain={readAgain} onSubmitted={showClaim} />;
  }
}

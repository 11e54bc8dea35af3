import type { PortalOrder } from '#contract/customer/customer.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { lazy, useEffect, useMemo } from 'react';
import { Redirect, useLocation, useSearch } from 'wouter';
import { isExpired, isNotFound, portalCall } from '../api.ts';
import { reasonsSoFar, returnSoFar, wholeReturn } from '../draft-request.ts';
import { askPage, reviewable } from '../ask.ts';
import { chosenLines, reconcileDraft, reduceDraft, REST_METHODS, whyNotForReason, type Draft } from '../draft.ts';
import { isReviewed, methodOf, missingOn, reachableStep, stepKey, stepsOf, type Step } from '../draft-steps.ts';
import { prepareMoney } from '../format.ts';
import { giftPage } from '../path.ts';
import { Queries } from '../queries.tsx';
import { estimate, fromQuote } from '../sums.ts';
import { afterPaint } from '../ui/after-paint.ts';
import { Failure, NotFound } from '../ui/failure.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { useDraft } from '../use-draft.ts';
import { useUploads } from '../use-uploads.ts';
import type { AskedFor } from './steps/ask.tsx';
import { ItemsStep } from './steps/items.tsx';
import { ReasonStep } from './steps/reason.tsx';
import { ResolutionStep } from './steps/resolution.tsx';
import { ReviewStep } from './steps/review.tsx';
import { ShippingStep } from './steps/shipping.tsx';
import type { Flow } from './steps/step-frame.tsx';

// Only some returns have these.
const AskStep = lazy(() => import('./steps/ask.tsx').then(({ AskStep: step }) => ({ default: step })));
const InstantStep = lazy(() => import('./steps/instant.tsx').then(({ InstantStep: step }) => ({ default: step })));
const PayStep = lazy(() => import('./steps/pay.tsx').then(({ PayStep: step }) => ({ default: step })));
const PhoneStep = lazy(() => import('./steps/phone.tsx').then(({ PhoneStep: step }) => ({ default: step })));
const ProductStep = lazy(() => import('./steps/product.tsx').then(({ ProductStep: step }) => ({ default: step })));
const RecipientStep = lazy(() =>
  import('./steps/recipient.tsx').then(({ RecipientStep: step }) => ({ default: step })),
);
const ShopStep = lazy(() => import('./steps/shop.tsx').then(({ ShopStep: step }) => ({ default: step })));
const VariantStep = lazy(() => import('./steps/variant.tsx').then(({ VariantStep: step }) => ({ default: step })));

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
  if (isAskedAsGift && (isNotFound(order.error) || order.data?.isGiftReturn === false)) {
    return <Redirect to={`/p/${encodeURIComponent(slug)}/gift?order=${encodeURIComponent(idFromPlatform)}`} replace />;
  }
  // Also once it was shown: another tab may have opened another order since.
  if (isNotFound(order.error)) return <NotFound slug={slug} what="order" />;
  if (order.data) return <Steps slug={slug} order={order.data} onReadAgain={() => void order.refetch()} />;
  if (order.isPending || isExpired(order.error)) return <Skeleton />;
  return <Failure error={order.error} onRetry={() => void order.refetch()} />;
}

/** Screens on which the server's sums are needed: where goods are chosen, and everything after. */
const QUOTED: ReadonlySet<string> = new Set([
  'variant',
  'shop',
  'instant',
  'recipient',
  'shipping',
  'phone',
  'review',
  'pay',
]);

/** Screens on which they are asked for; where a resolution is chosen for the screen that follows. */
const ASKED: ReadonlySet<string> = new Set([...QUOTED, 'resolution']);

const ANY_WAY: PortalOrder['shippingMethods'] = ['label', 'packingSlip'];

const REVIEW: Step = { kind: 'review' };

/** Back from a part that is changed: from a variant to its product, from all others to the review. */
const backFrom = (step: Step, steps: readonly Step[]): Step =>
  (step.kind === 'variant' && steps.find((one) => one.kind === 'product' && one.lineId === step.lineId)) || REVIEW;

/** What the address asks a review for; null where it asks for none, or none can be had. */
function askedFor(search: URLSearchParams, { lineItems }: PortalOrder): AskedFor | null {
  const line = lineItems.find(({ lineIdFromPlatform }) => lineIdFromPlatform === search.get('ask'));
  const claimType = search.get('type') === 'Warranty' ? 'Warranty' : 'Return';
  const method = REST_METHODS.find((one) => one === search.get('method')) ?? null;
  return line && reviewable(line, claimType, true) > 0 ? { lineId: line.lineIdFromPlatform, claimType, method } : null;
}

type StepsProps = { slug: string; order: PortalOrder; onReadAgain: () => void };

function Steps({ slug, order: looked, onReadAgain }: StepsProps) {
  const { idFromPlatform } = looked;
  const [path, navigate] = useLocation();
  const search = new URLSearchParams(useSearch());
  const asked = search.get('step') ?? 'items';
  useEffect(() => prepareMoney(looked.currencyCode), [looked.currencyCode]);
  const { draft: put, dispatch, forget } = useDraft(slug, looked);
  const reasons = reasonsSoFar(put, looked);
  const reasoned = useQuery({
    queryKey: ['reasons', slug, idFromPlatform, put.claimType, reasons],
    queryFn: ({ signal }) =>
      portalCall(
        'orderForReasons',
        { params: { slug, idFromPlatform }, body: { claimType: put.claimType, selections: reasons } },
        signal,
      ),
    enabled: reasons.length > 0,
    placeholderData: keepPreviousData,
  });
  const known = (reasons.length > 0 && reasoned.data) || looked;
  const uploads = useUploads({ slug, idFromPlatform }, `return:${slug}:${idFromPlatform}`, (lineId, media) =>
    dispatch({ type: 'mediaAdded', lineId, media }),
  );

  // The server decides which way back it is: rules may offer other ways than the settings, given what was chosen.
  const anyWay = useMemo(() => ({ ...known, shippingMethods: ANY_WAY }), [known]);
  const asking = reconcileDraft(put, anyWay) ?? put;
  const soFar = returnSoFar(asking, anyWay);
  const { requestKey } = put;
  const quote = useQuery({
    queryKey: ['quote', slug, idFromPlatform, soFar],
    queryFn: ({ signal }) =>
      portalCall('quote', { params: { slug, idFromPlatform }, body: { requestKey, selections: [], ...soFar } }, signal),
    enabled: soFar !== undefined && !isReviewed(asking.claimType) && ASKED.has(asked.split(':')[0] ?? ''),
    placeholderData: keepPreviousData,
  });
  const isQuoted = soFar !== undefined && quote.data !== undefined && quote.data.shippingMethods.length > 0;
  const quoted = isQuoted ? quote.data.shippingMethods : null;
  const offered = useMemo(
    () => quoted ?? known.shippingMethods.map((method) => ({ method, charge: undefined })),
    [quoted, known],
  );
  const order = useMemo(() => ({ ...known, shippingMethods: offered.map(({ method }) => method) }), [known, offered]);
  const draft = reconcileDraft(put, order) ?? put;
  const request = wholeReturn(draft, order);
  const ledger = soFar && quote.data?.ledger;
  // Until the amounts are loaded, a shopper who was paying stays on the payment step.
  const isPaymentNeeded = ledger ? ledger.held > 0 : asked === 'pay' && !order.isGiftReturn;
  const { steps, index } = reachableStep(draft, order, asked, isPaymentNeeded);
  const step = steps[index] ?? { kind: 'items' };

  const isChanging = search.has('change') && step.kind !== 'review' && step.kind !== 'pay';
  const goTo = (key: string, isChange = false): void => {
    const page = order.isGiftReturn ? `${giftPage(path)}&` : `${path}?`;
    navigate(`${page}step=${encodeURIComponent(key)}${isChange ? '&change=1' : ''}`);
  };
  /** From this screen on with a draft: to the next one, or where a part was changed back to the review. */
  function goOn(from: Draft): void {
    const all = stepsOf(from, order, isPaymentNeeded);
    const open = isChanging ? all.find((one) => missingOn(one, from, order) !== null) : undefined;
    const next = isChanging ? (open ?? REVIEW) : all[all.findIndex((one) => stepKey(one) === stepKey(step)) + 1];
    const here = window.location.href;
    // What was pressed is seen first. A shopper who presses twice goes on once.
    if (next) afterPaint(() => here === window.location.href && goTo(stepKey(next), open !== undefined));
  }
  const before = isChanging ? backFrom(step, steps) : steps[index - 1];
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
    ways: { isAsking: quote.isFetching && !isQuoted, offered },
    fees: quote.data?.fees ?? [],
    sumsKey: quote.isPlaceholderData ? undefined : quote.data?.sumsKey,
    isAsking: reasons.length > 0 && (reasoned.isPending || reasoned.isPlaceholderData),
    request,
    quoteError: quote.error,
    onQuoteAgain: () => void quote.refetch(),
    onReadAgain: readAgain,
    onChange: (key) => steps.some((one) => stepKey(one) === key) && goTo(key, true),
    onBack: before ? () => goTo(stepKey(before), isChanging && before !== REVIEW) : null,
    onNext: () => goOn(draft),
    onPick: (action) => {
      dispatch(action);
      const after = reduceDraft(draft, action);
      if (missingOn(step, after, order) === null) goOn(after);
    },
    isChanging,
    askPage: (lineId, claimType, method) =>
      askPage({ path, isGiftReturn: order.isGiftReturn, from: stepKey(step), isChanging }, lineId, claimType, method),
  };

  function showClaim(externalId: string): void {
    const page = `/p/${encodeURIComponent(slug)}/claim/overview/${encodeURIComponent(externalId)}`;
    navigate(order.isGiftReturn ? giftPage(page) : page, {
      replace: true,
      state: { isNew: true },
    });
  }

  function submitted(externalId: string): void {
    forget();
    uploads.clear();
    showClaim(externalId);
  }

  function readAgain(): void {
    onReadAgain();
    if (reasons.length > 0) void askAgain();
    void quote.refetch();
  }

  /** What the order allows now, without leaving the screen. */
  function lookAgain(): void {
    onReadAgain();
    if (reasons.length > 0) void reasoned.refetch();
  }

  /** Rules may ask for more since; the screen that does stays until the shopper leaves it. */
  async function askAgain(): Promise<void> {
    const { data } = await reasoned.refetch();
    const now = data && reconcileDraft(put, data);
    const open = now && stepsOf(now, data).find((one) => missingOn(one, now, data) !== null);
    if (open) goTo(stepKey(open), true);
  }

  const review = askedFor(search, order);
  if (review) {
    const back = (): void => goTo(search.get('from') ?? 'items', search.has('change'));
    return (
      <AskStep
        key={review.lineId}
        flow={flow}
        asked={review}
        onBack={back}
        onRefused={lookAgain}
        onSubmitted={showClaim}
      />
    );
  }

  // Without what the rules say about the reasons, questions would be left out and the return refused at its end; an item
  // that some reasons alone open would be refused for all.
  const needsAnswer =
    step.kind === 'reason'
      ? chosenLines(draft, order).some(
          (line) => line.lineIdFromPlatform === step.lineId && whyNotForReason(draft, line) !== null,
        )
      : step.kind !== 'items';
  if (reasons.length > 0 && reasoned.isError && !isExpired(reasoned.error) && needsAnswer)
    return <Failure error={reasoned.error} onRetry={lookAgain} />;
  // A rule may offer what was chosen: no earlier screen comes up before it was asked.
  if (reasons.length > 0 && reasoned.isPending && stepKey(step) !== asked) return <Skeleton />;

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
    case 'phone':
      return <PhoneStep key={key} flow={flow} />;
    case 'review':
      return <ReviewStep key={key} flow={flow} onSubmitted={submitted} />;
    case 'pay':
      return <PayStep key={key} flow={flow} onSubmitted={submitted} />;
  }
}

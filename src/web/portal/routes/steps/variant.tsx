import { useQuery } from '@tanstack/react-query';
import { messageOf, portalCall } from '../../api.ts';
import { lineOf } from '../../draft.ts';
import { reasonOf } from '../../draft-steps.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Difference } from './difference.tsx';
import { Options, type Offered } from './options.tsx';
import { productQuery } from './goods.ts';
import { StepFrame, type Flow } from './step-frame.tsx';
import { rich, t } from '../../texts.ts';

type Choices = { data: Offered[] | undefined; error: Error | null; isFetching: boolean; again: () => void };
type Props = { flow: Flow; lineId: string };

/** Which variant is wanted instead, from the stock as it is now: of the same product, or of the one chosen before. */
export function VariantStep(props: Props) {
  const isOther = lineOf(props.flow.draft, props.lineId).method === 'otherProduct';
  return isOther ? <OtherProduct {...props} /> : <SameProduct {...props} />;
}

function SameProduct({ flow, lineId }: Props) {
  const { slug, order } = flow;
  const { idFromPlatform } = order;
  const variants = useQuery({
    queryKey: ['variants', slug, idFromPlatform, lineId],
    queryFn: ({ signal }) =>
      portalCall('variants', { params: { slug, idFromPlatform, lineIdFromPlatform: lineId } }, signal),
    // Stock is only true now.
    staleTime: 0,
  });
  const data = variants.data?.variants.map((variant): Offered => ({
    id: variant.idFromPlatform,
    title: variant.title,
    options: variant.options,
    isCurrent: variant.isCurrent,
    imgUrl: variant.imgUrl,
    whyNot: variant.isCurrent
      ? t('variant.current')
      : !variant.isAvailable
        ? t('variant.soldOut')
        : variant.isOffered
          ? null
          : t('variant.notForGift'),
    price: null,
    difference: null,
  }));
  const { error, isFetching, refetch } = variants;
  return <Variants flow={flow} lineId={lineId} choices={{ data, error, isFetching, again: () => void refetch() }} />;
}

function OtherProduct({ flow, lineId }: Props) {
  const { product: wanted } = lineOf(flow.draft, lineId);
  const found = useQuery(productQuery(flow, wanted?.id ?? '', lineId));
  const [product] = found.data?.products ?? [];
  const data =
    found.data &&
    (product?.variants ?? []).map((variant): Offered => ({
      id: variant.idFromPlatform,
      title: variant.title,
      options: variant.options,
      isCurrent: false,
      imgUrl: variant.imgUrl ?? product?.imgUrl ?? null,
      whyNot: variant.isAvailable ? null : t('variant.soldOut'),
      price: variant.price,
      difference: variant.difference,
    }));
  const { error, isFetching, refetch } = found;
  return (
    <Variants
      flow={flow}
      lineId={lineId}
      title={wanted?.title ?? ''}
      choices={{ data, error, isFetching, again: () => void refetch() }}
    />
  );
}

function Variants({ flow, lineId, title, choices }: Props & { title?: string; choices: Choices }) {
  const { order, draft, dispatch } = flow;
  const line = order.lineItems.find((other) => other.lineIdFromPlatform === lineId);
  const said = lineOf(draft, lineId);
  const chosen = title === undefined ? said.variant : said.productVariant;
  const { data, error, isFetching, again } = choices;
  const isGone =
    chosen !== null && !isFetching && data?.some(({ id, whyNot }) => id === chosen.id && whyNot === null) === false;
  if (!line) return null;
  return (
    <StepFrame flow={flow} heading={t('variant.heading')} {...(isGone && { missing: t('variant.gone') })}>
      {data === undefined && error === null && <Skeleton rows={3} />}
      {error !== null && data === undefined && (
        <Notice tone="bad">
          <p>{messageOf(error)}</p>
          <Button look="quiet" onClick={again}>
            {t('common.tryAgain')}
          </Button>
        </Notice>
      )}
      {isGone && (
        <Notice tone="bad">
          <p>{rich('variant.justSoldOut', { variant: <span dir="auto">{chosen.title}</span> })}</p>
        </Notice>
      )}
      {data?.every(({ whyNot }) => whyNot !== null) === true && <Notice tone="info">{t('variant.none')}</Notice>}
      {data !== undefined && data.length > 0 && (
        <Options
          key={title ?? lineId}
          variants={data}
          chosenId={isGone ? undefined : chosen?.id}
          detail={reasonOf(draft, order, lineId).reasonDetail}
          name={title ?? line.name}
          about={
            title === undefined
              ? t('variant.have', { variant: line.variantTitle })
              : t('variant.instead', { item: line.name })
          }
          fallback={line.imgUrl}
          currencyCode={order.currencyCode}
          onChoose={(variant) => dispatch({ type: 'variant', lineId, variant })}
        />
      )}
      {order.isGiftReturn || !data ? null : <Difference flow={flow} isChosen={chosen !== null && !isGone} />}
    </StepFrame>
  );
}

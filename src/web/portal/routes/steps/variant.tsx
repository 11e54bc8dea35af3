import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { portalCall } from '../../api.ts';
import { lineOf } from '../../draft.ts';
import { messageOf } from '../../api.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/choice.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './reason.module.css';
import { LineHeader, StepFrame, type Flow } from './step-frame.tsx';

/** Another variant of the same product, from the stock as it is now. */
export function VariantStep({ flow, lineId }: { flow: Flow; lineId: string }) {
  const name = useId();
  const { slug, order, draft, dispatch } = flow;
  const { idFromPlatform } = order;
  const line = order.lines.find((other) => other.lineIdFromPlatform === lineId);
  const variants = useQuery({
    queryKey: ['variants', slug, idFromPlatform, lineId],
    queryFn: ({ signal }) =>
      portalCall('variants', { params: { slug, idFromPlatform, lineIdFromPlatform: lineId } }, signal),
    // Stock is only true now.
    staleTime: 0,
  });
  if (!line) return null;
  const { variant: chosen } = lineOf(draft, lineId);
  const all = variants.data?.variants ?? [];
  return (
    <StepFrame flow={flow} heading="Which one would you like?">
      <LineHeader flow={flow} line={line} />
      {variants.isPending && <Skeleton rows={3} />}
      {variants.isError && !variants.data && (
        <Notice tone="bad">
          <p>{messageOf(variants.error)}</p>
          <Button look="quiet" onClick={() => void variants.refetch()}>
            Try again
          </Button>
        </Notice>
      )}
      {variants.data && !all.some(({ isAvailable, isCurrent }) => isAvailable && !isCurrent) && (
        <Notice tone="info">
          Everything else of this product is sold out at the moment. Go back to choose something different.
        </Notice>
      )}
      {all.length > 0 && (
        <fieldset className={styles.choices}>
          <legend className={styles.legend}>Choose from what is in stock</legend>
          {all.map((variant) => (
            <Choice
              key={variant.idFromPlatform}
              name={name}
              title={variant.title}
              isChecked={variant.idFromPlatform === chosen?.id}
              onChoose={() =>
                dispatch({
                  type: 'variant',
                  lineId,
                  variant: { id: variant.idFromPlatform, title: variant.title },
                })
              }
              whyNot={variant.isCurrent ? 'The one you have' : variant.isAvailable ? null : 'Sold out'}
              picture={<Picture url={variant.imgUrl ?? line.imgUrl} size="small" />}
            />
          ))}
        </fieldset>
      )}
    </StepFrame>
  );
}

import { Button, Radio, Skeleton, Stack } from '@mantine/core';
import type { claimVariants } from '#contract/merchant/merchant.ts';
import type { RouteAnswer } from '#contract/route.ts';
import type { ExchangeChoice } from '#core/claims/claim.ts';
import { Notice } from '../../../ui/notice.tsx';
import { problemText } from '../../problem-words.ts';
import { LinePicture } from './line-picture.tsx';

type Offered = RouteAnswer<typeof claimVariants>['variants'][number];

const stockText = (available: number | null): string =>
  available === null ? 'Stock is not tracked' : available <= 0 ? 'Out of stock' : `${available} in stock`;

type VariantPickerProps = {
  variants: readonly Offered[] | undefined;
  error: Error | null;
  onRetry: () => void;
  quantity: number;
  chosen: string | null;
  onChoose: (choice: ExchangeChoice) => void;
};

/** The variants of the line's product with their live stock; one without enough of it cannot be chosen. */
export function VariantPicker({ variants, error, onRetry, quantity, chosen, onChoose }: VariantPickerProps) {
  if (error)
    return (
      <Notice
        tone="bad"
        action={
          <Button size="xs" variant="default" onClick={onRetry}>
            Try again
          </Button>
        }
      >
        {problemText(error)}
      </Notice>
    );
  if (!variants)
    return (
      <Stack gap="xs">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height={56} />
        ))}
      </Stack>
    );
  if (variants.length === 0)
    return <Notice tone="neutral">The product of this item has no variants to exchange it for.</Notice>;
  return (
    <Radio.Group
      label={quantity > 1 ? `Variant to send (${quantity} units)` : 'Variant to send'}
      value={chosen}
      onChange={(id) => {
        const variant = variants.find((one) => one.idFromPlatform === id);
        if (variant)
          onChoose({
            variantIdFromPlatform: variant.idFromPlatform,
            title: variant.title,
            sku: variant.sku,
            imgUrl: variant.imgUrl,
          });
      }}
    >
      <div className="mg-variants">
        {variants.map((variant) => {
          const isShort = variant.available !== null && variant.available < quantity;
          return (
            <Radio.Card
              key={variant.idFromPlatform}
              value={variant.idFromPlatform}
              disabled={isShort}
              className="mg-variant"
              withBorder={false}
            >
              <Radio.Indicator />
              <LinePicture url={variant.imgUrl} size={40} />
              <span className="mg-variant-name">
                {variant.title}
                {variant.sku ? <span className="mg-muted">{variant.sku}</span> : null}
              </span>
              <span className="mg-muted">{stockText(variant.available)}</span>
            </Radio.Card>
          );
        })}
      </div>
    </Radio.Group>
  );
}

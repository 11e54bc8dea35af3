import { Checkbox, Radio, Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { claimVariants } from '#contract/merchant/merchant.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { goodsTitle } from '#core/claims/exchange.ts';
import { chosenVariant, firstChoice, optionAxes, optionNames, withValue } from '#core/claims/variant-options.ts';
import { useState } from 'react';
import { OptionPicker } from '../../../ui/option-picker.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { moneyText } from '../../../ui/money-text.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { variantsQuery, type LineRef } from '../../queries.ts';
import type { WantedGoods } from './approval.ts';
import { LinePicture } from './line-picture.tsx';

type Offered = RouteAnswer<typeof claimVariants>;
type Variant = Offered['variants'][number];

/** Words for the stock there is now. */
const stockText = (available: number | null): string =>
  available === null ? "Stock isn't tracked" : available <= 0 ? 'Out of stock' : `${available} in stock`;

export type VariantChoice = {
  storeId: number;
  /** The line that something is wanted instead of. */
  of: LineRef;
  claim: { currencyCode: string };
  line: { quantity: number; reason?: { detail: string } | null };
  /** Variants chosen already. */
  chosen: readonly string[];
  onPick: (item: WantedGoods) => void;
  /** The options chosen make no variant anymore. */
  onClear?: () => void;
  /** Given where several may be chosen: takes one back. */
  onDrop?: (variantId: string) => void;
  /** Why no further one can be chosen. */
  isFull?: boolean;
  /** What is short cannot be chosen; else it can, and will be missing when it is sent. */
  isStockNeeded?: boolean;
};

/** The variants of a product with their live stock and price. */
export function ProductVariants({ productId, ...choice }: VariantChoice & { productId: string | null }) {
  const { storeId, of, claim } = choice;
  const { data, error, refetch } = useQuery(variantsQuery(storeId, of, productId));
  if (error) return <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <Stack gap="xs">
        {[0, 1, 2].map((row) => (
          <Skeleton key={row} height={56} />
        ))}
      </Stack>
    );
  if (!data.isPriced && !choice.onDrop)
    return (
      <Notice tone="neutral">
        The order was paid in {claim.currencyCode}, so only variants of the same product are available.
      </Notice>
    );
  if (data.variants.length === 0)
    return <Notice tone="neutral">No product options found. Select another resolution.</Notice>;
  const names = choice.onDrop ? null : optionNames(pickableOf(data.variants, 1));
  if (names !== null)
    return <VariantOptions key={data.productIdFromPlatform} {...choice} offered={data} names={names} />;
  return <VariantList {...choice} offered={data} />;
}

/** What the options need to know of each; `least`: the units that have to be in stock. */
const pickableOf = (variants: readonly Variant[], least: number) =>
  variants.map((variant) => ({
    id: variant.idFromPlatform,
    options: variant.options,
    whyNot: variant.available !== null && variant.available < least ? 'Out of stock' : null,
    isCurrent: variant.isCurrent,
    imgUrl: variant.imgUrl,
  }));

type OptionsProps = VariantChoice & { offered: Offered; names: readonly string[] };

/** One variant by its color and size, with its stock and price once it is chosen. */
function VariantOptions({ claim, line, chosen, onPick, onClear, isStockNeeded = false, offered, names }: OptionsProps) {
  const variants = pickableOf(offered.variants, isStockNeeded ? line.quantity : 1);
  const [choice, setChoice] = useState(() => firstChoice(variants, names, chosen[0]));
  const current = offered.variants.find(
    ({ idFromPlatform }) => idFromPlatform === chosenVariant(variants, names, choice)?.id,
  );
  function pick(name: string, value: string): void {
    const next = withValue(variants, names, choice, name, value);
    setChoice(next);
    const id = chosenVariant(variants, names, next)?.id;
    const variant = offered.variants.find(({ idFromPlatform }) => idFromPlatform === id);
    if (variant) onPick(itemOf(variant, offered));
    else onClear?.();
  }
  return (
    <fieldset className="mg-options-of" aria-label={sendLabel(line.quantity)}>
      <OptionPicker
        axes={optionAxes(variants, names, choice, line.reason?.detail ?? '')}
        choice={choice}
        onPick={pick}
        canPickAll={!isStockNeeded}
      />
      <p className="mg-variant" aria-live="polite">
        {current ? (
          <VariantBody variant={current} currencyCode={offered.isPriced ? claim.currencyCode : null} />
        ) : (
          <span className="mg-muted">Choose {names.map((name) => name.toLowerCase()).join(' and ')}.</span>
        )}
      </p>
    </fieldset>
  );
}

const sendLabel = (quantity: number): string =>
  Number.isInteger(quantity) && quantity > 1 ? `Variant to send (${quantity} units)` : 'Variant to send';

function VariantList({
  claim,
  line,
  chosen,
  onPick,
  onDrop,
  isFull = false,
  isStockNeeded = false,
  offered,
}: VariantChoice & { offered: Offered }) {
  const pick = (id: string): void => {
    const variant = offered.variants.find((one) => one.idFromPlatform === id);
    if (variant) onPick(itemOf(variant, offered));
  };
  const cards = offered.variants.map((variant) => {
    const id = variant.idFromPlatform;
    const common = { value: id, className: 'mg-variant', withBorder: false };
    const body = <VariantBody variant={variant} currencyCode={offered.isPriced ? claim.currencyCode : null} />;
    return onDrop ? (
      <Checkbox.Card
        key={id}
        {...common}
        disabled={isFull && !chosen.includes(id)}
        checked={chosen.includes(id)}
        onClick={() => (chosen.includes(id) ? onDrop(id) : pick(id))}
      >
        <Checkbox.Indicator />
        {body}
      </Checkbox.Card>
    ) : (
      <Radio.Card
        key={id}
        {...common}
        disabled={isStockNeeded && variant.available !== null && variant.available < line.quantity}
      >
        <Radio.Indicator />
        {body}
      </Radio.Card>
    );
  });
  if (onDrop)
    return (
      <fieldset className="mg-variants" aria-label={`Variants of ${offered.productTitle}`}>
        {cards}
      </fieldset>
    );
  return (
    <Radio.Group label={sendLabel(line.quantity)} value={chosen[0] ?? null} onChange={pick}>
      <div className="mg-variants">{cards}</div>
    </Radio.Group>
  );
}

function VariantBody({ variant, currencyCode }: { variant: Variant; currencyCode: string | null }) {
  return (
    <>
      <LinePicture url={variant.imgUrl} size={40} />
      <span className="mg-variant-name">
        <bdi>{variant.title}</bdi>
        {variant.sku ? <span className="mg-muted">{variant.sku}</span> : null}
      </span>
      <span className="mg-variant-facts">
        {currencyCode === null ? null : <span>{moneyText(variant.unitPrice + variant.unitTax, currencyCode)}</span>}
        <span className="mg-muted">{stockText(variant.available)}</span>
      </span>
    </>
  );
}

const itemOf = (variant: Variant, offered: Offered): WantedGoods => ({
  variantIdFromPlatform: variant.idFromPlatform,
  productIdFromPlatform: offered.productIdFromPlatform,
  title: goodsTitle(offered.productTitle, variant.title),
  sku: variant.sku,
  imgUrl: variant.imgUrl,
  quantity: 1,
  unitPrice: variant.unitPrice,
  unitTax: variant.unitTax,
});

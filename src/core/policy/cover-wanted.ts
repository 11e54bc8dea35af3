import { isCheckoutPlusOn } from '#core/policy/widget-config-for.ts';
import type { CoverProduct } from '#core/protection/cover-product.ts';
import type { StoreSettings } from '#core/settings/settings.ts';

export type CoverSettings = Pick<StoreSettings, 'provider' | 'checkoutPlus' | 'checkoutPlusAdvanced' | 'widget'>;

export type CoverWanted = { title: string; prices: number[] };

/** What the product of the cover has to be. */
export const coverWanted = ({ widget }: Pick<CoverSettings, 'widget'>): CoverWanted => ({
  title: widget.widgetLabel,
  prices: [...new Set(widget.coverPrices.map(({ price }) => price))],
});

/** Whether the product is as it has to be. */
export const isAsWanted = (
  { title, prices }: CoverWanted,
  kept: { product: CoverProduct | null; title: string },
): boolean =>
  kept.product !== null &&
  kept.title === title &&
  prices.every((price) => kept.product?.variants.some((variant) => variant.price === price));

/** Whether the platform puts our script into the pages of the shop; a store that installs it otherwise says so. */
export const isScriptWanted = (settings: CoverSettings): boolean =>
  isCheckoutPlusOn(settings) && settings.checkoutPlusAdvanced.scriptTagNote.trim() === '';

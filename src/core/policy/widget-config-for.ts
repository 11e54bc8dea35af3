import { EXPONENTS } from '#core/currency.ts';
import { brandVariables } from '#core/brand-colors.ts';
import type { CurrencyCode } from '#core/money.ts';
import { isPictureAddress } from '#core/brand/pictures.ts';
import type { CoverProduct } from '#core/protection/cover-product.ts';
import type { WidgetConfig } from '#core/protection/widget-config.ts';
import type { StoreSettings } from '#core/settings/settings.ts';

type Around = {
  settings: StoreSettings;
  currencyCode: CurrencyCode;
  /** Null while the platform has none. */
  product: CoverProduct | null;
  /** Where this server is reached. */
  publicUrl: string;
};

/** What the widget of a store shows and does. It is off unless every price has its variant at the platform. */
export function widgetConfigFor({ settings, currencyCode, product, publicUrl }: Around): WidgetConfig {
  const { widget, widgetModal, checkoutPlus, checkoutElements, checkoutPlusAdvanced: advanced, theme } = settings;
  const coverVariantIds = product?.variants.map(({ idFromPlatform }) => idFromPlatform) ?? [];
  const prices = widget.coverPrices.flatMap(({ upTo, price }) => {
    const variant = product?.variants.find((one) => one.price === price);
    return variant ? [{ upTo, variantId: variant.idFromPlatform, price }] : [];
  });
  const isWhole = prices.length === widget.coverPrices.length && product?.problem === null;
  if (!isCheckoutPlusOn(settings) || !product || !isWhole) return { isOn: false, coverVariantIds };
  const colors = brandVariables({
    brandColor: theme.merchantPrimaryColor,
    backgroundColor: theme.merchantBackgroundColor,
  });
  return {
    isOn: true,
    coverVariantIds,
    label: widget.widgetLabel,
    description: widget.widgetDescription,
    modal: {
      imageUrl: absolute(widgetModal.modalImageUrl, publicUrl),
      title: widgetModal.modalTitle,
      description: widgetModal.modalDescription === '' ? null : widgetModal.modalDescription,
      benefits: widgetModal.modalBenefits,
    },
    colors: { primary: colors['--brand'] ?? '', onPrimary: colors['--on-brand'] ?? '' },
    productHandle: product.handle,
    currencyCode,
    exponents: EXPONENTS,
    prices,
    displayCountryCodes: checkoutPlus.displayCountryCodes,
    addedForShopperCountries: widget.addedForShopperCountries,
    checkoutAction: checkoutPlus.checkoutAction,
    cartRetrievalKey: advanced.cartRetrievalKey,
    cartChangeDetectionMethod: advanced.cartChangeDetectionMethod,
    cartSelectors: advanced.cartSelectors,
    checkoutSelectors: advanced.checkoutSelectors,
    isQueryAjaxCartApiEnabled: advanced.isQueryAjaxCartApiEnabled,
    shouldQueryShadowDom: advanced.shouldQueryShadowDom,
    removeProtectionProductOnPageLoad: checkoutPlus.removeProtectionProductOnPageLoad,
    cartRefreshMethod: checkoutPlus.cartRefreshMethod === '' ? 'none' : checkoutPlus.cartRefreshMethod,
    areSubscriptionsEnabled: checkoutPlus.areSubscriptionsEnabled,
    shouldProtectCompanyCarts: checkoutPlus.shouldProtectCompanyCarts,
    hideWidgetSkus: checkoutPlus.hideWidgetSkus,
    checkoutButtonText: checkoutPlus.checkoutButtonText,
    productCheckoutExtensionTitle: checkoutPlus.productCheckoutExtensionTitle,
    productCheckoutExtensionDescription: checkoutPlus.productCheckoutExtensionDescription,
    customCss: checkoutElements.customCss,
    elements: checkoutElements.elements,
  };
}

/** Whether the cover is to be offered: the provider and the store both say so. */
export const isCheckoutPlusOn = ({
  provider,
  checkoutPlus,
}: Pick<StoreSettings, 'provider' | 'checkoutPlus'>): boolean =>
  provider.isShippingProtectionEnabled && checkoutPlus.isCheckoutPlusEnabled;

const absolute = (address: string, publicUrl: string): string | null => {
  if (address === '') return null;
  return isPictureAddress(address) ? new URL(address, publicUrl).href : address;
};

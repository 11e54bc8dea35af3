import type { StoreSettings } from '#core/settings/settings.ts';
import type { ThemeDraft } from '#core/theme-draft.ts';

type Look = Pick<StoreSettings, 'theme' | 'portalTexts'>;

/** How the portal of a store looks, by its settings. */
export const themeOf = ({ theme, portalTexts: texts }: Look, storeName: string): ThemeDraft => ({
  heading: theme.portalHeading,
  brandColor: theme.merchantPrimaryColor,
  backgroundColor: theme.merchantBackgroundColor,
  backgroundUrl: theme.merchantBackgroundUrl,
  logoUrl: theme.merchantLogoUrl,
  faviconUrl: theme.merchantFaviconUrl,
  pageTitle: texts.merchantPageTitle === '' ? storeName : texts.merchantPageTitle,
  footerText: theme.footerText,
  orderLookupDetailText: theme.orderLookupDetailText,
  orderLookupGiftReturnDetailText: theme.orderLookupGiftReturnDetailText,
  orderNumberDescriptionText: texts.orderNumberDescriptionText,
  orderHubStartRequestTitleText: texts.orderHubStartRequestTitleText,
  orderHubStartRequestDetailText: texts.orderHubStartRequestDetailText,
  warrantyItemsDetailText: texts.warrantyItemsDetailText,
  offerRefundDetailText: texts.offerRefundDetailText,
  offerGiftCardDetailText: texts.offerGiftCardDetailText,
  shouldPrioritizeCredit: texts.shouldPrioritizeCredit,
  creditHeadlineText: texts.creditHeadlineText,
  creditDetailText: texts.creditDetailText,
  hideLabelDownloadWhenQrCodeIsPresent: texts.hideLabelDownloadWhenQrCodeIsPresent,
});

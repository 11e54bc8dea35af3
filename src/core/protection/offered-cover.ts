/** An element that Checkout Plus puts into the pages of the shop (S3.15). */
type CheckoutElement = {
  kind: 'checkoutInfo' | 'altCheckoutButton';
  selectors: readonly string[];
  title: string;
  description: string;
  insertionStrategy:
    | 'insertAdjacentBeforeBegin'
    | 'insertAdjacentAfterBegin'
    | 'insertAdjacentBeforeEnd'
    | 'insertAdjacentAfterEnd';
  customCss: string;
  imgUrl: string;
  /** Made safe by the server. */
  imgHtmlContent: string;
};

/** What the widget in the pages of a shop shows and does, as `GET /api/widget/{storefrontId}` says it. */
export type OfferedCover = {
  isOn: true;
  /** Every variant that was ever a cover. */
  coverVariantIds: readonly string[];
  label: string;
  description: string;
  modal: {
    imageUrl: string | null;
    title: string;
    description: string | null;
    benefits: readonly { title: string; description: string }[];
  };
  colors: { primary: string; onPrimary: string };
  productHandle: string;
  /** Of `upTo`: the currency of the shop, whatever the shopper pays in. */
  currencyCode: string;
  /** The first row that reaches the value of the cart counts; null for any value. */
  prices: readonly { upTo: number | null; variantId: string }[];
  displayCountryCodes: readonly string[];
  addedForShopperCountries: readonly string[];
  checkoutAction: 'setShippingPlusReorderRate' | 'setShippingPlusOptOut' | 'addVariantToCart';
  cartRetrievalKey: string;
  cartChangeDetectionMethod: 'cartWatcher' | 'selectorObserver';
  cartSelectors: readonly string[];
  checkoutSelectors: readonly string[];
  isQueryAjaxCartApiEnabled: boolean;
  shouldQueryShadowDom: boolean;
  removeProtectionProductOnPageLoad: boolean;
  cartRefreshMethod: 'reloadPage' | 'none';
  areSubscriptionsEnabled: boolean;
  shouldProtectCompanyCarts: boolean;
  hideWidgetSkus: readonly string[];
  checkoutButtonText: string;
  customCss: string;
  elements: readonly CheckoutElement[];
};

/** Off, the widget only takes covers out of carts that still have one. */
export type WidgetOffer = OfferedCover | { isOn: false; coverVariantIds: readonly string[] };

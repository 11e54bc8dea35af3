import { z } from 'zod';
import { CurrencyCode, Minor } from '#core/money.ts';
import { CheckoutElement } from '#core/protection/elements.ts';
import { Benefit } from '#core/protection/modal.ts';

const Country = z.string().length(2);

/** What the widget in the pages of a shop shows and does (`GET /api/widget/{storefrontId}`). */
export const WidgetConfig = z.discriminatedUnion('isOn', [
  z.object({
    isOn: z.literal(false),
    /** Every variant that was ever a cover: it takes them out of carts that still have one. */
    coverVariantIds: z.array(z.string()),
  }),
  z.object({
    isOn: z.literal(true),
    coverVariantIds: z.array(z.string()),
    label: z.string(),
    description: z.string(),
    /** `imageUrl` is absolute, or null for none. */
    modal: z.object({
      imageUrl: z.string().nullable(),
      title: z.string(),
      description: z.string().nullable(),
      benefits: z.array(Benefit),
    }),
    /** Of the brand, as `#` and six digits; `onPrimary` is readable on `primary`. */
    colors: z.object({ primary: z.string(), onPrimary: z.string() }),
    /** Of the product of the cover. */
    productHandle: z.string(),
    /** Of `upTo`: the currency of the shop, whatever the shopper pays in. */
    currencyCode: CurrencyCode,
    /** How many decimals amounts of currencies have whose amounts don't have two: the shopper may pay in any of them. */
    exponents: z.record(CurrencyCode, z.number().int()),
    /**
     * The first row that reaches the value of the cart counts; a cart above the last row gets no cover. The price is in
     * the currency of the shop; in any other, it is what the shop itself says of the variant. The value is of lines that
     * need shipping, after discounts, without the cover.
     */
    prices: z.array(z.object({ upTo: Minor.nullable(), variantId: z.string(), price: Minor })),
    /** The market has to be one of these for the widget to show. */
    displayCountryCodes: z.array(Country),
    /** Where the cover is added for the shopper, beside a way to decline it. */
    addedForShopperCountries: z.array(Country),
    checkoutAction: z.enum(['setShippingPlusReorderRate', 'setShippingPlusOptOut', 'addVariantToCart']),
    cartRetrievalKey: z.string(),
    cartChangeDetectionMethod: z.enum(['cartWatcher', 'selectorObserver']),
    cartSelectors: z.array(z.string()),
    checkoutSelectors: z.array(z.string()),
    isQueryAjaxCartApiEnabled: z.boolean(),
    shouldQueryShadowDom: z.boolean(),
    removeProtectionProductOnPageLoad: z.boolean(),
    cartRefreshMethod: z.enum(['reloadPage', 'none']),
    areSubscriptionsEnabled: z.boolean(),
    shouldProtectCompanyCarts: z.boolean(),
    hideWidgetSkus: z.array(z.string()),
    /** Empty where the shop's own text stays. */
    checkoutButtonText: z.string(),
    productCheckoutExtensionTitle: z.string(),
    productCheckoutExtensionDescription: z.string(),
    /** Can do no harm; empty for none. */
    customCss: z.string(),
    /** Their `imgHtmlContent` can do no harm, and is to be put in as it is. */
    elements: z.array(CheckoutElement),
  }),
]);
export type WidgetConfig = z.infer<typeof WidgetConfig>;

/** The attribute of a cart, and so of its order, that names the last choice of its shopper. */
export const CONSENT_ATTRIBUTE = '_makegood_consent';

/** What a shopper chose about the cover, and what they were shown (`POST /api/widget/{storefrontId}/consent`). */
export const CoverConsent = z.object({
  /**
   * A random UUID that the widget makes for each choice. It also writes the last one to the attribute
   * `_makegood_consent` of the cart, where the order keeps it.
   */
  consentId: z.uuid(),
  /** As the cart of the shop names itself; empty where it has no name yet. */
  cartToken: z.string().max(200),
  choice: z.enum(['accepted', 'declined']),
  /** Who turned the cover on before the shopper chose: nobody, or the shop for its market. */
  wasAddedForShopper: z.boolean(),
  label: z.string().max(128),
  description: z.string().max(500),
  /** As it was shown, in minor units of the shopper's currency. */
  price: Minor.min(0),
  currencyCode: CurrencyCode,
  /** Of the market; empty where the shop didn't say. */
  countryCode: z.union([Country, z.literal('')]),
  /** The page on which they chose, without what follows the path. */
  page: z.string().max(500),
});
export type CoverConsent = z.infer<typeof CoverConsent>;

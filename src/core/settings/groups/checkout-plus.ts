import { z } from 'zod';
import { publicTextProblem } from '#core/public-text.ts';
import { area, choice, countries, longText, onOff, tags, text } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const checkoutPlus = settingsGroup({
  page: 'checkout-plus',
  title: 'Checkout Plus',
  help: 'Offers the cover in the pages of your shop.',
  fields: z.object({
    isCheckoutPlusEnabled: area({
      label: 'Checkout Plus',
      whenOff: "The cover isn't offered to customers. You can still change these settings.",
      also: 'enable turn on off switch widget cover protection',
      default: false,
    }),
    checkoutAction: choice({
      label: 'Action',
      also: 'checkout rate variant opt out reorder',
      help: 'What the checkout button with the cover does.',
      options: {
        addVariantToCart: 'Add product to cart',
        setShippingPlusOptOut: 'Apply discount to a rate (opt-out)',
        setShippingPlusReorderRate: 'Default to a rate (reorder)',
      },
      default: 'addVariantToCart',
    }),
    displayCountryCodes: countries({
      label: 'Countries',
      also: 'markets display where shown',
      help: 'Where shoppers see the cover.',
      default: ['US'],
      most: 250,
      least: 1,
    }),
    checkoutButtonText: text({
      label: 'Text of the checkout button (optional)',
      help: "Replaces the text of your shop's checkout button while the cover is in the cart.",
      most: 128,
      isShopperText: true,
    }),
    productCheckoutExtensionTitle: text({
      label: 'Title at checkout',
      also: 'checkout extension label',
      most: 128,
      default: 'Delivery Guarantee',
      isShopperText: true,
      isRequired: true,
      isForPlus: true,
    }),
    productCheckoutExtensionDescription: longText({
      label: 'Description at checkout',
      also: 'checkout extension',
      most: 500,
      default: 'For lost, damaged, or stolen packages',
      isShopperText: true,
      isRequired: true,
      isForPlus: true,
    }),
    areSubscriptionsEnabled: onOff({
      label: 'Offer the cover for carts with subscriptions',
      also: 'selling plan recurring',
      default: false,
    }),
    shouldProtectCompanyCarts: onOff({
      label: 'Offer the cover to companies',
      also: 'b2b business wholesale',
      default: true,
    }),
    hideWidgetSkus: tags({
      label: 'SKUs that hide the widget',
      help: 'Carts with one of these items get no cover.',
      also: 'exclude hidden products',
      most: 255,
    }),
    removeProtectionProductOnPageLoad: onOff({
      label: 'Remove the cover when a page loads',
      help: "Takes out a cover that the shopper didn't choose in this cart. A chosen one stays.",
      default: true,
    }),
    cartRefreshMethod: choice({
      label: 'Cart refresh method',
      help: 'After the cover was removed.',
      options: { '': 'Choose one', reloadPage: 'Reload the page', none: 'Do nothing' },
      default: 'none',
      onlyWhen: { field: 'removeProtectionProductOnPageLoad', is: true },
    }),
  }),
  check(its) {
    const description = publicTextProblem(its.productCheckoutExtensionDescription);
    return {
      ...(description === null ? {} : { productCheckoutExtensionDescription: description }),
      ...(its.removeProtectionProductOnPageLoad && its.cartRefreshMethod === ''
        ? { cartRefreshMethod: 'Must not be empty.' }
        : {}),
    };
  },
});

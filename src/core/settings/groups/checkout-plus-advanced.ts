import { z } from 'zod';
import { choice, longText, onOff, tags, text } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

/** What the provider sets up for themes that differ from the usual ones. */
export const checkoutPlusAdvanced = settingsGroup({
  page: 'checkout-plus',
  title: 'Advanced Settings',
  help: 'How Checkout Plus reads the cart of the theme.',
  isProviderOnly: true,
  isInModal: true,
  fields: z.object({
    cartRetrievalKey: text({
      label: 'Cart retrieval key',
      help: 'Where scripts of the theme keep the cart.',
      most: 128,
      default: 'cart',
      isRequired: true,
    }),
    cartChangeDetectionMethod: choice({
      label: 'Cart change detection method',
      options: { cartWatcher: 'Watch calls of the cart', selectorObserver: 'Watch the cart selectors' },
      default: 'cartWatcher',
    }),
    cartSelectors: tags({
      label: 'Cart selectors',
      most: 255,
      default: ['cart-items', 'cart-drawer', '#cart'],
    }),
    checkoutSelectors: tags({
      label: 'Checkout selectors',
      help: 'Buttons and links that lead to the checkout, besides those of usual themes.',
      most: 255,
    }),
    isQueryAjaxCartApiEnabled: onOff({ label: "Read the cart from the platform's Ajax API", default: true }),
    shouldQueryShadowDom: onOff({ label: 'Look for selectors inside shadow roots', default: false }),
    scriptTagNote: longText({
      label: 'Script note (optional)',
      help: 'Says how the script is installed when it isn’t by us. The status is then Custom Configuration.',
      most: 500,
    }),
  }),
});

import { decimalsOf, withoutCover } from '#core/protection/cover-in-cart.ts';
import type { OfferedCover } from '#core/protection/offered-cover.ts';
import type { WidgetConfig } from '#core/protection/widget-config.ts';
import { keepCart, type CartKeeper } from './cart-keeper.ts';
import { consentOf, sendConsent } from './consent.ts';
import { findAll, rootsOf, type Root } from './find.ts';
import { placesOf } from './places.ts';
import { ask, cartCalls, marketOf, pricesOf, shopRoot } from './shop.ts';
import { spaced, watchCalls, watchPage, watchTabs } from './watch.ts';

// A shopper on the way to the checkout doesn't wait longer for us.
const LONGEST_WAIT_MS = 3000;
// A cart that a countdown draws every second isn't another cart every second.
const BETWEEN_LOOKS_MS = 2000;
const RELOADED = 'makegood-cover';

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** Offers the cover in this page. Whatever may fail comes first, so that it leaves nothing. */
async function offer(offered: OfferedCover, data: DOMStringMap, address: string): Promise<void> {
  const market = marketOf(data);
  const currencyCode = window.Shopify?.currency?.active || offered.currencyCode;
  const decimals = decimalsOf(offered, currencyCode);
  const money = new Intl.NumberFormat(window.Shopify?.locale ?? 'en', {
    style: 'currency',
    currency: currencyCode,
    minimumFractionDigits: decimals,
  });
  const roots = (): Root[] => rootsOf(offered.shouldQueryShadowDom);
  const parts = (): Element[] => findAll(roots(), offered.cartSelectors);
  const prices = await pricesOf(offered.productHandle);
  let isLeaving = false;
  let hasLooked = false;
  let hasCover = false;

  const choose = (isOn: boolean): Promise<void> => keeper.choose(isOn ? 'accepted' : 'declined');
  // A cover that couldn't be taken out isn't taken to the checkout.
  const leaveWithout = (): void => void choose(false).then(() => hasCover || leave());
  const places = placesOf(offered, { choose, leave: leaveWithout });

  /** To the checkout, as if we had not stood in between. */
  function leave(pressed?: Element): void {
    isLeaving = true;
    // The theme may have drawn its cart again, and the button that was pressed is gone.
    const button = pressed?.isConnected ? pressed : places.checkoutButtons()[0];
    if (button instanceof HTMLElement) button.click();
    else location.assign(`${shopRoot()}checkout`);
    isLeaving = false;
  }

  const look = (): void => void keeper.look();
  const tellTabs = watchTabs(look);
  const priceOf = (id: string | null): number => (prices[id ?? ''] ?? 0) / 100;
  const keeper: CartKeeper = keepCart({
    offered,
    market: () => market,
    calls: cartCalls(offered.isQueryAjaxCartApiEnabled ? '' : offered.cartRetrievalKey, parts),
    priceOf: (id) => priceOf(id).toFixed(decimals),
    newId: () => crypto.randomUUID(),
    now: Date.now,
    wait,
    show(seen, isNew) {
      const id = seen?.variantId ?? '';
      hasCover = seen?.isOn === true;
      places.show(id in prices ? { isOn: hasCover, price: money.format(priceOf(id)) } : null);
      if (isNew) tellTabs();
      if (isNew && !hasCover && !hasLooked) reloadOnce(offered);
      hasLooked = true;
    },
    tell: (chosen) =>
      sendConsent(
        address,
        consentOf(chosen, Math.round(priceOf(chosen.variantId) * 10 ** decimals), {
          said: places.said(),
          currencyCode,
          country: market.country,
          page: location.pathname,
        }),
      ),
  });
  // The order must have what the switch says.
  document.addEventListener(
    'click',
    (event) => {
      const way = event.composedPath();
      const button = keeper.isBusy() && !isLeaving && places.checkoutButtons().find((one) => way.includes(one));
      if (!button) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      void Promise.race([keeper.look(), wait(LONGEST_WAIT_MS)]).finally(() => leave(button));
    },
    true,
  );
  const isWatcher = offered.cartChangeDetectionMethod === 'cartWatcher';
  if (isWatcher)
    watchCalls(() => {
      look();
      tellTabs();
    });
  const lookAgain = spaced(look, BETWEEN_LOOKS_MS);
  watchPage(roots, (where) => {
    // At once: a key may be pressed next, and the focus has to be where it was.
    places.fill();
    const isCart = (node: Node) => parts().some((part) => part.contains(node) || part.shadowRoot?.contains(node));
    if (!isWatcher && where.some(isCart)) lookAgain();
  });
  await keeper.look(true);
}

/** After a page load took the cover out, where the theme can't draw its cart again. */
function reloadOnce({ cartRefreshMethod }: OfferedCover): void {
  if (cartRefreshMethod === 'none' || sessionStorage.getItem(RELOADED)) return;
  sessionStorage.setItem(RELOADED, '1');
  location.reload();
}

/** Leaves nothing of a cover that is not offered any more. */
async function takeOut(coverVariantIds: readonly string[]): Promise<void> {
  if (coverVariantIds.length === 0) return;
  const calls = cartCalls('', () => []);
  const change = withoutCover(await calls.read(), coverVariantIds);
  if (change) await calls.write(change);
}

export async function runWidget({ src, dataset }: HTMLScriptElement): Promise<void> {
  // Of a block of the theme, or of the address where the platform puts the script into the page.
  const { origin, searchParams } = new URL(src);
  const address = `${origin}/api/widget/${dataset['store'] ?? searchParams.get('store')}`;
  const config = await ask<WidgetConfig>(address);
  if (!config.isOn) return takeOut(config.coverVariantIds);
  await offer(config, dataset, address);
}

import type { Api } from '@shopify/ui-extensions/purchase.checkout.block.render';
import { currencyFormat } from '#core/currency.ts';
import type { WidgetConfig } from '#core/protection/widget-config.ts';
import { keepCoverAtCheckout } from './cover-at-checkout.ts';

declare const shopify: Api;

const LONGEST_CALL_MS = 8000;

/** Shows the cover in the checkout with a switch; nothing, where it isn't offered or our server doesn't answer. */
export default async function extension(): Promise<void> {
  const { server, store } = shopify.settings.value;
  if (typeof server !== 'string' || typeof store !== 'string') return;
  const address = `${server.replace(/\/$/, '')}/api/widget/${encodeURIComponent(store)}`;
  const config = await configAt(address);
  if (!config?.isOn) return;

  const money = currencyFormat(config.currencyCode, shopify.localization.language.value.isoCode);
  const cover = document.createElement('s-switch');
  const text = document.createElement('s-text');
  text.textContent = config.productCheckoutExtensionDescription;
  const stack = document.createElement('s-stack');
  stack.append(cover, text);
  const keeper = keepCoverAtCheckout(config, shopify, {
    show(seen) {
      if (!seen) return stack.remove();
      cover.label = `${config.productCheckoutExtensionTitle} ${money.format(seen.price)}`;
      cover.checked = seen.isOn;
      if (!stack.isConnected) document.body.append(stack);
    },
    wait: (ms) => new Promise((done) => setTimeout(done, ms)),
    send: (consent) =>
      // As text, which is sent without asking first. The cart still says what was chosen where this fails.
      void fetch(`${address}/consent`, { method: 'POST', body: JSON.stringify(consent) }).catch(() => undefined),
  });
  cover.addEventListener('change', () => void keeper.choose(cover.checked === true));
  await keeper.look();
}

async function configAt(address: string): Promise<WidgetConfig | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(LONGEST_CALL_MS) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

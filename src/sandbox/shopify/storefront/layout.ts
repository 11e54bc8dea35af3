import { cartBubble, cartContents, section } from './sections.ts';
import { escape, STYLE } from '../pages.ts';
import type { Cart, ShopState } from '../state.ts';
import { renderSnippet } from './snippet.ts';
import type { Visitor } from './visitor.ts';
import { MARKETS } from './visitor.ts';

const THEMES = { page: 'Cart page', drawer: 'Cart drawer', shadow: 'Drawer in a shadow root' } as const;

const THEME_STYLE = `header nav{display:flex;gap:20px;flex-wrap:wrap;align-items:baseline;margin-left:auto}button{font:inherit;cursor:pointer}button.main{background:#1f2933;color:#fff;border:0;border-radius:8px;padding:12px 24px;width:100%;min-height:44px}button.plain{background:none;border:0;color:#0b5fa5;padding:4px 8px}
ul.cart{list-style:none;padding:0;margin:0}ul.cart li{display:flex;gap:12px;align-items:center;padding:10px 0;border-bottom:1px solid var(--line)}.what{flex:1;min-width:0}ul.cart input{width:64px;padding:6px;font:inherit}.n{font-variant-numeric:tabular-nums;white-space:nowrap}.total{display:flex;justify-content:space-between}
.narrow{max-width:560px}.narrow label{display:block;margin:10px 0}.narrow label input:not([type=radio]),.narrow select{display:block;width:100%;padding:9px;font:inherit;border:1px solid #98a4b0;border-radius:6px}fieldset{border:1px solid var(--line);border-radius:10px;margin:16px 0;padding:12px 16px}
footer{max-width:1080px;margin:32px auto;padding:16px 20px;border-top:1px solid var(--line)}footer form{display:inline-flex;gap:8px;margin:4px 20px 4px 0;align-items:center}
cart-drawer,shop-cart{position:fixed;inset:0 0 0 auto;width:min(420px,100vw);background:#fff;border-left:1px solid var(--line);padding:20px;overflow:auto;z-index:10;visibility:hidden;transform:translateX(100%)}cart-drawer[open],shop-cart[open]{visibility:visible;transform:none}`;

export type Shown = { shop: ShopState; visitor: Visitor; cart: Cart };

const option = (value: string, text: string, chosen: string): string =>
  `<option value="${escape(value)}"${value === chosen ? ' selected' : ''}>${escape(text)}</option>`;

/** A form of the footer that changes who the visitor is. */
const choice = (root: string, action: string, label: string, name: string, options: string): string =>
  `<form method="post" action="${root}/${action}"><label>${label} <select name="${name}" onchange="this.form.submit()">${options}</select></label></form>`;

/** What apps have the platform put into the pages of the store. */
const scriptTags = ({ domain, scriptTags: tags = [] }: ShopState): string =>
  tags
    .map(({ src }) => `${src}${src.includes('?') ? '&' : '?'}shop=${domain}`)
    .map((src) => `<script async src="${escape(src)}"></script>`)
    .join('');

/** Every page of the store around its body, with the globals the platform gives to scripts. */
export function storePage({ shop, visitor, cart }: Shown, title: string, body: string): string {
  const root = `/${escape(shop.domain)}`;
  const { presentment, rate } = visitor.currencies;
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  const countries = Object.keys(MARKETS)
    .map((code) => option(code, `${names.of(code) ?? code} (${MARKETS[code] ?? ''})`, visitor.country))
    .join('');
  const currencies = shop.presentmentCurrencies.map((code) => option(code, code, presentment)).join('');
  const themes = Object.entries(THEMES).map(([name, text]) => option(name, text, visitor.theme));
  const company =
    option('0', 'Person', visitor.isCompany ? '1' : '0') + option('1', 'Company', visitor.isCompany ? '1' : '0');
  const globals = {
    shop: shop.domain,
    locale: 'en',
    currency: { active: presentment, rate: Number.isInteger(rate) ? rate.toFixed(1) : String(rate) },
    country: visitor.country,
    theme: { name: THEMES[visitor.theme], id: 1, role: 'main' },
    routes: { root: `${root}/` },
  };
  const drawer = `<h2>Cart</h2>${section('cart-drawer', cartContents(shop, cart, visitor, 'drawer'))}<button type="button" class="plain" data-close>Close</button>`;
  const cartPlace =
    visitor.theme === 'drawer'
      ? `<cart-drawer aria-label="Cart" role="region">${drawer}</cart-drawer>`
      : visitor.theme === 'shadow'
        ? `<shop-cart aria-label="Cart" role="region"><template shadowrootmode="open"><style>${STYLE}${THEME_STYLE}</style>${drawer}</template></shop-cart>`
        : '';
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escape(title)} · ${escape(shop.name)}</title><style>${STYLE}${THEME_STYLE}</style><script>var Shopify=${JSON.stringify(globals).replaceAll('<', '\\u003c')};</script></head>
<body><header><div><b>${escape(shop.name)}</b><nav><a href="${root}/">Shop</a><a href="${root}/cart" data-cart-link>Cart ${section('cart-icon-bubble', cartBubble(cart)).replace('<div', '<span').replace('</div>', '</span>')}</a><a href="${root}/admin/orders">Orders (store admin)</a></nav></div></header><main><h1>${escape(title)}</h1>${body}</main>
<footer>${choice(root, 'localization', 'Country', 'country_code', countries)}${choice(root, 'localization', 'Currency', 'currency_code', currencies)}${choice(root, 'visitor', 'Theme', 'preview_theme', themes.join(''))}${choice(root, 'visitor', 'Buying as', 'company', company)}</footer>${cartPlace}<script src="${root}/theme.js"></script>${scriptTags(shop)}${renderSnippet(shop.themeSnippet ?? '', shop, visitor)}</body></html>`;
}

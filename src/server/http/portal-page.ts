import { STOREFRONT_ID } from '#contract/customer/storefront-id.ts';
import { brandVariables } from '#core/brand-colors.ts';
import { LANGUAGES } from '#core/texts/languages.ts';
import type { Storefront } from '#server/customer/storefront.ts';

/** The page of the portal as a store's own from its first moment: title, colors, logo, and what it would ask for first. */
export function portalPage(page: string, store: Storefront): string {
  const colors = Object.entries(brandVariables(store)).map(([name, value]) => `${name}:${value}`);
  // As data it runs nothing; no text in it ends the element.
  const data = JSON.stringify(store).replaceAll('<', '\\u003c');
  const head = [
    `<style>:root{${colors.join(';')}}</style>`,
    `<script type="application/json" id="${STOREFRONT_ID}">${data}</script>`,
  ];
  const name = escaped(store.name);
  const logo = store.logoUrl === '' ? name : `<img src="${escaped(store.logoUrl)}" alt="${name}">`;
  // Given as functions, as a $ in a name would have a meaning.
  return page
    .replace('<html lang="en">', `<html lang="${store.language}" dir="${LANGUAGES[store.language].dir}">`)
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escaped(store.pageTitle)}</title>`)
    .replace('</head>', () => `${head.join('')}</head>`)
    .replace('<div class="boot-top"></div>', () => `<div class="boot-top" dir="auto">${logo}</div>`);
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

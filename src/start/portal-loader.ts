import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { EMBED_KINDS } from '../core/embed-messages.ts';

const LOADER = new URL('../web/portal/loader.browser.js', import.meta.url);
const SHOPPING = new URL('../web/portal/shopping.browser.js', import.meta.url);

/** The script that shows the portal inside a page of a shop. It must stay small: every such page loads it. */
export const loaderScript = (): string =>
  readFileSync(LOADER, 'utf8')
    .replace(/KINDS\.(\w+)/g, (_, name: string) => JSON.stringify(EMBED_KINDS[name as keyof typeof EMBED_KINDS]))
    .replace(/\n\s*/g, '\n');

/** The script that says in the pages of a shop what there is to spend, and brings the cart back. Every page loads it. */
export const shoppingScript = (): string => readFileSync(SHOPPING, 'utf8').replace(/\n\s*/g, '\n');

/** Writes them at addresses that snippets in shops can keep. */
export const portalLoader: Plugin = {
  name: 'portal-loader',
  apply: 'build',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'embed.js', source: loaderScript() });
    this.emitFile({ type: 'asset', fileName: 'shop-now.js', source: shoppingScript() });
  },
};

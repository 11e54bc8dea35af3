import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { EMBED_KINDS } from '#core/embed-messages.ts';
import { loaderScript } from './portal-loader.ts';

const PORTAL = 'https://returns.example';
type Listener = (event: { source: object; origin: string; data: unknown }) => void;

/** A page of a shop, as far as the script touches it. */
function shopPage() {
  const said: unknown[] = [];
  const contentWindow = { postMessage: (...message: unknown[]) => said.push(message) };
  const frame = {
    contentWindow,
    style: { cssText: '', height: '' },
    top: 0,
    getBoundingClientRect: () => ({ top: frame.top }),
    scrollIntoView: () => said.push('scrolled'),
  };
  const page = { listener: undefined as Listener | undefined, opened: [] as string[] };
  runInNewContext(loaderScript(), {
    URL,
    document: {
      currentScript: {
        src: `${PORTAL}/embed.js`,
        dataset: { store: 'fern & fox' },
        after: (added: unknown) => said.push(added),
      },
      createElement: () => frame,
    },
    location: { href: 'https://shop.example/returns?order=7', assign: (url: URL) => page.opened.push(url.href) },
    addEventListener: (_: string, listener: Listener) => (page.listener = listener),
  });
  const hear = (data: unknown, { source = contentWindow as object, origin = PORTAL } = {}): void =>
    page.listener?.({ source, origin, data });
  return { frame, said, page, hear, contentWindow };
}

test('it is smaller than two kilobytes', () => {
  expect(Buffer.byteLength(loaderScript())).toBeLessThan(2048);
});

test('it frames the portal, sizes the frame and answers where the page is', () => {
  const { frame, said, hear } = shopPage();
  expect(frame).toMatchObject({ src: `${PORTAL}/p/fern%20%26%20fox`, title: 'Returns and exchanges' });
  expect(said.splice(0)).toEqual([frame]);
  hear({ kind: EMBED_KINDS.height, height: 812.5 });
  expect(frame.style.height).toBe('812.5px');
  hear({ kind: EMBED_KINDS.askLocation });
  expect(said.splice(0)).toEqual([
    [{ kind: EMBED_KINDS.location, url: 'https://shop.example/returns?order=7' }, PORTAL],
  ]);
});

test('another screen begins at its top, where that is out of sight', () => {
  const { frame, said, hear } = shopPage();
  said.length = 0;
  hear({ kind: EMBED_KINDS.height, height: 500, isNewScreen: true });
  expect(said).toEqual([]);
  frame.top = -300;
  hear({ kind: EMBED_KINDS.height, height: 500, isNewScreen: false });
  expect(said).toEqual([]);
  hear({ kind: EMBED_KINDS.height, height: 500, isNewScreen: true });
  expect(said).toEqual(['scrolled']);
});

test('it opens pages and no scripts, and obeys nobody but its portal', () => {
  const { frame, page, said, hear } = shopPage();
  said.length = 0;
  hear({ kind: EMBED_KINDS.navigate, url: 'https://shop.example/cart' });
  hear({ kind: EMBED_KINDS.navigate, url: 'javascript:alert(1)' });
  hear({ kind: EMBED_KINDS.height, height: -1 });
  for (const other of [{ origin: 'https://evil.example' }, { source: {} }]) {
    hear({ kind: EMBED_KINDS.height, height: 9 }, other);
    hear({ kind: EMBED_KINDS.askLocation }, other);
    hear({ kind: EMBED_KINDS.navigate, url: 'https://evil.example' }, other);
  }
  hear(null);
  expect(page.opened).toEqual(['https://shop.example/cart']);
  expect(frame.style.height).toBe('');
  expect(said).toEqual([]);
});

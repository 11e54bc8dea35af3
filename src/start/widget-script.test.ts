import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { widgetScript } from './widget-script.ts';

const MOST_BYTES = 6 * 1024;

test('the widget is one small classic script', async () => {
  const script = await widgetScript();
  const bytes = gzipSync(script, { level: 9 }).length;
  console.log(`widget.js: ${bytes} bytes compressed`);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  expect(script).not.toMatch(/\b(import|export)\b\s*[{*'"]/);
});

test('it does nothing where no script of the page loads it', async () => {
  const page = { document: { currentScript: null }, window: {}, HTMLScriptElement: class {} };
  Object.assign(page.window, { fetch: () => Promise.reject(new Error('nobody may ask')) });
  runInNewContext(await widgetScript(), page);
  expect(Object.keys(page.window)).toEqual(['fetch']);
});

import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { routes } from '#contract/index.ts';

const isCall = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value;

test('every call that a file of the contract declares is in the index', async () => {
  const here = new URL('./', import.meta.url);
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.includes('/') && file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const known = new Set<unknown>(Object.values(routes));
  const missing: string[] = [];
  for (const file of files) {
    const declared: Readonly<Record<string, unknown>> = await import(new URL(file, here).href);
    for (const [name, value] of Object.entries(declared))
      if (isCall(value) && !known.has(value)) missing.push(`${file} ${name}`);
  }
  expect(missing).toEqual([]);
});

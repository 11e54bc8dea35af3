import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';

const UI = join(import.meta.dirname, '../src/web/ui');
const SWATCHES = join(import.meta.dirname, '../src/web/admin/routes/swatches');

// In every page of the shell, or a part of what is shown here.
const SHOWN_ELSEWHERE = ['keys-dialog.tsx', 'list-table.tsx', 'drawn-bars.tsx', 'figures-table.tsx', 'save-bar.tsx'];

test('every component of web/ui is shown', () => {
  const shown = globSync('*.tsx', { cwd: SWATCHES })
    .map((file) => readFileSync(join(SWATCHES, file), 'utf8'))
    .join('\n');
  const components = globSync('*.tsx', { cwd: UI }).map((file) => basename(file));
  expect(components.length).toBeGreaterThan(10);
  const missing = components.filter((file) => !shown.includes(`/ui/${file}'`) && !SHOWN_ELSEWHERE.includes(file));
  expect(missing).toEqual([]);
});

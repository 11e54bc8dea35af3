import { expect, test } from 'vitest';
import { csvCell } from '#core/lists/report.ts';

test.each([
  ['=1+1', `"'=1+1"`],
  ['＝1+1', `"'＝1+1"`],
  ['-12.50', '-12.50'],
  ['-1+1', `"'-1+1"`],
  ['Ann;=1+1', `"Ann;'=1+1"`],
  ['Ann; Bob', 'Ann; Bob'],
  ['+49 30 1234', `"'+49 30 1234"`],
])('no spreadsheet runs %s', (text, cell) => {
  expect(csvCell(text)).toBe(cell);
});

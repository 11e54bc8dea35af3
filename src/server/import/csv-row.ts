import { instantFrom } from '#core/imports/instant.ts';
import { minorFromDecimal, type CurrencyCode, type Minor } from '#core/money.ts';

/** Why a row cannot become (part of) an order, in words for the person who has the file. */
export class RowRefused extends Error {
  readonly line: number;
  constructor(line: number, reason: string) {
    super(reason);
    this.line = line;
  }
}

/** One row of the file: the line it starts at, its cells by column, and what is wrong with it as a whole. Of a broken one the cells are not known. */
export type Row = { line: number; cell: (column: string) => string; problem?: string; isBroken?: boolean };

/** Column names differ a little between versions of the export ("Lineitem compare-at price", "Canceled at"). */
export const columnKey = (name: string): string =>
  name.trim().toLowerCase().replaceAll('-', ' ').replace('canceled', 'cancelled');

/** Minor units in a cell; `otherwise` when it is empty. */
export function amountIn(row: Row, column: string, currencyCode: CurrencyCode, otherwise?: Minor): Minor {
  const text = row.cell(column);
  if (text === '' && otherwise !== undefined) return otherwise;
  try {
    const amount = minorFromDecimal(text, currencyCode);
    if (amount >= 0) return amount;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  const hint = /\d,\d/.test(text) ? '. Write amounts like 1200.50, or import the file as Shopify exported it' : '';
  throw new RowRefused(row.line, `${column} is not an amount of ${currencyCode}: ${quoted(text)}${hint}`);
}

export function quantityIn(row: Row, column: string): number {
  const text = row.cell(column);
  const quantity = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(quantity)) return quantity;
  throw new RowRefused(row.line, `${column} is not a whole number: ${quoted(text)}`);
}

// As spreadsheets rewrite dates; which number is the month depends on the country.
const SLASHED = /^\d{1,4}[./-]\d{1,2}[./-]\d{1,4}/;

/** ISO instant in a cell; null when it is empty. */
export function instantIn(row: Row, column: string): string | null {
  const text = row.cell(column);
  if (text === '') return null;
  const instant = instantFrom(text);
  if (instant === null) {
    const hint = SLASHED.test(text)
      ? '. Write dates like 2026-11-14 10:00:00 +0100, or import the file as Shopify exported it'
      : '';
    throw new RowRefused(row.line, `${column} is not a date: ${quoted(text)}${hint}`);
  }
  return instant;
}

/** The platform's own id in a cell, empty where the file has none. A spreadsheet keeps only its first digits. */
export function idIn(row: Row, column: string): string {
  const text = row.cell(column);
  if (!/^\d+(?:[.,]\d+)?E\+?\d+$/i.test(text)) return text;
  throw new RowRefused(
    row.line,
    `${column} was rounded by a spreadsheet: ${quoted(text)}. Import the file as Shopify exported it.`,
  );
}

// Long or private cells do not belong in a report.
const quoted = (text: string): string => JSON.stringify(text.length > 40 ? `${text.slice(0, 40)}...` : text);

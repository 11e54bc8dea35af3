import { PDFDocument, PDFRawStream } from 'pdf-lib';
import { describe, expect, test } from 'vitest';
import type { Address } from '#core/address.ts';
import { ENGLISH } from '#core/texts/english.ts';
import arabic from '#core/texts/catalogs/ar/email.ts';
import german from '#core/texts/catalogs/de/email.ts';
import japanese from '#core/texts/catalogs/ja/email.ts';
import { writerOf } from '#core/texts/writer.ts';
import { lettersIn } from './letters.fixture.ts';
import { renderPackingSlip, type PackingSlip } from './packing-slip.ts';
import { printable } from './printable.ts';

const address = (changes: Partial<Address>): Address => ({
  firstName: 'Ada',
  lastName: 'Lovelace',
  line1: '12 St James Sq',
  line2: '',
  city: 'London',
  stateOrProvinceCode: '',
  postalCode: 'SW1Y 4JH',
  countryCode: 'GB',
  phone: '',
  ...changes,
});

const slip = (changes: Partial<PackingSlip> = {}): PackingSlip => ({
  storeName: 'Nordwind Outdoor',
  claimExternalId: 'R-8K2M4XQ7',
  portalUrl: 'https://returns.example/p/nordwind/claims/R-8K2M4XQ7',
  from: address({}),
  to: address({ firstName: '', lastName: '', company: 'Returns Desk', countryCode: 'US' }),
  lines: [{ name: 'Trail jacket', variantTitle: 'Blue / M', sku: 'TJ-BL-M', quantity: 2 }],
  instructions: 'Put this slip into the parcel.',
  writer: ENGLISH,
  ...changes,
});

const open = async (changes: Partial<PackingSlip> = {}) => PDFDocument.load(await renderPackingSlip(slip(changes)));

test('is one page of the paper of the country it is printed in', async () => {
  const british = await open();
  expect(british.getPageCount()).toBe(1);
  expect(Math.round(british.getPage(0).getWidth())).toBe(595);
  const american = await open({ from: address({ countryCode: 'US' }) });
  expect(american.getPage(0).getSize()).toEqual({ width: 612, height: 792 });
});

test('holds a barcode and a QR code', async () => {
  const document = await open();
  // Each picture comes with its transparency as a second, maskless one.
  const images = document.context
    .enumerateIndirectObjects()
    .filter(([, object]) => object instanceof PDFRawStream && object.dict.toString().includes('/SMask'));
  expect(images.length).toBe(2);
});

test('many lines go on over pages, none too many', async () => {
  const line = { name: 'Trail jacket', variantTitle: 'Blue / M', sku: 'TJ-BL-M', quantity: 1 };
  expect((await open({ lines: Array.from({ length: 15 }, () => line) })).getPageCount()).toBe(1);
  const pages = (await open({ lines: Array.from({ length: 100 }, () => line) })).getPageCount();
  expect(pages).toBeGreaterThan(3);
  expect(pages).toBeLessThan(8);
});

test('a long name wraps instead of filling pages', async () => {
  const endless = { name: 'x'.repeat(5000), variantTitle: 'word '.repeat(500), sku: 'S'.repeat(300), quantity: 12345 };
  expect((await open({ lines: [endless, endless] })).getPageCount()).toBeLessThan(4);
});

test('a slip with nothing in it is still a slip', async () => {
  const empty = address({ firstName: '', lastName: '', line1: '', city: '', postalCode: '', countryCode: '' });
  expect((await open({ lines: [], instructions: '', storeName: '', from: empty, to: empty })).getPageCount()).toBe(1);
});

test('letters of other scripts are drawn, or written in Latin ones', async () => {
  const letters = lettersIn(
    await open({
      lines: [{ name: 'Žluťoučký Ελλάδα Москва 北京 👟', variantTitle: 'Größe 42 · 赤', sku: '—', quantity: 1 }],
    }),
  );
  for (const letter of 'ŽťýΕλάМскßö·—') expect(letters, letter).toContain(letter);
  for (const letter of '北京赤') expect(letters, letter).not.toContain(letter);
});

describe('in the language of the shopper', () => {
  const inGerman = { writer: writerOf(german, 'de'), instructions: 'Leg diesen Schein ins Paket.' };
  const inJapanese = {
    writer: writerOf(japanese, 'ja'),
    from: address({ line1: '東京都千代田区', firstName: '', lastName: '山田太郎' }),
  };
  const inArabic = { writer: writerOf(arabic, 'ar'), from: address({ firstName: 'محمد', lastName: 'علي' }) };

  test('it says what it is', async () => {
    expect((await open(inGerman)).getTitle()).toBe('Retourenschein R-8K2M4XQ7');
    expect((await open(inJapanese)).getTitle()).toBe('返品明細書 R-8K2M4XQ7');
    expect((await open(inArabic)).getTitle()).toContain('قسيمة الإرجاع');
  });

  test('Japanese and Arabic have their own letters, names included', async () => {
    const japaneseLetters = lettersIn(await open(inJapanese));
    for (const letter of '返品明細書山田太郎東京都') expect(japaneseLetters, letter).toContain(letter);
    const arabicLetters = lettersIn(await open(inArabic));
    for (const letter of 'محمدعلي') expect(arabicLetters, letter).toContain(letter);
  });
});

test.each([
  ['Zoë Müller-Łukasiewicz', 'Zoë Müller-Łukasiewicz'],
  ['Иван Петров', 'Иван Петров'],
  ['Γιώργος', 'Γιώργος'],
  ['e\u0301clair', 'éclair'],
  ['a\tb\u00a0 c\u200bd', 'a b cd'],
  ['line\nline', 'line\nline'],
])('%j stays readable', (text, expected) => {
  expect(printable(text)).toBe(expected);
});

test.each(['张伟', '山田太郎', '김철수', 'محمد علي', 'דוד כהן', 'สมชาย', 'राम कुमार', '👟 Shoe'])(
  '%s becomes Latin letters',
  (text) => {
    expect(printable(text)).toMatch(/^[\x20-\x7e]+$/);
    expect(printable(text)).toMatch(/[a-z]{2}/i);
  },
);

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { law } from '#core/law.fixture.ts';
import { checkDigit, gtin14 } from '#core/registrations/gtin.ts';
import { digitalLink, isGs1Serial, readCode, registrationLink } from '#core/registrations/product-code.ts';

const PORTAL = 'https://returns.example.com/p/nordwind';
const SIGNS = [...'!"%&\'()*+,-./0123456789:;<=>?ABCXYZ_abcxyz'];

const aGtin = fc
  .stringMatching(/^\d{13}$/)
  .filter((digits) => Number(digits) > 0)
  .map((digits) => `${digits}${checkDigit(digits)}`);
const aSerial = fc
  .array(fc.constantFrom(...SIGNS), { minLength: 1, maxLength: 20 })
  .map((signs) => signs.join(''))
  .filter((serial) => serial !== '.' && serial !== '..');
const aChannel = fc.constantFrom('', 'Retail store', 'Märkte & mehr');

test.each([
  ['4006381333931', '04006381333931'],
  ['036000291452', '00036000291452'],
  ['96385074', '00000096385074'],
  ['0 4006381 333931', '04006381333931'],
  ['4006381333932', null],
  ['400638133393', null],
  ['0000000000000', null],
  ['', null],
  ['SKU-1', null],
])('the GTIN of %j is %j', (typed, gtin) => {
  expect(gtin14(typed)).toBe(gtin);
});

test('law: a wrong digit is noticed, whichever it is', () => {
  fc.assert(
    fc.property(aGtin, fc.integer({ min: 0, max: 13 }), fc.integer({ min: 1, max: 9 }), (gtin, at, more) => {
      const wrong = [...gtin].map((digit, index) => (index === at ? (Number(digit) + more) % 10 : digit)).join('');
      expect(gtin14(wrong)).toBeNull();
    }),
    law(1000),
  );
});

test('law: what a code says is what was put into it, by either kind of link', () => {
  fc.assert(
    fc.property(aGtin, aSerial, aChannel, (gtin, serial, channel) => {
      expect(isGs1Serial(serial)).toBe(true);
      expect(readCode(digitalLink(PORTAL, gtin, { channel, serial }))).toEqual({ product: gtin, channel, serial });
      expect(readCode(registrationLink(PORTAL, { product: 'KET-1', channel, serial }))).toEqual({
        product: 'KET-1',
        channel,
        serial,
      });
    }),
    law(1000),
  );
});

test.each([
  ['4006381333931', { product: '4006381333931', channel: '', serial: '' }],
  [
    'https://id.gs1.org/01/04006381333931/10/LOT/21/SN%2F1?17=280101',
    { product: '04006381333931', channel: '', serial: 'SN/1' },
  ],
  ['https://shop.example/01/04006381333932', { product: '', channel: '', serial: '' }],
  [']d2010400638133393117280101102024\u001D21SN-1', { product: '04006381333931', channel: '', serial: 'SN-1' }],
  ['\u001D010400638133393121SN-1\u001D10LOT', { product: '04006381333931', channel: '', serial: 'SN-1' }],
  ['0104006381333931', { product: '04006381333931', channel: '', serial: '' }],
  ['KET-1', { product: 'KET-1', channel: '', serial: '' }],
])('the code %j is read', (text, said) => {
  expect(readCode(text)).toEqual(said);
});

test.each(['', 'x'.repeat(21), 'SN 1', 'Ä1', '.', '..'])('GS1 takes no serial number like %j', (serial) => {
  expect(isGs1Serial(serial)).toBe(false);
});

import { expect, test } from 'vitest';
import { Address } from '#core/address.ts';
import { asDialed, isPhone } from '#core/phone.ts';
import { RegisterRequest } from '#core/registrations/register.ts';

test.for([
  ['+49 30 1234567', '+49 30 1234567'],
  ['٠٥٠١٢٣٤٥٦٧', '0501234567'],
  ['۰۹۱۲ ۳۴۵ ۶۷۸۹', '0912 345 6789'],
  ['＋８１（３）１２３４－５６７８', '+81(3)1234-5678'],
  ['९८७६५४३२१०', '9876543210'],
] as const)('%s is a phone number, and kept as %s', ([typed, kept]) => {
  expect(isPhone(typed)).toBe(true);
  expect(Address.parse({ phone: typed }).phone).toBe(kept);
  expect(RegisterRequest.shape.phone.parse(typed)).toBe(kept);
});

test('what nobody can be called at is no phone number', () => {
  for (const typed of ['', '1234', 'call me', '٠٥٠', '12345 home']) expect(isPhone(typed)).toBe(false);
});

test('digits of every script have the value that Unicode gives them', () => {
  const all = Array.from({ length: 0x11_0000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((text) => /^\p{Nd}$/u.test(text));
  expect(all.length).toBeGreaterThan(600);
  expect(asDialed(all.join(''))).toBe('0123456789'.repeat(all.length / 10));
});

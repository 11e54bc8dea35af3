import sharp from 'sharp';
import { expect, test } from 'vitest';
import { sniffMediaType } from './media-type.ts';

const picture = sharp({ create: { width: 4, height: 4, channels: 3, background: '#336699' } });
const text = (content: string): Uint8Array => new TextEncoder().encode(content);
const box = (type: string, brand: string): Uint8Array => text(`\0\0\0\x18ftyp${brand}\0\0\0\0${brand}${type}`);

test.each([
  ['image/jpeg', () => picture.clone().jpeg().toBuffer()],
  ['image/png', () => picture.clone().png().toBuffer()],
  ['image/webp', () => picture.clone().webp().toBuffer()],
  ['image/gif', () => picture.clone().gif().toBuffer()],
  ['image/avif', () => picture.clone().avif().toBuffer()],
])('%s is known by its bytes', async (type, make) => {
  expect(await sniffMediaType(await make())).toBe(type);
});

test.each([
  ['image/heic', box('mif1', 'heic')],
  ['video/mp4', box('isom', 'mp42')],
  ['video/quicktime', box('qt  ', 'qt  ')],
  ['application/pdf', text('%PDF-1.7\n')],
])('%s is known by its head', async (type, bytes) => {
  expect(await sniffMediaType(bytes)).toBe(type);
});

test.each([
  ['SVG', text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['SVG with a declaration', text('<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>')],
  ['HTML', text('<!doctype html><script>alert(1)</script>')],
  ['a document', text('{\\rtf1\\ansi}')],
  ['a program', new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0])],
  ['an archive', new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 0, 0, 0, 0])],
  ['nothing', new Uint8Array()],
])('%s is refused', async (_name, bytes) => {
  expect(await sniffMediaType(bytes)).toBeNull();
});

import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { hashPhoto, isSamePhoto, mirrored, PHOTO_SIDE, photoHashOf } from '#core/claims/photo-hash.ts';

type Change = (image: Sharp) => Sharp;

/** Thirty soft spots, lighter and darker, at places the seed decides. */
async function hashOf(seed: number, change: Change = (image) => image) {
  const [width, height] = [480, 360];
  let state = seed;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  // A soft spot is a product of one curve across and one down: thirty times less to compute than point by point.
  const curve = (length: number, centre: number, size: number): number[] =>
    Array.from({ length }, (_, at) => Math.exp(-((at - centre) ** 2) / size ** 2));
  const spots = Array.from({ length: 30 }, () => {
    const [x, y, size, light] = [random() * width, random() * height, 15 + random() * 60, random() * 160 - 80];
    return { across: curve(width, x, size), down: curve(height, y, size), light };
  });
  const grey = Uint8Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    const sum = spots.reduce((all, { light, across, down }) => all + light * (across[x] ?? 0) * (down[y] ?? 0), 128);
    return Math.min(255, Math.max(0, sum));
  });
  const image = sharp(grey, { raw: { width, height, channels: 1 } });
  const changed = await change(sharp(await image.jpeg().toBuffer()))
    .jpeg({ quality: 60 })
    .toBuffer();
  return hashPhoto(await sharp(changed).greyscale().resize(PHOTO_SIDE, PHOTO_SIDE, { fit: 'fill' }).raw().toBuffer());
}

describe('the same photo', () => {
  const original = hashOf(11);
  const changes: Record<string, Change> = {
    'made smaller': (image) => image.resize(200),
    'recompressed badly': (image) => image.jpeg({ quality: 15 }),
    'made brighter': (image) => image.linear(1.1, 12),
    mirrored: (image) => image.flop(),
    'cropped by a tenth': (image) => image.extract({ left: 20, top: 10, width: 432, height: 330 }),
    'cropped, mirrored and made smaller': (image) =>
      image.extract({ left: 30, top: 20, width: 430, height: 330 }).flop().resize(220),
  };
  test.each(Object.keys(changes))('%s is known again, and found by its words', async (name) => {
    const [photo, changed] = [await original, await hashOf(11, changes[name])];
    expect(isSamePhoto(changed, photo)).toBe(true);
    const words = new Set([...changed.words, ...mirrored(changed).words]);
    expect(photo.words.some((word) => words.has(word))).toBe(true);
  });
});

test('other photos are not the same', async () => {
  const hashes = await Promise.all([3, 8, 12, 17, 23].map((seed) => hashOf(seed)));
  hashes.forEach((one, index) =>
    hashes.slice(index + 1).forEach((other) => expect(isSamePhoto(one, other)).toBe(false)),
  );
});

test('a bare picture has no likeness, so that bare pictures are not the same', () => {
  const bare = hashPhoto(new Uint8Array(PHOTO_SIDE ** 2).fill(230));
  expect(bare).toEqual({ hashes: new Uint8Array(), words: [] });
  expect(isSamePhoto(bare, bare)).toBe(false);
});

test('a hash is read back from its bytes, words in 24 bits', async () => {
  const hash = await hashOf(5);
  expect(photoHashOf(hash.hashes)).toEqual(hash);
  expect(hash.words.every((word) => word >= 0 && word < 2 ** 24)).toBe(true);
  expect(mirrored(mirrored(hash))).toEqual(hash);
});

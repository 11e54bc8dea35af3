/**
 * A photo's likeness, after pHash and PDQ: the signs of its lowest frequencies, of the whole photo and of
 * windows of it. A resized or recompressed copy has nearly the same signs, a crop is close to one of the
 * windows, and in a mirrored copy only the signs of odd frequencies along the width are turned.
 */
export type PhotoHash = {
  /** HASH_BYTES for each window with something to see in it, the lowest frequencies first. */
  hashes: Uint8Array;
  /** The first 24 signs of each window as a number, by which an index finds candidates. */
  words: number[];
};

/** Side of the square grey picture that is hashed. */
export const PHOTO_SIDE = 256;
/** How many of the 96 signs of two windows may differ for the same photo; docs/risk.md says how it was found. */
const MOST_DIFFERENT = 14;

const HASH_BYTES = 12;
const WORD_BYTES = 3;
const CELLS = 64;
/** Frequencies along each side, from 0. */
const FREQUENCIES = 12;
/** A window whose frequencies are smaller than this on the mean is bare, and like every other bare one. */
const BARE = 0.1;

/** Windows are every pairing of these parts of the width and of the height. */
const PARTS: readonly (readonly [from: number, to: number])[] = [1, 0.88, 0.76, 0.64].flatMap((size) =>
  (size === 1 ? [0] : [0, 0.5, 1]).map((at) => [(1 - size) * at, (1 - size) * at + size] as const),
);

/** Places among the frequencies, row by row, in the order of the signs: the lowest first, without the mean grey. */
const PLACES: readonly number[] = Array.from({ length: FREQUENCIES ** 2 }, (_, place) => place)
  .slice(1)
  .toSorted((one, other) => heightOf(one) - heightOf(other) || one - other)
  .slice(0, HASH_BYTES * 8);

function heightOf(place: number): number {
  return (place % FREQUENCIES) ** 2 + Math.floor(place / FREQUENCIES) ** 2;
}

/** Of grey levels, PHOTO_SIDE by PHOTO_SIDE, row by row. */
export function hashPhoto(grey: Uint8Array): PhotoHash {
  const sums = areaSums(grey);
  const found = PARTS.flatMap((rows) => PARTS.map((columns) => frequenciesOf(cellsOf(sums, rows, columns)))).filter(
    (frequencies) => meanSize(frequencies) >= BARE,
  );
  const hashes = new Uint8Array(found.length * HASH_BYTES);
  found.forEach((frequencies, index) =>
    hashes.set(
      packed((sign) => (frequencies[PLACES[sign] ?? 0] ?? 0) > 0),
      index * HASH_BYTES,
    ),
  );
  return photoHashOf(hashes);
}

/** The hash with these bytes. */
export function photoHashOf(hashes: Uint8Array): PhotoHash {
  const words = new Set<number>();
  for (let start = 0; start < hashes.length; start += HASH_BYTES)
    words.add(hashes.subarray(start, start + WORD_BYTES).reduce((word, byte) => word * 256 + byte, 0));
  return { hashes, words: [...words] };
}

const TURNED = packed((sign) => ((PLACES[sign] ?? 0) % FREQUENCIES) % 2 === 1);

/** The hash of the mirrored photo. */
export const mirrored = ({ hashes }: PhotoHash): PhotoHash =>
  photoHashOf(hashes.map((byte, index) => byte ^ (TURNED[index % HASH_BYTES] ?? 0)));

/** Whether one photo is the other, or a part of it, as it is or mirrored. */
export const isSamePhoto = (one: PhotoHash, other: PhotoHash): boolean =>
  Math.min(differenceOf(one, other), differenceOf(mirrored(one), other)) <= MOST_DIFFERENT;

/** Eight signs to a byte, the first in its lowest bit. */
function packed(isSet: (sign: number) => boolean): Uint8Array {
  const bytes = new Uint8Array(HASH_BYTES);
  for (let sign = 0; sign < HASH_BYTES * 8; sign += 1)
    if (isSet(sign)) bytes[sign >> 3] = (bytes[sign >> 3] ?? 0) | (1 << (sign & 7));
  return bytes;
}

/** The fewest signs in which a window of one photo differs from a window of the other; all of them where one has none. */
function differenceOf(one: PhotoHash, other: PhotoHash): number {
  const [ones, others] = [asNumbers(one.hashes), asNumbers(other.hashes)];
  let least = HASH_BYTES * 8;
  for (let left = 0; left < ones.length; left += 3)
    for (let right = 0; right < others.length; right += 3) {
      let different = 0;
      for (let part = 0; part < 3 && different < least; part += 1)
        different += bitsOf((ones[left + part] ?? 0) ^ (others[right + part] ?? 0));
      least = Math.min(least, different);
    }
  return least;
}

const asNumbers = (hashes: Uint8Array): Uint32Array => new Uint32Array(Uint8Array.from(hashes).buffer);

function bitsOf(number: number): number {
  const pairs = number - ((number >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/** Sums of everything above and to the left, one row and one column larger than the picture. */
function areaSums(grey: Uint8Array): Float64Array {
  const side = PHOTO_SIDE + 1;
  const sums = new Float64Array(side * side);
  for (let y = 1; y < side; y += 1) {
    let row = 0;
    for (let x = 1; x < side; x += 1) {
      row += grey[(y - 1) * PHOTO_SIDE + x - 1] ?? 0;
      sums[y * side + x] = row + (sums[(y - 1) * side + x] ?? 0);
    }
  }
  return sums;
}

type Part = (typeof PARTS)[number];

/** Mean grey of CELLS by CELLS cells of a window, whose borders may run between pixels. */
function cellsOf(sums: Float64Array, rows: Part, columns: Part): Float64Array {
  const edges = ([from, to]: Part): number[] =>
    Array.from({ length: CELLS + 1 }, (_, index) => (from + ((to - from) * index) / CELLS) * PHOTO_SIDE);
  const [ys, xs] = [edges(rows), edges(columns)];
  const area = (((rows[1] - rows[0]) * (columns[1] - columns[0])) / CELLS ** 2) * PHOTO_SIDE ** 2;
  const cells = new Float64Array(CELLS * CELLS);
  const corners = ys.map((y) => xs.map((x) => sumAt(sums, x, y)));
  for (let y = 0; y < CELLS; y += 1)
    for (let x = 0; x < CELLS; x += 1) {
      const [above, below] = [corners[y] ?? [], corners[y + 1] ?? []];
      const sum = (below[x + 1] ?? 0) - (below[x] ?? 0) - (above[x + 1] ?? 0) + (above[x] ?? 0);
      cells[y * CELLS + x] = sum / area;
    }
  return cells;
}

function sumAt(sums: Float64Array, x: number, y: number): number {
  const side = PHOTO_SIDE + 1;
  const [left, top] = [Math.min(Math.floor(x), PHOTO_SIDE - 1), Math.min(Math.floor(y), PHOTO_SIDE - 1)];
  const [right, down] = [x - left, y - top];
  const at = (row: number, column: number): number => sums[row * side + column] ?? 0;
  return (
    (at(top, left) * (1 - right) + at(top, left + 1) * right) * (1 - down) +
    (at(top + 1, left) * (1 - right) + at(top + 1, left + 1) * right) * down
  );
}

const COSINES: readonly Float64Array[] = Array.from({ length: FREQUENCIES }, (_, frequency) =>
  Float64Array.from({ length: CELLS }, (__, cell) => Math.cos((Math.PI / CELLS) * (cell + 0.5) * frequency)),
);

/** The cosine transform of the cells, row by row from the mean grey up. */
function frequenciesOf(cells: Float64Array): Float64Array {
  const across = new Float64Array(CELLS * FREQUENCIES);
  for (let y = 0; y < CELLS; y += 1)
    for (const [u, cosines] of COSINES.entries()) {
      let sum = 0;
      for (let x = 0; x < CELLS; x += 1) sum += (cells[y * CELLS + x] ?? 0) * (cosines[x] ?? 0);
      across[y * FREQUENCIES + u] = sum;
    }
  const both = new Float64Array(FREQUENCIES ** 2);
  for (const [v, cosines] of COSINES.entries())
    for (let u = 0; u < FREQUENCIES; u += 1) {
      let sum = 0;
      for (let y = 0; y < CELLS; y += 1) sum += (across[y * FREQUENCIES + u] ?? 0) * (cosines[y] ?? 0);
      both[v * FREQUENCIES + u] = sum;
    }
  return both;
}

/** Mean of the frequencies but the mean grey, in grey levels. */
const meanSize = (frequencies: Float64Array): number =>
  PLACES.reduce((sum, place) => sum + Math.abs(frequencies[place] ?? 0), 0) / PLACES.length / CELLS ** 2;

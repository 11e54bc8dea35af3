import { randomInt } from 'node:crypto';

const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Sixteen letters and digits that aren't easily confused. `below` returns a whole number under its argument. */
export function randomCode(below: (size: number) => number = (size) => randomInt(size)): string {
  return Array.from({ length: 16 }, () => ALPHABET.charAt(below(ALPHABET.length))).join('');
}

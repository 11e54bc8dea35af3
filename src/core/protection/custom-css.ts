const REFUSED: readonly (readonly [part: RegExp, problem: string])[] = [
  [/</, 'Must not contain <.'],
  [/@import/i, 'Must not load other style sheets.'],
  // CSS reads an escaped letter as the letter, so that it would hide what is refused below.
  [/\\/, 'Must not contain a backslash.'],
  [/expression\s*\(|javascript:|behavior\s*:|-moz-binding/i, 'Must not contain scripts.'],
  [/url\((?!\s*['"]?https:\/\/)/i, 'Pictures must have an address with https.'],
  // They take an address without url(), in a string like any other.
  [/\b(?:image-set|image|src)\(/i, 'Must not use image-set(), image() or src(). Use url().'],
];

/** What is wrong with CSS that runs in the pages of the shop; null where nothing is. */
export const customCssProblem = (css: string): string | null => REFUSED.find(([part]) => part.test(css))?.[1] ?? null;

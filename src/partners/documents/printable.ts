import anyAscii from 'any-ascii';

// What DejaVu Sans has in both weights and what reads from left to right: the PDF writer sets each
// word on its own and knows no other direction, so Arabic and Hebrew would come out in the wrong order.
const DRAWABLE =
  /^[\u0020-\u007e\u00a0-\u024f\u0370-\u0525\u0531-\u0556\u0559-\u055f\u0561-\u0587\u0589\u058a\u10d0-\u10fc\u1e00-\u1efb\u1f00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20b5\u20b8-\u20ba\u20bd\u2116\u2122\u2190-\u21ff\u2200-\u22ff]$/u;

/**
 * The text in letters the slip's font has. Latin, Greek, Cyrillic, Armenian and Georgian stay as
 * they are; Chinese, Japanese, Korean, Arabic, Hebrew, Thai, Indic letters and emoji are written
 * with Latin letters, so that a warehouse can still compare them with the label and the claim.
 */
export function printable(text: string): string {
  const written = Array.from(text.normalize('NFC'), (character) => {
    if (character === '\n') return character;
    if (DRAWABLE.test(character)) return character;
    // Marks and joiners belong to the letter before them, which has been written already.
    return /[\p{M}\p{Cf}\p{Cs}\p{Cn}]/u.test(character) ? '' : anyAscii(character) || ' ';
  }).join('');
  return written.replace(/[^\S\n]+/g, ' ').trim();
}

import anyAscii from 'any-ascii';
import type { Language } from '#core/texts/languages.ts';

/** Letters and signs of Japanese, which the font of Japanese documents has. */
export const JAPANESE = /[\u3000-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/u;

// What DejaVu Sans has in both weights and what reads from left to right.
const DRAWABLE =
  /^[\u0020-\u007e\u00a0-\u024f\u0370-\u0525\u0531-\u0556\u0559-\u055f\u0561-\u0587\u0589\u058a\u10d0-\u10fc\u1e00-\u1efb\u1f00-\u1fff\u2010-\u2027\u2030-\u205e\u20a0-\u20b5\u20b8-\u20ba\u20bd\u2116\u2122\u2190-\u21ff\u2200-\u22ff]$/u;

/** What documents of a language have too: its letters, and for Arabic the marks that set parts of another direction apart. */
const ALSO: Partial<Record<Language, RegExp>> = {
  ar: /^[\u060c\u061b\u061f\u0621-\u063a\u0640-\u0652\u0660-\u066c\u0670-\u06d3\u200e\u200f\u2066-\u2069]$/u,
  ja: JAPANESE,
};

/**
 * The text in letters that the fonts of a document have. Latin, Greek, Cyrillic, Armenian and
 * Georgian stay as they are, Arabic and Japanese in documents of that language. Others, and emoji, are
 * written with Latin letters, so that a warehouse can still compare them with the label and the claim.
 */
export function printable(text: string, language: Language = 'en'): string {
  const also = ALSO[language];
  const written = Array.from(text.normalize('NFC'), (character) => {
    if (character === '\n') return character;
    if (DRAWABLE.test(character) || also?.test(character)) return character;
    // Marks and joiners belong to the letter before them, which has been written already.
    return /[\p{M}\p{Cf}\p{Cs}\p{Cn}]/u.test(character) ? '' : anyAscii(character) || ' ';
  }).join('');
  return written.replace(/[^\S\n]+/g, ' ').trim();
}

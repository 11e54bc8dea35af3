import PostalMime, { type Email, type PostalMimeOptions } from 'postal-mime';

/** Base64 has longer lines. A reader of MIME takes some microseconds for each, however short it is. */
const SHORT_LINE = 40;
const MOST_SHORT_LINES = 100_000;
const LINE_END = 0x0a;

/** Reads MIME. Throws where it is none, is nested or headed beyond reason, or has lines without end. */
export async function readMime(raw: Uint8Array, options: PostalMimeOptions = {}): Promise<Email> {
  if (hasEndlessLines(raw)) throw new Error('The mail has too many short lines.');
  return PostalMime.parse(raw, {
    forceRfc822Attachments: true,
    maxNestingDepth: 50,
    maxHeadersSize: 500_000,
    ...options,
  });
}

function hasEndlessLines(raw: Uint8Array): boolean {
  let short = 0;
  let begins = 0;
  for (let end = raw.indexOf(LINE_END); end >= 0; end = raw.indexOf(LINE_END, begins)) {
    if (end - begins < SHORT_LINE) short += 1;
    if (short > MOST_SHORT_LINES) return true;
    begins = end + 1;
  }
  return false;
}

/** Stands where bytes are no character of the file's encoding. */
export const UNREADABLE = '\uFFFD';

const ONE_UTF8 = /^(?:[\xC2-\xDF][\x80-\xBF]|[\xE0-\xEF][\x80-\xBF]{2}|[\xF0-\xF4][\x80-\xBF]{3})/;
const LONGEST_CHARACTER = 4;

/**
 * The text of a file in UTF-8, as Shopify exports it, or in UTF-16 or Windows-1252, as Excel saves it. Up to the first
 * byte that is not ASCII all of these but UTF-16 are the same, so that byte and those after it decide.
 */
export async function* textOf(stream: AsyncIterable<Uint8Array | string>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let undecided: Buffer = Buffer.alloc(0);
  let isStart = true;
  for await (const chunk of stream) {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
    if (decoder) {
      yield decoder.decode(bytes, { stream: true });
      continue;
    }
    undecided = Buffer.concat([undecided, bytes]);
    const ascii = asciiLength(undecided);
    if (ascii > 0) {
      yield undecided.toString('latin1', 0, ascii);
      undecided = undecided.subarray(ascii);
      isStart = false;
    }
    if (undecided.length < LONGEST_CHARACTER) continue;
    decoder = new TextDecoder(encodingOf(undecided, isStart));
    yield decoder.decode(undecided, { stream: true });
  }
  if (decoder) yield decoder.decode();
  else yield new TextDecoder(encodingOf(undecided, isStart)).decode(undecided);
}

function asciiLength(bytes: Uint8Array): number {
  const at = bytes.findIndex((byte) => byte > 0x7f);
  return at === -1 ? bytes.length : at;
}

function encodingOf(bytes: Buffer, isStart: boolean): string {
  const text = bytes.toString('latin1', 0, LONGEST_CHARACTER);
  if (isStart && text.startsWith('\xFF\xFE')) return 'utf-16le';
  if (isStart && text.startsWith('\xFE\xFF')) return 'utf-16be';
  return text === '' || ONE_UTF8.test(text) ? 'utf-8' : 'windows-1252';
}

/** Serial number as it is compared: no case, no spaces, no dashes. */
export const normalizeSerial = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\s\-–—]+/g, '')
    .toUpperCase();

const LONGEST = 100;

/** Whether a text can be a serial number: letters and digits of any script, with the usual marks between them. */
export const isSerial = (text: string): boolean =>
  text.length <= LONGEST && /^[\p{L}\p{N}._/+:#*]+$/u.test(normalizeSerial(text));

import { CLAIM_TYPES, perType } from '#core/claims/types.ts';

const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const PREFIXES = { ...perType((type) => CLAIM_TYPES[type].prefix), Shipping: 'S', Registration: 'G' } as const;

/** Whether a text is the external id of a registration. The order that stands for one has it as its number. */
export const isRegistrationId = (text: string): boolean => /^G-[0-9A-HJKMNP-TV-Z]{8}$/.test(text);

/** Number of random bytes an external id is made of. */
export const EXTERNAL_ID_BYTES = 5;

/** External id of eight Crockford base32 characters ("R-7K2M9QXD") from five random bytes, so that this stays free of chance. */
export function externalIdOf(kind: keyof typeof PREFIXES, random: Uint8Array): string {
  if (random.length !== EXTERNAL_ID_BYTES)
    throw new RangeError(`an external id takes ${EXTERNAL_ID_BYTES} bytes, not ${random.length}`);
  let bits = random.reduce((all, byte) => (all << 8n) | BigInt(byte), 0n);
  let text = '';
  for (let index = 0; index < 8; index += 1) {
    text = CROCKFORD.charAt(Number(bits & 31n)) + text;
    bits >>= 5n;
  }
  return `${PREFIXES[kind]}-${text}`;
}

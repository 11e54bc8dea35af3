import { gtin14 } from '#core/registrations/gtin.ts';

/** What a code on a product, box or leaflet says; empty where it says nothing of it. */
export type Named = {
  /** A variant's id at the store platform, its SKU, or its GTIN. */
  product: string;
  channel: string;
  serial: string;
};

/** How a code leads to the form: by our own link, or by GS1 Digital Link, which other apps understand too. */
export type CodeKind = 'link' | 'digitalLink';

const MOST = 100;
const GS1_SERIAL = /^(?!\.{1,2}$)[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

/**
 * Whether a GS1 Digital Link can have a text as its serial number: up to 20 letters, digits and signs of the character
 * set of GS1, but not one or two points alone, which every browser takes out of a path.
 */
export const isGs1Serial = (serial: string): boolean => GS1_SERIAL.test(serial);

/** `portal`: its address, without a slash at the end. */
export const registrationLink = (portal: string, { product, channel, serial }: Named): string =>
  `${portal}/register?${queryOf({ product, channel, serial })}`;

/** GS1 Digital Link of a GTIN of 14 digits: the product in the path, our channel as a parameter. */
export function digitalLink(portal: string, gtin: string, { channel, serial }: Omit<Named, 'product'>): string {
  const path = `${portal}/01/${gtin}${serial === '' ? '' : `/21/${encodeURIComponent(serial)}`}`;
  return channel === '' ? path : `${path}?${queryOf({ channel })}`;
}

const queryOf = (parts: Readonly<Record<string, string>>): string =>
  new URLSearchParams(Object.entries(parts).filter(([, value]) => value !== '')).toString();

/** What a scanned code or an opened link says: ours, GS1 Digital Link, the text of a GS1 DataMatrix, or only a number. */
export function readCode(text: string): Named {
  const plain = text.trim();
  const said = /^https?:/i.test(plain) && URL.canParse(plain) ? ofLink(new URL(plain)) : ofText(plain);
  return {
    product: said.product.slice(0, MOST),
    channel: said.channel.slice(0, MOST),
    serial: said.serial.slice(0, MOST),
  };
}

function ofLink({ pathname, searchParams }: URL): Named {
  const parts = pathname.split('/').map(decoded);
  const at = parts.findIndex((part, index) => part === '01' && gtin14(parts[index + 1] ?? '') !== null);
  const keyed = new Map<string, string>();
  for (let index = at; at !== -1 && index + 1 < parts.length; index += 2)
    keyed.set(parts[index] ?? '', parts[index + 1] ?? '');
  return {
    product: gtin14(keyed.get('01') ?? '') ?? searchParams.get('product') ?? '',
    channel: searchParams.get('channel') ?? '',
    serial: keyed.get('21') ?? searchParams.get('serial') ?? '',
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const SEPARATOR = '\u001D';
// Digits after each of these identifiers of GS1; those that are not here end at a separator.
const FIXED: Readonly<Record<string, number>> = { '11': 6, '12': 6, '13': 6, '15': 6, '16': 6, '17': 6, '20': 2 };
function ofText(text: string): Named {
  // Readers may say first which kind of code it was.
  const code = text.replace(/^\][A-Za-z]\d/, '');
  const [, gtin = '', more = ''] =
    /^01(\d{14})(.*)$/s.exec(code.startsWith(SEPARATOR) ? code.slice(SEPARATOR.length) : code) ?? [];
  const product = gtin14(gtin);
  return product === null
    ? { product: text, channel: '', serial: '' }
    : { product, channel: '', serial: serialIn(more) };
}

function serialIn(rest: string): string {
  const id = rest.slice(0, 2);
  const fixed = FIXED[id];
  if (fixed !== undefined) return serialIn(rest.slice(2 + fixed));
  const [value = '', ...others] = rest.slice(2).split(SEPARATOR);
  if (id === '21') return value;
  return others.length === 0 ? '' : serialIn(others.join(SEPARATOR));
}

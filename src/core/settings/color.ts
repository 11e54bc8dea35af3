const HEX = /^#?(?:[0-9a-f]{3}|[0-9a-f]{6})$/;

/** `#` and six lowercase hexadecimal digits, of what people type as a color (C5.17); null for what is none. */
export function normalColor(typed: string): string | null {
  const text = typed.trim().toLowerCase();
  if (!HEX.test(text)) return null;
  const digits = text.replace('#', '');
  return `#${digits.length === 3 ? digits.replaceAll(/./g, '$&$&') : digits}`;
}

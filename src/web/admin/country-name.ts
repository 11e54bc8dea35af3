const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** A country as people call it; what is no code stays as it is. */
export const countryName = (code: string): string =>
  /^[A-Za-z]{2}$/.test(code) ? (countryNames.of(code.toUpperCase()) ?? code) : code;

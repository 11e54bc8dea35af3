const PHONE = /^\+?[\d\s()./-]+$/;

/** Whether somebody can be called at it: digits enough for a number of any country, written in any of the usual ways. */
export function isPhone(typed: string): boolean {
  const phone = asDialed(typed);
  return PHONE.test(phone.trim()) && (phone.match(/\d/g)?.length ?? 0) >= 5;
}

/** A phone number as carriers and platforms read it, whose digits may be those of any script and of any width. */
export const asDialed = (typed: string): string =>
  typed.normalize('NFKC').replaceAll(/\p{Nd}/gu, (digit) => String(valueOf(digit)));

const DIGIT = /^\p{Nd}$/u;

/** Unicode has the ten digits of a script in a row, beginning with its zero; one row may follow another. */
function valueOf(digit: string): number {
  const at = digit.codePointAt(0) ?? 0;
  let zero = at;
  while (DIGIT.test(String.fromCodePoint(zero - 1))) zero -= 1;
  return (at - zero) % 10;
}

const PHONE = /^\+?[\d\s()./-]+$/;

/** Whether somebody can be called at it: digits enough for a number of any country, written in any of the usual ways. */
export const isPhone = (typed: string): boolean => PHONE.test(typed.trim()) && (typed.match(/\d/g)?.length ?? 0) >= 5;

export const BANK_DEPOSIT = 'Bank Deposit';

/** Money that people take in. The platform only writes down what is paid with them, and what staff pay back. */
const MANUAL: ReadonlySet<string> = new Set(['manual', 'cash', 'Cash on Delivery (COD)', 'Money Order', BANK_DEPOSIT]);

export const isManual = (gateway: string): boolean => MANUAL.has(gateway);

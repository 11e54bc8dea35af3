import { EEA } from '#core/countries.ts';

/** Where the law forbids an extra that is chosen for the shopper (decisions 0026). */
const NEVER_ADDED: ReadonlySet<string> = new Set([...EEA, 'GB', 'CH']);

export const mayBeAddedIn = (countryCode: string): boolean => !NEVER_ADDED.has(countryCode);

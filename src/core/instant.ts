import { z } from 'zod';

/** An instant PostgreSQL can hold: in UTC of the years 1 to 9999, and written in no zone further away than it knows. */
export const Instant = z.iso.datetime({ offset: true }).refine((text) => {
  const year = new Date(text).getUTCFullYear();
  return year >= 1 && year <= 9999 && !/[+-](1[6-9]|2\d):/.test(text);
}, 'Invalid Date');

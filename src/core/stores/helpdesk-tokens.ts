import { DAY_MS } from '#core/dates.ts';

/** How long before a helpdesk's token expires admins are warned: long enough to put another one into the helpdesk. */
export const TOKEN_WARNING_DAYS = 14;

/** The whole days a token is still good for; null where that is long enough. Zero or less: it expires today, or has. */
export function daysToRenew(expiresOn: string, now: number): number | null {
  const left = Date.parse(expiresOn) - now;
  return left > TOKEN_WARNING_DAYS * DAY_MS ? null : Math.floor(left / DAY_MS);
}

import type { Browser, Page } from '@playwright/test';
import { onPhone } from './screen.ts';
import { askForReturn, type ReturnWish } from './shopper.ts';
import { openClaim, signIn, type StaffName } from './staff.ts';

/** How most journeys begin: a shopper asks on a phone, then staff open the claim. The phone stays on its overview. */
export async function askThenOpen(
  browser: Browser,
  page: Page,
  { who = 'Sam Staff', ...wish }: ReturnWish & { who?: StaffName },
): Promise<{ phone: Page; number: string }> {
  const phone = await onPhone(browser);
  const number = await askForReturn(phone, wish);
  await signIn(page, who);
  await openClaim(page, number);
  return { phone, number };
}

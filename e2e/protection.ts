import type { Browser } from '@playwright/test';
import { setSettings } from './claims.ts';
import { signIn } from './staff.ts';

/** Settings with which every package can be claimed, without the cover and long after it was sent. */
export const ALWAYS_FILED = {
  isUnprotectedShippingClaimPermitted: true,
  missingItemFilingDays: 3650,
  damagedFilingDays: 3650,
  filingEndDays: 3650,
};

/** The provider turns shipping protection on for the demo store, or off. */
export async function offerProtection(browser: Browser, isShippingProtectionEnabled: boolean): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, 'Petra Provider');
  await setSettings(page, { isShippingProtectionEnabled });
  await context.close();
}

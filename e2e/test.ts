import { test as base } from '@playwright/test';

/** A journey; the screens it opened are closed after it, so that none of them goes on asking the server for news. */
export const test = base.extend<{ screens: undefined }>({
  screens: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      await use(undefined);
      await Promise.all(
        browser
          .contexts()
          .filter((context) => !before.has(context))
          .map((context) => context.close()),
      );
    },
    { auto: true },
  ],
});

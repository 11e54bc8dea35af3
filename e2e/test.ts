import { expect, test as base, type BrowserContext } from '@playwright/test';

/**
 * A journey. An error that a screen does not catch fails it. The screens it opened are closed after it, so that none of
 * them goes on asking the server for news.
 */
export const test = base.extend<{ screens: undefined }>({
  screens: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts());
      const uncaught: string[] = [];
      const watch = (context: BrowserContext): void => {
        context.on('weberror', (problem) => {
          const { message, stack } = problem.error();
          uncaught.push(`${problem.page()?.url() ?? ''}: ${stack ?? message}`);
        });
      };
      browser.on('context', watch);
      await use(undefined);
      browser.off('context', watch);
      await Promise.all(
        browser
          .contexts()
          .filter((context) => !before.has(context))
          .map((context) => context.close()),
      );
      expect(uncaught).toEqual([]);
    },
    { auto: true },
  ],
});

import { expect } from '@playwright/test';
import { expectAccessible } from './screen.ts';
import { test } from './test.ts';
const html = (inner: string) =>
  `<!doctype html><html lang="en"><title>t</title><body><main><h1>Hello</h1><p>Fine</p>${inner}</main></body></html>`;
test('what cannot be read or used is found, within frames too', async ({ page }) => {
  await page.setContent(html(''));
  await expectAccessible(page);
  await page.setContent(html('<p style="color:#ccc">pale</p>'));
  await expect(expectAccessible(page)).rejects.toThrow(/color-contrast/);
  await page.setContent(html('<div style="background:#222"><p>dark</p></div>'));
  await expect(expectAccessible(page)).rejects.toThrow(/color-contrast/);
  await page.setContent(html('<button></button>'));
  await expect(expectAccessible(page)).rejects.toThrow(/button-name/);
  await page.setContent(html('<iframe title="x" srcdoc="<p style=color:#ccc>in frame</p>"></iframe>'));
  await expect(expectAccessible(page)).rejects.toThrow(/color-contrast/);
  await page.setContent(html('<label><input type=checkbox disabled><span style="color:#999">pale</span></label>'));
  await expectAccessible(page);
  await page.setContent(html('<label><input type=checkbox><span style="color:#999">pale</span></label>'));
  await expect(expectAccessible(page)).rejects.toThrow(/color-contrast/);
});

import { ownPage } from '../../search.ts';

/** Where closing the settings leads, and whether a small screen shows their menu instead of a section (S2.13). */
export type SettingsSearch = { 'return-to'?: string; 'settings-navigation'?: boolean };

/** Anything but a page of a store's back office, and the settings themselves, is left out: closing has to leave them. */
export function settingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const to = ownPage(raw['return-to']);
  return {
    ...(to !== undefined && !IN_SETTINGS.test(to) ? { 'return-to': to } : {}),
    ...(raw['settings-navigation'] === true || raw['settings-navigation'] === 'true'
      ? { 'settings-navigation': true }
      : {}),
  };
}

const IN_SETTINGS = /^\/\d+\/settings(?:[/?#]|$)/;

/** A page as the router knows it. */
export type OpenPage = { href: string; search: Record<string, unknown> };

/** Where closing leads when the address of the settings doesn't say: the page before them, or home. */
export function whereFrom(storeId: number, before: OpenPage | undefined): string | undefined {
  if (before === undefined) return undefined;
  const page = ownPage(before.href);
  if (page?.startsWith(`/${storeId}/`) !== true) return undefined;
  return settingsSearch(IN_SETTINGS.test(page) ? before.search : { 'return-to': page })['return-to'];
}

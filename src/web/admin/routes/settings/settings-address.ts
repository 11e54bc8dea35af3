import { ownPage } from '../../search.ts';

/** Where closing the settings leads, and whether a small screen shows their menu instead of a section (S2.13). */
export type SettingsSearch = { 'return-to'?: string; 'settings-navigation'?: boolean };

/** Anything but a page of a store's back office, and the settings themselves, is left out: closing has to leave them. */
export function settingsSearch(raw: Record<string, unknown>): SettingsSearch {
  const to = ownPage(raw['return-to']);
  return {
    ...(to !== undefined && !/^\/\d+\/settings(?:[/?#]|$)/.test(to) ? { 'return-to': to } : {}),
    ...(raw['settings-navigation'] === true || raw['settings-navigation'] === 'true'
      ? { 'settings-navigation': true }
      : {}),
  };
}

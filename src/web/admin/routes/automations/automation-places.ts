import { ownPage } from '../../search.ts';
import { settingsSearch, type SettingsSearch } from '../settings/settings-address.ts';

export const AUTOMATIONS = '/$storeId/settings/automations';
export const CREATE_RULE = '/$storeId/settings/automations/create';
export const RULE_VERSIONS = '/$storeId/settings/automations/versions';
export const BACK_TEST = '/$storeId/settings/automations/back-test';
export const EDIT_RULE = '/$storeId/settings/automations/edit/$storeRuleId';

const VIEWS = ['flow', 'list', 'templates'] as const;
export type AutomationsView = (typeof VIEWS)[number];
export type AutomationsSearch = SettingsSearch & { as?: AutomationsView };

export const isView = (text: unknown): text is AutomationsView => VIEWS.some((view) => view === text);

export const automationsSearch = (raw: Record<string, unknown>): AutomationsSearch => ({
  ...settingsSearch(raw),
  ...(isView(raw['as']) ? { as: raw['as'] } : {}),
});

export type RuleSearch = SettingsSearch & { template?: string; hook?: string; eventType?: string; returnTo?: string };

/** What the create and edit pages begin with, and where they lead back to (R2.13). */
export function ruleSearch(raw: Record<string, unknown>): RuleSearch {
  const returnTo = ownPage(raw['returnTo']);
  const texts = Object.fromEntries(
    (['template', 'hook', 'eventType'] as const).flatMap((name) => {
      const value = raw[name];
      return typeof value === 'string' && value.length <= 100 ? [[name, value]] : [];
    }),
  );
  return { ...settingsSearch(raw), ...texts, ...(returnTo === undefined ? {} : { returnTo }) };
}

/** Where the page of a rule leads after saving: back, at the rule (R2.14). */
export const afterSaving = (storeId: number, ruleId: number, returnTo: string | undefined): string =>
  `${(returnTo ?? `/${storeId}/settings/automations`).replace(/#.*$/, '')}#store-rule-${ruleId}`;

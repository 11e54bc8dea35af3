import { ACTIONS } from '#core/automations/actions.ts';
import type { RunnableRule } from '#core/automations/rule.ts';
import type { AskedField } from '#core/claims/field-shapes.ts';
import { optionsOf } from '#core/claims/field-answers.ts';
import { wordsOf } from '#core/settings/field.ts';
import { GROUP_NAMES, SETTINGS_GROUPS, type StoreSettings } from '#core/settings/settings.ts';

/** What shoppers read of a store's own settings, fields and rules, each text once: what it may want to say in other languages. */
export function ownTexts(
  settings: StoreSettings,
  fields: readonly AskedField[],
  rules: readonly Pick<RunnableRule, 'type' | 'params'>[],
): string[] {
  const said = GROUP_NAMES.flatMap((group) => {
    const document: Readonly<Record<string, unknown>> = settings[group];
    return Object.entries(SETTINGS_GROUPS[group].fields.shape).flatMap(([field, schema]) => {
      const { look } = wordsOf(schema);
      const text = document[field];
      return 'isShopperText' in look && look.isShopperText && typeof text === 'string' ? [text] : [];
    });
  });
  const reasons = settings.reasons.reasons.flatMap(({ name, details }) => [name, ...details]);
  const asked = fields.flatMap((field) => [field.displayName, field.description, ...optionsOf(field)]);
  const ruled = rules.flatMap(({ type, params: given }) => {
    const params: Readonly<Record<string, unknown>> = { ...Object(given) };
    return (ACTIONS[type].shopperTexts ?? []).flatMap((name) => {
      const text = params[name];
      return typeof text === 'string' ? [text] : [];
    });
  });
  return [...new Set([...said, ...reasons, ...asked, ...ruled])].filter((text) => text.trim() !== '');
}

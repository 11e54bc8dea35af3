import { fieldsOf } from '#core/settings/group.ts';
import { SETTINGS_GROUPS, type GroupName } from '#core/settings/settings.ts';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { SettingField } from './setting-field.tsx';
import type { GroupForm } from './settings-form.ts';

/** The section of a group: every field as its definition describes it. */
export function GroupSection({ name, form }: { name: GroupName; form: GroupForm }) {
  const group = SETTINGS_GROUPS[name];
  const defaults: Readonly<Record<string, unknown>> = group.fields.parse({});
  return (
    <SettingsSection title={group.title} help={group.help}>
      {fieldsOf(group).map(([field, words]) => (
        <SettingField key={field} name={field} words={words} initial={defaults[field]} form={form} />
      ))}
    </SettingsSection>
  );
}

import { useParams } from '@tanstack/react-router';
import type { FieldWords } from '#core/settings/field.ts';
import { fieldsOf } from '#core/settings/group.ts';
import { SETTINGS_GROUPS, type GroupName } from '#core/settings/settings.ts';
import { isPlus } from '#core/stores/platform-plan.ts';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { useMyStore } from '../../me-query.ts';
import { SettingField } from './setting-field.tsx';
import { isShown, type GroupForm } from './settings-form.ts';

type GroupSectionProps = {
  name: GroupName;
  form: GroupForm;
  /** The one that is marked, by its group and name. */
  openedField: string | undefined;
};

/** The section of a group. */
export function GroupSection({ name, form, openedField }: GroupSectionProps) {
  const { title, help } = SETTINGS_GROUPS[name];
  return (
    <SettingsSection title={title} help={help}>
      <GroupFields name={name} form={form} openedField={openedField} />
    </SettingsSection>
  );
}

/** Every field as its definition describes it. */
export function GroupFields({ name, form, openedField }: GroupSectionProps) {
  const group = SETTINGS_GROUPS[name];
  const { storeId } = useParams({ from: '/$storeId' });
  const store = useMyStore(storeId);
  const isInPlan = ({ isForPlus }: FieldWords): boolean =>
    !isForPlus || (store !== undefined && isPlus(store.shopifyPlan));
  const defaults: Readonly<Record<string, unknown>> = group.fields.parse({});
  return fieldsOf(group)
    .filter(([, words]) => isInPlan(words) && isShown(words, form))
    .map(([field, words]) => (
      <div
        key={field}
        className="mg-setting"
        id={`${name}.${field}`}
        data-opened={openedField === `${name}.${field}`}
        // Takes the focus where its control is disabled.
        tabIndex={-1}
      >
        <SettingField name={field} words={words} initial={defaults[field]} form={form} />
      </div>
    ));
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { SETTINGS_GROUPS, type GroupName } from '#core/settings/settings.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SettingsSection } from '../../../ui/settings-page.tsx';
import { GroupFields } from './group-section.tsx';
import type { GroupForm } from './settings-form.ts';

type ModalGroupProps = { name: GroupName; form: GroupForm; openedField: string | undefined };

/** A group whose fields are in a dialog; they are saved with the page. */
export function ModalGroup({ name, form, openedField }: ModalGroupProps) {
  const [isOpen, setIsOpen] = useState(openedField?.startsWith(`${name}.`) ?? false);
  const { title, help } = SETTINGS_GROUPS[name];
  return (
    <SettingsSection title={title} help={help}>
      <div>
        <Button variant="default" onClick={() => setIsOpen(true)}>
          {title}
        </Button>
      </div>
      {Object.keys(form.errors).length > 0 ? (
        <Notice tone="bad">Some of the advanced settings aren&apos;t right yet.</Notice>
      ) : null}
      {isOpen ? (
        <Dialog title={title} onClose={() => setIsOpen(false)}>
          {(leave) => (
            <>
              <div className="mg-settings-fields">
                <GroupFields name={name} form={form} openedField={openedField} />
              </div>
              <div className="mg-dialog-actions">
                <Button onClick={leave}>Done</Button>
              </div>
            </>
          )}
        </Dialog>
      ) : null}
    </SettingsSection>
  );
}

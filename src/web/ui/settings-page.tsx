import { Button } from '@mantine/core';
import { useDocumentTitle, useHotkeys } from '@mantine/hooks';
import { useId, type ReactNode } from 'react';
import './settings-page.css';
import { useLeaveGuard } from './use-leave-guard.tsx';

export type SettingsPageProps = {
  title: string;
  children: ReactNode;
  isChanged: boolean;
  isSaving: boolean;
  /** Fields that cannot be saved as they are. */
  errorCount: number;
  onSave: () => void;
  onRevert: () => void;
};

/** The one layout of every settings page: sections, floating Save and Revert, and a guard against leaving by accident. */
export function SettingsPage(props: SettingsPageProps) {
  useDocumentTitle(props.title);
  useHotkeys([['mod+S', props.onSave]], []);
  const leaveQuestion = useLeaveGuard({
    isChanged: props.isChanged,
    children: "Your changes to these settings aren't saved. If you leave now, you'll lose them.",
  });
  return (
    <main className="mg-settings" id="content">
      <h1>{props.title}</h1>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          props.onSave();
        }}
      >
        {props.children}
        {props.isChanged ? (
          <section className="mg-save-bar" aria-label="Unsaved changes">
            <output>
              {props.errorCount > 0
                ? `${props.errorCount} ${props.errorCount === 1 ? 'field needs' : 'fields need'} attention`
                : 'Unsaved changes'}
            </output>
            <Button variant="default" disabled={props.isSaving} onClick={props.onRevert}>
              Revert
            </Button>
            <Button type="submit" loading={props.isSaving}>
              Save
            </Button>
          </section>
        ) : null}
      </form>
      {leaveQuestion}
    </main>
  );
}

export function SettingsSection({ title, help, children }: { title: string; help: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="mg-settings-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="mg-settings-help">{help}</p>
      </div>
      <div className="mg-settings-fields">{children}</div>
    </section>
  );
}

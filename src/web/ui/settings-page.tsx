import { useDocumentTitle } from '@mantine/hooks';
import { useId, type ReactNode } from 'react';
import { needAttention, SaveBar } from './save-bar.tsx';
import './settings-page.css';
import { useLeaveGuard } from './use-leave-guard.tsx';
import { useSaveKey } from './use-save-key.ts';

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
  const formId = useId();
  useDocumentTitle(props.title);
  useSaveKey(formId);
  const leaveQuestion = useLeaveGuard({
    isChanged: props.isChanged,
    children: "Your changes to these settings aren't saved. If you leave now, you'll lose them.",
  });
  return (
    <main className="mg-settings" id="content">
      <h1>{props.title}</h1>
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          props.onSave();
        }}
      >
        {props.children}
      </form>
      {props.isChanged ? (
        <SaveBar
          label="Unsaved changes"
          says={props.errorCount > 0 ? needAttention(props.errorCount) : 'Unsaved changes'}
          formId={formId}
          isSaving={props.isSaving}
          other={{ label: 'Revert', onClick: props.onRevert }}
        />
      ) : null}
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

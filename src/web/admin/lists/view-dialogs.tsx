import { listOf } from '#core/lists/lists.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import type { ListState } from './use-list.ts';
import { ViewNameDialog } from './view-name-dialog.tsx';

/** Whatever is being asked about a view. */
export function ViewDialogs({ list }: { list: ListState }) {
  const { asking } = list;
  const close = (): void => list.setAsking(null);
  if (asking?.kind === 'saveAs')
    return <ViewNameDialog title="Save view as" name="" action="Save view" onSave={list.saveAs} onClose={close} />;
  if (asking?.kind === 'name')
    return (
      <ViewNameDialog
        title="Rename view"
        name={asking.view.name}
        action="Rename"
        onSave={(name) => list.rename(asking.view, name)}
        onClose={close}
      />
    );
  if (asking?.kind === 'delete')
    return (
      <ConfirmDialog
        isOpen
        title={`Delete “${asking.view.name}”?`}
        confirmLabel="Delete view"
        cancelLabel="Keep view"
        isDestructive
        onConfirm={() => list.remove(asking.view)}
        onClose={close}
      >
        <p>
          This deletes the view for everyone in this store. The {listOf(asking.view.kind).nouns} in it don't change.
        </p>
      </ConfirmDialog>
    );
  return null;
}

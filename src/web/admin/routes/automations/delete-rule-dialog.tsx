import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { deleteRule } from '#contract/merchant/rules.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { problemText } from '../../problem-words.ts';
import { rulesKey, type ListedRule } from './rule-queries.ts';

type DeleteProps = { storeId: number; rule: ListedRule; onClose: () => void };

export function DeleteRuleDialog({ storeId, rule: { id, name, revision }, onClose }: DeleteProps) {
  const client = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => call(deleteRule, { params: { storeId, storeRuleId: id }, query: { revision } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: rulesKey(storeId) });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      title="Delete automation"
      confirmLabel="Delete"
      cancelLabel="Keep"
      onConfirm={() => deleting.mutate()}
      isBusy={deleting.isPending}
      isDestructive
    >
      {`Are you sure you want to delete "${name}"?`}
      {deleting.error ? <Notice tone="bad">{problemText(deleting.error)}</Notice> : null}
    </ConfirmDialog>
  );
}

import { Button, NativeSelect, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isolated } from '../../../ui/bidi.ts';
import { Dialog, DialogSkeleton } from '../../../ui/dialog.tsx';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { loadProblemText } from '../../problem-words.ts';
import { lineReasonsQuery } from '../../reasons-query.ts';
import { ChangeProblem } from './change-problem.tsx';
import { reasonChoice } from './reason-choice.ts';
import { useHeldLine } from './use-held-claim.ts';
import { useLineChange, type LineOnScreen } from './use-line-change.ts';

/** Another reason, or another detail of it, for why an item comes back. */
export function ReasonDialog({ onClose, ...shown }: LineOnScreen & { onClose: () => void }) {
  const { renew, ...on } = useHeldLine(shown);
  const { storeId, claim, line } = on;
  const { data, error, refetch } = useQuery(lineReasonsQuery(storeId, claim.id, line.id));
  const [chosen, setChosen] = useState<{ id: string; detail: string } | null>(null);
  const changing = useLineChange(on, onClose);
  const { id, detail, first, isSame, reasons, details } = reasonChoice(data?.reasons ?? [], line.reason, chosen);
  const canChange = id !== '' && !isSame;
  return (
    <Dialog
      onClose={onClose}
      title={`Reason of ${isolated(line.originalStoreOrderLineItem.name)}`}
      isChanged={data !== undefined && !isSame}
    >
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (canChange && !changing.isPending) changing.mutate({ kind: 'reason', id, detailId: detail });
          }}
        >
          <Stack gap="lg">
            {error ? <LoadProblem message={loadProblemText(error)} onRetry={() => void refetch()} /> : null}
            {data ? (
              <>
                <NativeSelect
                  label="Reason"
                  data={reasons}
                  value={id}
                  onChange={({ currentTarget: { value } }) =>
                    setChosen(value === first.id ? null : { id: value, detail: '' })
                  }
                  data-autofocus
                />
                {details.length > 0 ? (
                  <NativeSelect
                    label="Detail"
                    data={[{ value: '', label: 'None' }, ...details]}
                    value={detail}
                    onChange={(event) => setChosen({ id, detail: event.currentTarget.value })}
                  />
                ) : null}
              </>
            ) : error ? null : (
              <DialogSkeleton height={60} />
            )}
            <ChangeProblem storeId={storeId} claim={claim} change={changing} onRenewed={renew} />
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={changing.isPending} disabled={!canChange}>
              Change reason
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

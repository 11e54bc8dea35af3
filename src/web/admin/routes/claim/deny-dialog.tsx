import { Button, Radio, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { ClaimLineShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { denyLine } from '#contract/merchant/merchant.ts';
import { DenialDetail } from '#core/claims/claim.ts';
import { DENIAL_LABELS } from '#core/claims/resolution.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { ChangeProblem } from './change-problem.tsx';
import { defaultDenial } from './claim-words.ts';
import { useClaimChange, type ClaimOnScreen } from './use-claim-change.ts';

/** Denies a line, with the detail that the status and the e-mail then show. */
export function DenyDialog({
  storeId,
  claim,
  line,
  onClose,
}: ClaimOnScreen & { line: ClaimLineShown; onClose: () => void }) {
  const [detail, setDetail] = useState<DenialDetail>(defaultDenial);
  const [noteToCustomer, setNote] = useState(line.noteToCustomer);
  const denial = useClaimChange(
    { storeId, claim },
    (body: { detail: DenialDetail; noteToCustomer: string }, { params, version }) =>
      call(denyLine, { params: { ...params, lineId: line.id }, body: { ...body, version } }),
    onClose,
  );
  return (
    <Dialog onClose={onClose} title={`Deny ${line.name}`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!denial.isPending) denial.mutate({ detail, noteToCustomer });
        }}
      >
        <Stack gap="lg">
          <Radio.Group
            label="Why it is denied"
            value={detail}
            onChange={(value) => setDetail(DenialDetail.parse(value))}
          >
            <Stack gap="sm" mt="sm">
              {DenialDetail.options.map((option) => (
                <Radio
                  key={option}
                  value={option}
                  label={DENIAL_LABELS[option]}
                  {...(option === detail ? { 'data-autofocus': true } : {})}
                />
              ))}
            </Stack>
          </Radio.Group>
          <Textarea
            label="Note to the customer"
            description="Optional; appears in the e-mail when you finalize."
            maxLength={2000}
            autosize
            minRows={2}
            value={noteToCustomer}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <ChangeProblem storeId={storeId} claim={claim} error={denial.error} onRenewed={denial.reset} />
        </Stack>
        <div className="mg-dialog-actions">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" color="red.8" loading={denial.isPending}>
            Deny item
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

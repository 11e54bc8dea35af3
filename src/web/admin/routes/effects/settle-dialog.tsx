import { Button, Stack, Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EffectShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { settleEffect } from '#contract/merchant/claim-actions.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { problemText } from '../../problem-words.ts';
import { refundAnswered, RefundQuestion, useIsUnanswered, type RefundAnswer } from '../claim/refund-question.tsx';
import { renewEffects, renewOvertaken } from './renew-effects.ts';

type SettleProps = { storeId: number; effect: EffectShown; onClose: () => void };

/** Ends an effect that staff carried out outside, with why it counts as done. */
export function SettleDialog({ storeId, effect, onClose }: SettleProps) {
  const client = useQueryClient();
  const [reason, setReason] = useState('');
  const [refund, setRefund] = useState<RefundAnswer>(null);
  const { asksForRefundOf: of } = effect;
  const isUnanswered = useIsUnanswered(storeId, of, refund);
  const settling = useMutation({
    mutationFn: () =>
      call(settleEffect, {
        params: { storeId, effectId: effect.id },
        body: { reason, refundIdFromPlatform: refundAnswered(refund) },
      }),
    onSuccess: async () => {
      await renewEffects(client, storeId);
      onClose();
    },
    onError: (error) => renewOvertaken(client, storeId, error),
  });
  return (
    <Dialog onClose={onClose} title="Mark as resolved externally" isChanged={reason.trim() !== '' || refund !== null}>
      {(leave) => (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim() && !isUnanswered && !settling.isPending) settling.mutate();
          }}
        >
          <Stack gap="lg">
            <div>
              <strong>{effect.summary}</strong>
              <p className="mg-p">
                Makegood won't try it again and counts it as done. Only do this if someone did it by hand, at the store
                or the partner. This can't be undone.
              </p>
            </div>
            <Textarea
              label="What was done, and where"
              description="Kept with the action and in the books."
              required
              maxLength={500}
              dir="auto"
              autosize
              minRows={2}
              value={reason}
              onChange={(event) => setReason(event.currentTarget.value)}
              data-autofocus
            />
            {of === null ? null : (
              <RefundQuestion {...{ storeId, of, before: null, answer: refund, onAnswer: setRefund }} />
            )}
            {settling.error ? <Notice tone="bad">{problemText(settling.error)}</Notice> : null}
          </Stack>
          <div className="mg-dialog-actions">
            <Button variant="default" onClick={leave}>
              Cancel
            </Button>
            <Button type="submit" loading={settling.isPending} disabled={!reason.trim() || isUnanswered}>
              Mark as done
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}

import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { EffectShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { retryEffect } from '#contract/merchant/claim-actions.ts';
import { toast } from '../../../ui/toast.ts';
import { problemText } from '../../problem-words.ts';
import { canAct } from './effect-words.ts';
import './effects.css';
import { renewEffects } from './renew-effects.ts';
import { SettleDialog } from './settle-dialog.tsx';
import { ValueDialog } from './value-dialog.tsx';

/** What staff can do about an effect that is not done: try it now, say that it was done elsewhere, or give the value of goods it could not send. */
export function EffectActions({ storeId, effect }: { storeId: number; effect: EffectShown }) {
  const client = useQueryClient();
  const [open, setOpen] = useState<'settle' | 'value' | null>(null);
  const retrying = useMutation({
    mutationFn: () => call(retryEffect, { params: { storeId, effectId: effect.id } }),
    onSettled: () => renewEffects(client, storeId),
    onError: (error) => toast(problemText(error), 'bad'),
  });
  // A dialog begun stays, with what was typed, while the worker tries the effect once more.
  if (!canAct(effect) && open === null) return null;
  return (
    <div className="mg-effect-actions">
      <Button
        variant="default"
        size="xs"
        disabled={!canAct(effect)}
        loading={retrying.isPending}
        onClick={() => retrying.mutate()}
        aria-label={`Try again now: ${effect.summary}`}
      >
        Try again now
      </Button>
      <Button
        variant="default"
        size="xs"
        disabled={!canAct(effect)}
        onClick={() => setOpen('settle')}
        aria-label={`Mark as done elsewhere: ${effect.summary}`}
      >
        Mark as done elsewhere
      </Button>
      {effect.canGiveValue ? (
        <Button
          variant="default"
          size="xs"
          onClick={() => setOpen('value')}
          aria-label={`Give the value instead: ${effect.summary}`}
        >
          Give the value instead
        </Button>
      ) : null}
      {open === 'settle' ? <SettleDialog storeId={storeId} effect={effect} onClose={() => setOpen(null)} /> : null}
      {open === 'value' ? <ValueDialog storeId={storeId} effect={effect} onClose={() => setOpen(null)} /> : null}
    </div>
  );
}

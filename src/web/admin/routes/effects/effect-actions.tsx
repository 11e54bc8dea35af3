import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { EffectShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { retryEffect } from '#contract/merchant/claim-actions.ts';
import { MoneyOnly } from '../../money-only.tsx';
import { toast } from '../../../ui/toast.ts';
import { problemText } from '../../problem-words.ts';
import { canAct } from './effect-words.ts';
import './effects.css';
import { renewEffects } from './renew-effects.ts';
import { SettleDialog } from './settle-dialog.tsx';
import { ValueDialog } from './value-dialog.tsx';

/** What is being done about which effect. */
export type OpenEffect = { dialog: 'settle' | 'value'; effect: EffectShown };
type ActionsProps = { storeId: number; effect: EffectShown; onOpen: (open: OpenEffect) => void };

/** What staff can do about an effect that is not done: try it now, mark it as resolved externally, or issue the value of items it couldn't send. */
export function EffectActions({ storeId, effect, onOpen }: ActionsProps) {
  const client = useQueryClient();
  const retrying = useMutation({
    mutationFn: () => call(retryEffect, { params: { storeId, effectId: effect.id } }),
    onSettled: () => renewEffects(client, storeId),
    onError: (error) => toast(problemText(error), 'bad'),
  });
  if (!canAct(effect)) return null;
  return (
    <MoneyOnly storeId={storeId}>
      <div className="mg-effect-actions">
        <Button
          variant="default"
          size="xs"
          loading={retrying.isPending}
          onClick={() => retrying.mutate()}
          aria-label={`Try again now: ${effect.summary}`}
        >
          Try again now
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={() => onOpen({ dialog: 'settle', effect })}
          aria-label={`Mark as resolved externally: ${effect.summary}`}
        >
          Mark as resolved externally
        </Button>
        {effect.canGiveValue ? (
          <Button
            variant="default"
            size="xs"
            onClick={() => onOpen({ dialog: 'value', effect })}
            aria-label={`Issue the value instead: ${effect.summary}`}
          >
            Issue the value instead
          </Button>
        ) : null}
      </div>
    </MoneyOnly>
  );
}

type DialogProps = { storeId: number; open: OpenEffect | null; onClose: () => void };

/** Rendered outside the list, so that typed text stays while the effect is retried or leaves the list. */
export function EffectDialog({ storeId, open, onClose }: DialogProps) {
  if (!open) return null;
  const { dialog, effect } = open;
  return dialog === 'settle' ? (
    <SettleDialog {...{ storeId, effect, onClose }} />
  ) : (
    <ValueDialog {...{ storeId, effect, onClose }} />
  );
}

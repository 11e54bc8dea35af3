import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { portalCall } from './api.ts';
import { deviceFingerprint } from './device.ts';
import { asksPhone, phoneOf } from './draft.ts';
import { recipientOf } from './recipient.ts';
import type { Flow } from './routes/steps/step-frame.tsx';

export type Submit = { isBusy: boolean; error: Error | null; send: (paymentId: number | null) => void };

/** Submitting the return, once however often it is pressed. */
export function useSubmit(
  { slug, order, draft, request, sumsKey }: Flow,
  on: { submitted: (externalId: string) => void; refused?: (error: Error) => void },
): Submit {
  const isSending = useRef(false);
  const submit = useMutation({
    mutationFn: (sent: Required<NonNullable<Flow['request']>> & { paymentId: number | null }) =>
      portalCall('submit', {
        params: { slug, idFromPlatform: order.idFromPlatform },
        body: {
          requestKey: draft.requestKey,
          deviceFingerprint: deviceFingerprint(),
          ...(order.isGiftReturn ? { recipient: recipientOf(draft.recipient) } : {}),
          ...(asksPhone(order, draft.claimType) ? { phone: phoneOf(draft, order) } : {}),
          ...(sumsKey === undefined ? {} : { sumsKey }),
          ...sent,
        },
      }),
    onSuccess: ({ externalId }) => on.submitted(externalId),
    onError: (error) => on.refused?.(error),
    onSettled: () => {
      isSending.current = false;
    },
  });
  function send(paymentId: number | null): void {
    // A second press can arrive before the button is drawn disabled.
    if (isSending.current || !request?.shippingMethod) return;
    isSending.current = true;
    submit.mutate({ ...request, shippingMethod: request.shippingMethod, paymentId });
  }
  return { isBusy: submit.isPending || submit.isSuccess, error: submit.error, send };
}

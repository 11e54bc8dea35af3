import { LabelRefund } from '#core/effects/label-refund-state.ts';
import { z } from 'zod';
import { labelEntry } from '#core/books/entry.ts';
import type { TimelineEntry } from '#core/claims/timeline-shapes.ts';
import { defineEffect } from '#core/effects/define.ts';
import { formatMoney, Money } from '#core/money.ts';

export const LabelRefundPayload = z.object({ shipmentId: z.number().int(), shipmentIdFromProvider: z.string() });

/** What the effect stores about the voided label. */
export const VoidedLabel = z.object({
  status: LabelRefund,
  /** What it had cost; absent when no effect of the claim bought it. */
  cost: Money.optional(),
  trackingCode: z.string().default(''),
});
export type VoidedLabel = z.infer<typeof VoidedLabel>;

/** Whether its cost is no longer owed to the carrier. */
export const isPaidBack = (status: LabelRefund): boolean => status === 'refunded' || status === 'notApplicable';

export const LABEL_REFUND_WORDS: Readonly<Record<LabelRefund, string>> = {
  submitted: 'The label refund was requested',
  refunded: 'The label was refunded',
  rejected: "The carrier won't refund the label",
  notApplicable: "The label is only charged when it's used",
};

/** The timeline entry of a voided label. */
export function labelRefundEntry(back: VoidedLabel): Pick<TimelineEntry, 'type' | 'subject' | 'message'> {
  const label = ['Label', back.trackingCode].filter(Boolean).join(' ');
  const cost = back.cost ? ` ${formatMoney(back.cost)}` : '';
  switch (back.status) {
    case 'submitted':
      return {
        type: 'shipment',
        subject: 'Label voided',
        message: `${label}: the carrier is deciding on the refund.`,
      };
    case 'refunded':
      return { type: 'money', subject: `Label refunded${cost}`, message: `${label}: the carrier refunded the cost.` };
    case 'rejected':
      return { type: 'warning', subject: 'Label not refunded', message: rejectedText(back) };
    case 'notApplicable':
      return { type: 'shipment', subject: 'Label voided', message: `${label}: it's only charged when it's used.` };
  }
}

/** The task for staff. */
export const rejectedText = ({ trackingCode, cost }: VoidedLabel): string =>
  `The carrier didn't refund${cost ? ` ${formatMoney(cost)} for` : ''} the unused label${trackingCode === '' ? '' : ` ${trackingCode}`}. Ask the carrier why, or cover the cost.`;

export const labelRefund = defineEffect({
  payload: LabelRefundPayload,
  keptTexts: { result: ['status'] },
  summary: () => 'Void the unused label',
  entry: (purposeKey, _payload, result) => {
    const back = VoidedLabel.safeParse(result).data;
    return back?.cost && isPaidBack(back.status) ? labelEntry(purposeKey, back.cost, 'givenBack') : null;
  },
  trace: ({ shipmentIdFromProvider }, result) => {
    const back = VoidedLabel.safeParse(result).data;
    return { labelRefund: { shipmentIdFromProvider, status: back?.status ?? null, cost: back?.cost ?? null } };
  },
});

import { z } from 'zod';
import type { TimelineEntry } from '#core/claims/claim.ts';
import { formatMoney, Money } from '#core/money.ts';

/** How far a label that was given back has come. Carriers take weeks; `notApplicable`: it is paid only when it is used. */
export const LabelRefund = z.enum(['submitted', 'refunded', 'rejected', 'notApplicable']);
export type LabelRefund = z.infer<typeof LabelRefund>;

/** What the step keeps of the label it gave back. Those kept without a status were booked when they were asked for. */
export const LabelGivenBack = z.object({
  status: LabelRefund.default('refunded'),
  /** What it had cost; absent when no step of the claim bought it. */
  cost: Money.optional(),
  trackingCode: z.string().default(''),
});
export type LabelGivenBack = z.infer<typeof LabelGivenBack>;

/** Whether its cost is no longer owed to the carrier. */
export const isPaidBack = (status: LabelRefund): boolean => status === 'refunded' || status === 'notApplicable';

export const LABEL_REFUND_WORDS: Readonly<Record<LabelRefund, string>> = {
  submitted: 'The label refund was requested',
  refunded: 'The label was refunded',
  rejected: "The carrier won't refund the label",
  notApplicable: "The label is only charged when it's used",
};

/** What the claim's timeline tells of a label that was given back. */
export function labelRefundEntry(back: LabelGivenBack): Pick<TimelineEntry, 'type' | 'subject' | 'message'> {
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

/** What staff are told to look at. */
export const rejectedText = ({ trackingCode, cost }: LabelGivenBack): string =>
  `The carrier didn't refund${cost ? ` ${formatMoney(cost)} for` : ''} the unused label${trackingCode === '' ? '' : ` ${trackingCode}`}. Ask the carrier why, or cover the cost.`;

import { z } from 'zod';
import { action, type Match } from '#core/automations/action.ts';
import type { Condition } from '#core/automations/condition.ts';
import { PublicText } from '#core/public-text.ts';

export const EditType = z.enum(['CANCEL_ORDER', 'UPDATE_SHIPPING_ADDRESS']);
export type EditType = z.infer<typeof EditType>;

const Label = PublicText(128).trim().min(1, 'A label is required');

const params = z.strictObject({
  editType: EditType,
  editStartLabel: Label,
  editConfirmLabel: Label,
  editSuccessLabel: Label,
  shouldNotifyOnCancellation: z.boolean(),
  shouldRestockOnCancellation: z.boolean(),
});
type Params = z.output<typeof params>;

/** What each edit is called, and the labels it begins with (R4.04). */
export const EDITS: Readonly<
  Record<EditType, { name: string; labels: Pick<Params, 'editStartLabel' | 'editConfirmLabel' | 'editSuccessLabel'> }>
> = {
  CANCEL_ORDER: {
    name: 'Cancel order',
    labels: {
      editStartLabel: 'Cancel order',
      editConfirmLabel: 'Yes, cancel my order',
      editSuccessLabel: 'Your order has been canceled.',
    },
  },
  UPDATE_SHIPPING_ADDRESS: {
    name: 'Update shipping address',
    labels: {
      editStartLabel: 'Change shipping address',
      editConfirmLabel: 'Save address',
      editSuccessLabel: 'Your shipping address has been changed.',
    },
  },
};

const UNFULFILLED: Condition = { fact: 'order/fulfillmentStatus', operator: 'in', value: ['unfulfilled'] };
/** The conditions of each edit, which cannot be taken away (R4.04). */
export const EDIT_CONDITIONS: Readonly<Record<EditType, readonly Condition[]>> = {
  CANCEL_ORDER: [
    UNFULFILLED,
    { fact: 'order/isCanceled', operator: 'equal', value: false },
    { fact: 'order/financialStatus', operator: 'in', value: ['paid'] },
  ],
  UPDATE_SHIPPING_ADDRESS: [UNFULFILLED],
};

/** The first rule of each type of edit. */
function combine(matches: readonly Match<Params>[]): Partial<Record<EditType, Match<Params>>> {
  const edits: Partial<Record<EditType, Match<Params>>> = {};
  for (const match of matches) edits[match.params.editType] ??= match;
  return edits;
}

export const orderEditing = action({
  label: 'Order Editing',
  description: 'Let the shopper cancel an order or change its shipping address before it ships.',
  hooks: ['orderLookup'],
  perLine: false,
  params,
  initial: {
    editType: 'CANCEL_ORDER',
    ...EDITS.CANCEL_ORDER.labels,
    shouldNotifyOnCancellation: true,
    shouldRestockOnCancellation: true,
  },
  summary: ({ editType, shouldNotifyOnCancellation, shouldRestockOnCancellation }) => [
    EDITS[editType].name,
    ...(editType === 'CANCEL_ORDER' && shouldNotifyOnCancellation ? ['Notifies the customer'] : []),
    ...(editType === 'CANCEL_ORDER' && shouldRestockOnCancellation ? ['Restocks the items'] : []),
  ],
  requiredConditions: ({ editType }) => EDIT_CONDITIONS[editType],
  parts: ({ editType }) => [editType],
  combine,
});

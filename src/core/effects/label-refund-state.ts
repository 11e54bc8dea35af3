import { z } from 'zod';

/** The state of a voided label's refund. Carriers take weeks; `notApplicable`: the label is charged only when used. */
export const LabelRefund = z.enum(['submitted', 'refunded', 'rejected', 'notApplicable']);
export type LabelRefund = z.infer<typeof LabelRefund>;

import type { Approval } from './approval.ts';
import type { LineOnScreen } from './use-line-change.ts';

/** What every part of the dialog gets: the line, the decision as typed, and how to change it. */
export type ApprovalForm = LineOnScreen & { approval: Approval; change: (part: Partial<Approval>) => void };

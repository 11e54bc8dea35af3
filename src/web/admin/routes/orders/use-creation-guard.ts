import type { ReactNode } from 'react';
import { useLeaveGuard } from '../../../ui/use-leave-guard.tsx';

/** Asks before a claim that was begun is left, in the words of C2.23; returns the question, to be put on the page. */
export const useCreationGuard = (isChanged: boolean): ReactNode =>
  useLeaveGuard({
    isChanged,
    // Another type of claim empties the form.
    isSearchLeft: true,
    title: 'Claim Creation Incomplete',
    leaveLabel: 'Discard Claim',
    stayLabel: 'Return to Claim',
    children: "The claim isn't created yet. If you leave now, you'll lose what you entered.",
  });

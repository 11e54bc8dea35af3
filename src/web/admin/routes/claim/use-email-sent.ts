import { useEffect, useRef } from 'react';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { isEnded } from '#core/effects/state.ts';
import { toast } from '../../../ui/toast.ts';

/** Emails that staff ask for by themselves, each with nothing else to show that it was sent. */
const ASKED_FOR = /^email:(?:needsInformation|paymentDue):/;

/** Says "Email Sent" once an email that staff asked for is sent, and not before. */
export function useEmailSent(claim: ClaimShown | undefined): void {
  const awaited = useRef<ReadonlySet<number>>(new Set());
  useEffect(() => {
    const emails = claim?.effects.filter(({ purposeKey }) => ASKED_FOR.test(purposeKey)) ?? [];
    if (emails.some(({ id, state }) => state === 'done' && awaited.current.has(id))) toast('Email Sent');
    awaited.current = new Set(emails.filter(({ state }) => !isEnded(state)).map(({ id }) => id));
  }, [claim]);
}

import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { toast } from '../../../ui/toast.ts';
import { problemText } from '../../problem-words.ts';
import { isSignedOut } from '../../session.ts';

/** C8.05: an order that could not be had leads back to where staff came from, else to where others are found, with the reason. */
export function useWayBack(storeId: number, returnTo: string | undefined, error: Error | null): void {
  const navigate = useNavigate();
  useEffect(() => {
    // A signed-out user stays: they return to this page after signing in.
    if (error === null || isSignedOut(error)) return;
    toast(problemText(error), 'bad');
    void (returnTo === undefined
      ? navigate({ to: '/$storeId/orders/lookup', params: { storeId }, replace: true })
      : navigate({ href: returnTo, replace: true }));
  }, [error, navigate, returnTo, storeId]);
}

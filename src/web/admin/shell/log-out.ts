import { useMutation } from '@tanstack/react-query';
import { call } from '#contract/client.ts';
import { signOut } from '#contract/merchant/merchant.ts';
import { toast } from '../../ui/toast.ts';
import { problemText } from '../problem-words.ts';

/** Ends the session and leaves the page, so that nothing of it stays in memory. */
export function useLogOut(): () => void {
  const leaving = useMutation({
    mutationFn: () => call(signOut, {}),
    onSuccess: () => window.location.assign('/'),
    onError: (error) => toast(problemText(error), 'bad'),
  });
  return () => leaving.mutate();
}

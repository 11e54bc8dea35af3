import { useNavigate } from '@tanstack/react-router';

/** Leaves by the page that ends the session. */
export function useLogOut(): () => void {
  const navigate = useNavigate();
  return () => void navigate({ to: '/sign-out' });
}

import { Button } from '@mantine/core';
import { Notice } from './notice.tsx';

/** What could not be loaded, with the way to try it again. */
export function LoadProblem({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <Notice
      tone="bad"
      action={
        <Button size="xs" variant="default" onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {message}
    </Notice>
  );
}

import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TaskShown } from '#contract/claim-shapes.ts';
import { call } from '#contract/client.ts';
import { finishTask } from '#contract/merchant/claim-actions.ts';
import { DateText } from '../../../ui/date-text.tsx';
import { Section } from '../../../ui/section.tsx';
import { toast } from '../../../ui/toast.ts';
import { rememberFocus } from '../../../ui/use-focus-back.ts';
import { problemText } from '../../problem-words.ts';
import './effects.css';
import { CLAIM } from '../claims/claim-places.ts';
import { renewEffects } from './renew-effects.ts';

type TaskListProps = { storeId: number; tasks: readonly TaskShown[]; isWithClaims?: boolean };

/** What people have to look at; nothing when there is nothing. */
export function TaskList({ storeId, tasks, isWithClaims = false }: TaskListProps) {
  const open = tasks.filter((task) => task.doneOn === null);
  if (open.length === 0) return null;
  return (
    <Section title={open.length === 1 ? 'Tasks' : `Tasks (${open.length})`}>
      <ul className="mg-effects">
        {open.map((task) => (
          <li key={task.id} className="mg-effect">
            <div className="mg-effect-main">
              <div className="mg-quote">{task.message}</div>
              <p className="mg-muted">
                {isWithClaims && task.claimId !== null ? (
                  <>
                    <Link to={CLAIM} params={{ storeId, type: 'Return', claimId: task.claimId }}>
                      {task.claimExternalId}
                    </Link>
                    {' · '}
                  </>
                ) : null}
                <DateText date={task.createdOn} />
              </p>
            </div>
            <div className="mg-effect-actions">
              <FinishButton storeId={storeId} task={task} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function FinishButton({ storeId, task }: { storeId: number; task: TaskShown }) {
  const client = useQueryClient();
  const finishing = useMutation({
    mutationFn: () => call(finishTask, { params: { storeId, taskId: task.id }, body: {} }),
    onMutate: rememberFocus,
    onSettled: async (_done, _error, _nothing, giveFocusBack) => {
      await renewEffects(client, storeId);
      giveFocusBack?.();
    },
    onError: (error) => toast(problemText(error), 'bad'),
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={finishing.isPending}
      onClick={() => finishing.mutate()}
      aria-label={`Mark as done: ${task.message}`}
    >
      Mark as done
    </Button>
  );
}

import { ActionIcon, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { isDialogOpen } from '../../../ui/is-dialog-open.ts';
import { claimQuery } from '../../queries.ts';
import { neighborsQuery, type ListOfClaims } from './claim-queries.ts';

type Neighbor = { id: number; externalId: string };
type NeighborsProps = { storeId: number; claimId: number; list: ListOfClaims; onGo: (claimId: number) => void };

/** The claims before and after in the list staff came from, by button and by the keys of the list. */
export function ClaimNeighbors({ storeId, claimId, list, onGo }: NeighborsProps) {
  const client = useQueryClient();
  const { data } = useQuery(neighborsQuery(storeId, claimId, list));
  const { previous = null, next = null } = data ?? {};
  const go = (to: Neighbor | null) => (): void => {
    if (to && !isDialogOpen()) onGo(to.id);
  };
  useHotkeys([
    ['j', go(next)],
    ['k', go(previous)],
  ]);
  // Prefetched, so that the button keeps the focus: a claim that is still to come replaces the page.
  const nextId = next?.id;
  const previousId = previous?.id;
  useEffect(() => {
    for (const id of [nextId, previousId]) if (id !== undefined) void client.prefetchQuery(claimQuery(storeId, id));
  }, [client, storeId, nextId, previousId]);
  return (
    <nav className="mg-neighbors" aria-label="Claims of the list">
      <Step
        label="Previous claim"
        hint="K"
        to={previous}
        onGo={go(previous)}
        icon={<IconChevronUp size={16} aria-hidden />}
      />
      <Step label="Next claim" hint="J" to={next} onGo={go(next)} icon={<IconChevronDown size={16} aria-hidden />} />
    </nav>
  );
}

type StepProps = { label: string; hint: string; to: Neighbor | null; onGo: () => void; icon: ReactNode };

function Step({ label, hint, to, onGo, icon }: StepProps) {
  return (
    <Tooltip label={to ? `${label}, ${to.externalId} (${hint})` : `No ${label.toLowerCase()}`}>
      <ActionIcon
        variant="default"
        size={30}
        aria-label={to ? `${label}, ${to.externalId}` : label}
        aria-disabled={to === null}
        {...(to === null ? { 'data-disabled': true } : {})}
        onClick={onGo}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  );
}

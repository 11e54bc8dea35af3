import { ActionIcon, Tooltip } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, type ReactNode } from 'react';
import { claimQuery } from '../../queries.ts';
import { neighboursQuery, type ListOfClaims } from './claim-queries.ts';

type Neighbour = { id: number; externalId: string };
type NeighboursProps = { storeId: number; claimId: number; list: ListOfClaims; onGo: (claimId: number) => void };

/** The claims before and after in the list staff came from, by button and by the keys of the list. */
export function ClaimNeighbours({ storeId, claimId, list, onGo }: NeighboursProps) {
  const client = useQueryClient();
  const { data } = useQuery(neighboursQuery(storeId, claimId, list));
  const { previous = null, next = null } = data ?? {};
  const go = (to: Neighbour | null) => (): void => {
    if (to && document.querySelector('[role="dialog"]') === null) onGo(to.id);
  };
  useHotkeys([
    ['j', go(next)],
    ['k', go(previous)],
  ]);
  // Prefetched, because staff most often go to the next claim.
  const nextId = next?.id;
  useEffect(() => {
    if (nextId !== undefined) void client.prefetchQuery(claimQuery(storeId, nextId));
  }, [client, storeId, nextId]);
  return (
    <nav className="mg-neighbours" aria-label="Claims of the list">
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

type StepProps = { label: string; hint: string; to: Neighbour | null; onGo: () => void; icon: ReactNode };

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

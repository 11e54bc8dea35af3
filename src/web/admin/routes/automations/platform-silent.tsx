import { useQuery } from '@tanstack/react-query';
import type { FactName } from '#core/automations/facts.ts';
import { LoadProblem } from '../../../ui/load-problem.tsx';
import { factValuesQuery } from './rule-queries.ts';

/** Says below a field that the store platform doesn't answer, where the field needs what it has. */
export function PlatformSilent({ storeId, fact }: { storeId: number; fact: FactName }) {
  const { data, refetch } = useQuery(factValuesQuery(storeId, { fact }, ''));
  if (data?.isUnreachable !== true) return null;
  return <LoadProblem message={messageFor(data.options.length)} onRetry={() => void refetch()} />;
}

const messageFor = (known: number): string =>
  known === 0
    ? "Your store platform doesn't answer right now, so there is nothing to choose from."
    : "Your store platform doesn't answer right now. This list may be out of date.";

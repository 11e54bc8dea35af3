import { useQuery } from '@tanstack/react-query';
import { namedByRulesQuery } from '../automations/rule-queries.ts';

type Kind = 'claimTags' | 'reasons' | 'returnLocations';

/** The names of the automations that name a thing, by its id; while there are any, it can't be deleted. */
export function useRulesNaming(storeId: number, kind: Kind): (id: string | number) => readonly string[] {
  const { data } = useQuery(namedByRulesQuery(storeId));
  const named: readonly { id: string | number; rules: string[] }[] = data?.[kind] ?? [];
  return (id) => named.find((one) => one.id === id)?.rules ?? [];
}

/** Why a thing can't be deleted. */
export const UsedByRules = ({ rules }: { rules: readonly string[] }) =>
  rules.length === 0 ? null : (
    <span className="mg-muted">
      Used by automations: <bdi>{rules.join(', ')}</bdi>
    </span>
  );

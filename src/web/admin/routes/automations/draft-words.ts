import type { ListedRules } from './rule-queries.ts';

/** What differs from the rules that run, by name. */
export const changesOf = ({
  rules,
  removed,
}: Pick<ListedRules, 'rules' | 'removed'>): { name: string; what: string }[] => [
  ...rules.flatMap(({ name, change }) =>
    change === null ? [] : [{ name, what: change === 'added' ? 'New' : 'Edited' }],
  ),
  ...removed.map(({ name }) => ({ name, what: 'Deleted' })),
];

export const countText = (count: number): string => `${count} ${count === 1 ? 'change' : 'changes'}`;

export type LintFinding = {
  kind:
    | 'neverMatches'
    | 'shadowed'
    | 'samePriority'
    | 'gone'
    | 'noWayBack'
    | 'deadWindow'
    | 'neverFinalizes'
    | 'unasked';
  ruleId: number;
  /** The rules that have to do with it. */
  others: readonly number[];
  message: string;
};

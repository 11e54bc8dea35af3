const steps = new Map<string, number>();

const step = (claimId: number, version: number): string => `${claimId} ${version}`;

/** Remembers that a change made here raised the version of a claim by one, with no other change in between. */
export function keepOwnChange(claimId: number, from: number, to: number): void {
  if (to === from + 1) steps.set(step(claimId, from), to);
}

/** The version that a claim, seen at `version`, has after what was changed here since: one's own changes are no news. */
export function afterOwnChanges(claimId: number, version: number): number {
  const next = steps.get(step(claimId, version));
  return next === undefined ? version : afterOwnChanges(claimId, next);
}

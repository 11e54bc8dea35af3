const steps = new Map<string, number>();

const step = (claimId: number, version: number): string => `${claimId} ${version}`;

/** Keeps that a change made here raised a claim's version from one to the next, with nobody else's between. */
export function keepOwnChange(claimId: number, from: number, to: number): void {
  if (to === from + 1) steps.set(step(claimId, from), to);
}

/** The version that a claim, seen at `version`, has after what was changed here since: one's own changes are no news. */
export function afterOwnChanges(claimId: number, version: number): number {
  const next = steps.get(step(claimId, version));
  return next === undefined ? version : afterOwnChanges(claimId, next);
}

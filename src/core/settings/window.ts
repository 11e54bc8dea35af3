import type { FieldProblems } from '#core/settings/group.ts';

/** What a window becomes when its switch is turned on (S9.02). */
export const WINDOW_TURNED = { on: 30, off: 0 } as const;

/** A window is open for at least a day while its method is offered, and for none otherwise (S5.11). */
export function windowProblem(isOffered: boolean, field: string, days: number): FieldProblems {
  if (isOffered === days > 0) return {};
  return {
    [field]: isOffered ? 'Must be at least 1 day while this is offered.' : 'Must be 0 while this is not offered.',
  };
}

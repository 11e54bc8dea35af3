import { Notice } from '../../../ui/notice.tsx';
import { hasCode, problemText } from '../../problem-words.ts';
import { ChangeProblem, type ProblemProps } from './change-problem.tsx';
import type { ClaimOnScreen } from './use-claim-change.ts';

/** Why no shipment was made. When someone else was first, the claim beneath can be renewed. */
export function ShipmentProblem(problem: ClaimOnScreen & ProblemProps) {
  const { error } = problem.change;
  if (error === null || hasCode(error, 'CLAIM_CHANGED')) return <ChangeProblem {...problem} />;
  return <RateErrors errors={[problemText(error)]} />;
}

/** Why no label can be had, in the carriers' words (C8.04). */
export function RateErrors({ errors }: { errors: readonly string[] }) {
  return (
    <Notice tone="bad">
      <strong>Failed to Create Shipment</strong>
      <ul className="mg-deeds">
        {errors.map((error) => (
          <li key={error}>{error}</li>
        ))}
      </ul>
    </Notice>
  );
}

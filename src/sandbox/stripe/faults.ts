/**
 * fail: answers 500 without doing anything. failAfter: does it, then answers 500. delay: waits, then does it.
 * drop: closes the connection without doing anything. dropAnswer: does it, then closes the connection.
 * repeat: sends a webhook once more. decline: the issuer declines the next attempt to charge a card.
 */
export const FAULT_MODES = ['fail', 'failAfter', 'delay', 'repeat', 'drop', 'dropAnswer', 'decline'] as const;
export type FaultMode = (typeof FAULT_MODES)[number];
export type Fault = { mode: FaultMode; match: string; times: number; ms: number };

/** Faults wait in order; each call whose name (`POST /v1/refunds`, `WEBHOOK charge.captured`, `CHARGE`) contains `match` uses one up. */
export function createFaults() {
  let waiting: Fault[] = [];
  return {
    add(fault: Fault) {
      waiting.push(fault);
    },
    clear() {
      waiting = [];
    },
    take(callName: string): Fault | null {
      const isCharge = callName === 'CHARGE';
      const fault = waiting.find(
        (candidate) => (candidate.mode === 'decline') === isCharge && (isCharge || callName.includes(candidate.match)),
      );
      if (!fault) return null;
      fault.times -= 1;
      waiting = waiting.filter((candidate) => candidate.times > 0);
      return fault;
    },
  };
}
export type Faults = ReturnType<typeof createFaults>;

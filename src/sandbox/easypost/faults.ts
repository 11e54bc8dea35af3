/**
 * fail: answers 500 without doing anything. delay: waits, then does it. drop: closes the connection
 * without doing anything. dropAnswer: does it, then closes the connection. repeat: sends a webhook
 * once more. noRates: does it while no carrier says what it takes.
 */
export const FAULT_MODES = ['fail', 'delay', 'repeat', 'drop', 'dropAnswer', 'noRates'] as const;
export type FaultMode = (typeof FAULT_MODES)[number];
export type Fault = { mode: FaultMode; match: string; times: number; ms: number };

/** Faults wait in order; each call whose name (`POST /v2/shipments`, `WEBHOOK tracker.updated`) contains `match` uses one up. */
export function createFaults() {
  let waiting: Fault[] = [];
  return {
    add(fault: Fault) {
      waiting.push(fault);
    },
    all: (): readonly Fault[] => waiting,
    clear() {
      waiting = [];
    },
    take(callName: string): Fault | null {
      const fault = waiting.find((candidate) => callName.includes(candidate.match));
      if (!fault) return null;
      fault.times -= 1;
      waiting = waiting.filter((candidate) => candidate.times > 0);
      return fault;
    },
  };
}
export type Faults = ReturnType<typeof createFaults>;

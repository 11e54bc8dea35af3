import type { Faults } from './faults.ts';
import { newId, nowOf, type Event, type State } from './state.ts';

/** Who asked: what an event remembers of the request that caused it. */
export type Cause = { requestId: string | null; idempotencyKey: string | null };
export const NOBODY: Cause = { requestId: null, idempotencyKey: null };

export type World = {
  state: State;
  faults: Faults;
  now(): number;
  /** Says that something happened, with the object as it is on the wire now. */
  emit(type: string, object: unknown, cause: Cause): void;
};

/** `announce` receives every event once it is part of the state. */
export function createWorld(state: State, faults: Faults, announce: (event: Event) => void): World {
  return {
    state,
    faults,
    now: () => nowOf(state),
    emit(type, object, cause) {
      const event: Event = {
        id: newId('evt'),
        created: nowOf(state),
        type,
        object: structuredClone(object),
        request: { id: cause.requestId, idempotency_key: cause.idempotencyKey },
        delivery: { state: 'none', attempts: 0 },
      };
      state.events.push(event);
      announce(event);
    },
  };
}

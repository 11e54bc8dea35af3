import { isActive } from '#core/claims/active.ts';
import type { Claim, ResolutionMethod } from '#core/claims/claim.ts';
import { byInstant } from '#core/dates.ts';
import type { OrderLine } from '#core/orders/order.ts';
import { lineIn } from '#core/registrations/registration-order.ts';
import type { Registration } from '#core/registrations/registration.ts';
import { normalizeSerial } from '#core/registrations/serial-number.ts';

/** What happened to a unit. `claim` is its number, on events of one. */
export type UnitEvent =
  | { kind: 'registered' | 'transferred' | 'canceled'; on: string }
  | { kind: 'claimed' | 'denied'; on: string; claim: string }
  | { kind: 'resolved'; on: string; claim: string; method: ResolutionMethod };

type Around = { lines: readonly OrderLine[]; claims: readonly Claim[] };

/** What is known of one unit of a registration, the oldest first. */
export function historyOf(registration: Registration, serialKey: string, { lines, claims }: Around): UnitEvent[] {
  const unit = registration.lines.find(
    ({ serialNumber }) => serialNumber !== null && normalizeSerial(serialNumber) === serialKey,
  );
  const line = unit && lineIn(lines, unit);
  const events: UnitEvent[] = [
    { kind: 'registered', on: registration.createdOn },
    ...registration.transferredOn.map((on): UnitEvent => ({ kind: 'transferred', on })),
    ...(registration.canceledOn === null ? [] : [{ kind: 'canceled' as const, on: registration.canceledOn }]),
    ...(line ? claims.flatMap((claim) => ofClaim(claim, line.idFromPlatform)) : []),
  ];
  return events.toSorted((one, other) => byInstant(one.on, other.on));
}

function ofClaim({ externalId: claim, createdOn, lines }: Claim, lineId: string): UnitEvent[] {
  const its = lines.filter(({ lineIdFromPlatform }) => lineIdFromPlatform === lineId);
  if (its.length === 0) return [];
  return [
    { kind: 'claimed', on: createdOn, claim },
    ...its.flatMap((line): UnitEvent[] => {
      const { finalizedOn: on, method, status } = line;
      if (on === null) return [];
      if (status === 'denied') return [{ kind: 'denied', on, claim }];
      return isActive(line) && method !== null ? [{ kind: 'resolved', on, claim, method }] : [];
    }),
  ];
}

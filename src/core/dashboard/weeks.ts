const DAY_MS = 86_400_000;

/** Mondays, UTC, of the last `count` weeks, the one of `now` last: ISO dates such as 2026-11-16. */
export function lastWeeks(now: string, count: number): string[] {
  const today = new Date(now);
  const midnight = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate());
  const sinceMonday = (today.getUTCDay() + 6) % 7;
  const monday = midnight - sinceMonday * DAY_MS;
  return Array.from({ length: count }, (_, index) =>
    new Date(monday - (count - 1 - index) * 7 * DAY_MS).toISOString().slice(0, 10),
  );
}

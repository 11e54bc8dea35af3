import { Claim } from '#core/claims/claim.ts';
import { rollupOf } from '#core/claims/status.ts';
import { stuckFrom } from '#core/dashboard/stuck.ts';
import { inspectedOn } from '#core/lists/claim-list.ts';
import { samplesOf } from '#core/lists/samples.ts';
import { facetsOf } from '#core/lists/search.ts';

/** What the index of a claim depends on in addition to the claim. */
export type Surroundings = {
  isEffectsOutstanding: boolean;
  hasError: boolean;
  tags: readonly string[];
  channel: string;
};

/** Everything a list shows of a claim, sorts by and finds it by, stored next to its document. */
export function claimIndex(claim: Claim, around: Surroundings) {
  const status = rollupOf(claim, around.isEffectsOutstanding);
  const hasError = around.hasError || claim.lines.some((line) => line.errors.length > 0);
  const { tags, channel } = around;
  return {
    status,
    hasError,
    inspectedOn: inspectedOn(claim),
    /** Null where no shipment will be stuck. */
    stuckFrom: stuckFrom(claim, status.rollup),
    facets: facetsOf({ claim, hasError, rollup: status.rollup, detail: status.detail, tags, channel }),
    methods: [...new Set(claim.lines.map((line) => line.requestedMethod))],
    requestedTotal: claim.lines.reduce((all, line) => all + line.requestedAmount, 0),
    words: [
      claim.externalId,
      claim.orderNo,
      claim.customerName,
      claim.customerEmail,
      ...claim.shipments.map((shipment) => shipment.trackingCode),
      ...claim.lines.map((line) => line.sku),
    ].join(' '),
  };
}

const SAMPLES = 250;
let version: number | null = null;

/**
 * Which definitions an index was computed by: a hash of what they make of sample claims. A changed filter makes
 * something else of some of them, so the version changes by itself, and claims of another one are computed again.
 */
export const indexVersion = (): number => (version ??= hashOf(samplesOf(Claim, SAMPLES).map(indexOfSample)));

/** Each sample with surroundings of its own. */
const indexOfSample = (claim: Claim, number: number) =>
  claimIndex(claim, {
    isEffectsOutstanding: number % 2 === 0,
    hasError: number % 3 === 0,
    tags: number % 7 === 0 ? ['tag'] : [],
    channel: number % 11 === 0 ? 'web' : '',
  });

/** A positive number of 31 bits (FNV-1a). */
function hashOf(value: unknown): number {
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify(value)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 1 || 1;
}

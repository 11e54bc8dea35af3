import { Claim } from '#core/claims/claim.ts';
import { allShipments } from '#core/claims/shipments.ts';
import { awaitedShipment, returnExpiresOn } from '#core/claims/reminders.ts';
import { isAppealOpen } from '#core/claims/appeal.ts';
import { isAgainstRules } from '#core/claims/against-rules.ts';
import { REPAIRS_DUE, repairsDue } from '#core/claims/repair-due.ts';
import { withdrawalDueFrom } from '#core/claims/withdrawal-clock.ts';
import { rollupOf } from '#core/claims/status.ts';
import { stuckFrom } from '#core/dashboard/stuck.ts';
import { z } from 'zod';
import { inspectedOn } from '#core/lists/claim-list.ts';
import { requestedText } from '#core/claims/requested.ts';
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
    /** Null where no label or packing slip waits to be used. */
    returnGivenOn: awaitedShipment(claim)?.createdOn ?? null,
    returnExpiresOn: returnExpiresOn(claim),
    /** Null where no refund of a withdrawal is due. */
    withdrawalDueFrom: withdrawalDueFrom(claim),
    facets: facetsOf({ claim, hasError, rollup: status.rollup, detail: status.detail, tags, channel }),
    methods: [...new Set(claim.lines.map((line) => line.requestedMethod))],
    glance: glanceOf(claim, around.hasError),
    requestedTotal: claim.lines.reduce((all, line) => all + line.requestedAmount, 0),
    words: [
      claim.externalId,
      claim.orderNo,
      claim.customerName,
      claim.customerEmail,
      ...allShipments(claim).map((shipment) => shipment.trackingCode),
      ...claim.lines.flatMap((line) => [line.sku, line.name, line.variantTitle]),
    ].join(' '),
  };
}

/** What a row of the list shows of the lines of a claim, without its document. */
export const Glance = z.object({
  /** The first line, and how many others there are. */
  item: z.object({ name: z.string(), variantTitle: z.string(), imgUrl: z.string().nullable() }).nullable(),
  more: z.number().int(),
  reasons: z.array(z.string()),
  /** What is asked for, in words. */
  requested: z.array(z.string()),
  /** What staff should know before they open it: an action failed, or finalizing left lines out. */
  problem: z.enum(['failed', 'leftOut']).nullable(),
  /** The shopper asked for it against the rules; absent on others. */
  isAgainstRules: z.literal(true).exactOptional(),
  /** The shopper appealed a denial, and staff have not decided it; absent on others. */
  isAppealed: z.literal(true).exactOptional(),
  /** What is due next of its repairs, the longest first; absent where nothing is. */
  repairs: z.array(z.object({ due: z.enum(REPAIRS_DUE), since: z.string() })).exactOptional(),
});
export type Glance = z.infer<typeof Glance>;

function glanceOf(claim: Claim, hasFailed: boolean): Glance {
  const { lines } = claim;
  const [first] = lines;
  const repairs = repairsDue(claim);
  const isLeftOut = lines.some((line) => line.errors.length > 0);
  return {
    item: first ? { name: first.name, variantTitle: first.variantTitle, imgUrl: first.imgUrl } : null,
    more: Math.max(0, lines.length - 1),
    reasons: [...new Set(lines.map((line) => line.reasonName).filter((name) => name !== ''))],
    requested: [...new Set(lines.map(requestedText))],
    problem: hasFailed ? 'failed' : isLeftOut ? 'leftOut' : null,
    ...(isAgainstRules(claim) ? { isAgainstRules: true } : {}),
    ...(isAppealOpen(claim) ? { isAppealed: true } : {}),
    ...(repairs.length > 0 ? { repairs } : {}),
  };
}

/** So many that each filter finds some of them. */
export const SAMPLES = 400;
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
    tags: number % 7 === 0 ? ['Tag'] : [],
    channel: number % 11 === 0 ? 'web' : '',
  });

/** A positive number of 31 bits (FNV-1a). */
function hashOf(value: unknown): number {
  let hash = 0x811c9dc5;
  for (const letter of JSON.stringify(value)) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 1 || 1;
}

import { CLAIM_TYPES } from '#core/claims/types.ts';
import type { Claim } from '#core/claims/claim.ts';
import { isVisible } from '#core/claims/reason-category.ts';
import { categoryAmong, type ClaimReason } from '#core/claims/reasons.ts';
import type { PlatformRisk } from '#core/orders/order.ts';

/** C3.27. */
export const RISK_FACTORS = [
  'emailReuse-store',
  'emailReuse-global',
  'orderVerification',
  'mediaReuse',
  'mediaCount',
  'deviceFanOut',
  'ipFanOut',
  'platformRisk',
] as const;
export type RiskFactor = (typeof RISK_FACTORS)[number];
/** In the order the dialog shows them. */
export const RISK_SENTIMENTS = ['Positive', 'Critical', 'Negative', 'Neutral'] as const;
export type RiskSentiment = (typeof RISK_SENTIMENTS)[number];
export const RISK_LEVELS = ['Low', 'Medium', 'High'] as const;
export type RiskLevel = (typeof RISK_LEVELS)[number];

export type RiskFact = { factor: RiskFactor; score: number; justification: string; sentiment: RiskSentiment };
/** `aggregateScore` is the sum of the scores, 0 to 100. */
export type Risk = { level: RiskLevel; aggregateScore: number; facts: RiskFact[] };

/** How the order was shown to be the shopper's. */
export type OrderProof = 'staff' | 'email' | 'postalCode' | 'link';

/** What is known of a claim's surroundings. Null: not known. */
export type RiskEvidence = {
  /** Other claims with the same email in this store, and in how many other stores, within EMAIL_DAYS. */
  claimsInStore: number | null;
  claimsElsewhere: { claims: number; stores: number } | null;
  proof: OrderProof | null;
  /** Whether the claim's email is one the order has. */
  isOrderEmail: boolean;
  /** Sent by a gift recipient, whose email differs from the order's. */
  isGiftReturn: boolean;
  /** Photos and videos sent with the claim, and whether what is claimed could be seen on one. */
  mediaCount: number;
  isVisible: boolean;
  /** Photos that could be compared with those of other claims, and the claims that show the same ones. */
  photosCompared: number;
  photosIn: number;
  /** Other people who sent claims from the device, and from the address, within FAN_OUT_DAYS. */
  peopleOnDevice: number | null;
  peopleAtAddress: number | null;
  platform: PlatformRisk | null;
};

export const EMAIL_DAYS = 365;
export const FAN_OUT_DAYS = 90;
/** How long a claim's device and IP address are stored: as long as a newer claim could be counted with it. */
export const ORIGIN_KEPT_DAYS = 2 * FAN_OUT_DAYS;

type Weight = { score: number; sentiment: RiskSentiment };
const weight = (score: number, sentiment: RiskSentiment): Weight => ({ score, sentiment });
/** A count has the weight of the last step it reaches. */
type Steps = readonly (Weight & { atLeast: number })[];
const step = (atLeast: number, score: number, sentiment: RiskSentiment) => ({ atLeast, score, sentiment });

const UNKNOWN = weight(0, 'Neutral');

/** Every weight and threshold there is. A score above nothing raises the risk, one below lowers it. */
export const RISK_WEIGHTS = {
  'emailReuse-store': [
    step(0, -3, 'Positive'),
    step(1, 0, 'Neutral'),
    step(3, 12, 'Negative'),
    step(6, 25, 'Critical'),
  ],
  'emailReuse-global': [step(0, 0, 'Neutral'), step(3, 12, 'Negative'), step(6, 25, 'Critical')],
  orderVerification: {
    link: weight(-5, 'Positive'),
    email: weight(-5, 'Positive'),
    staff: weight(-5, 'Positive'),
    postalCode: weight(5, 'Negative'),
    otherEmail: weight(15, 'Negative'),
  },
  mediaReuse: [step(0, -3, 'Positive'), step(1, 60, 'Critical'), step(3, 75, 'Critical')],
  mediaCount: [step(0, 10, 'Negative'), step(1, -3, 'Positive'), step(3, -5, 'Positive')],
  deviceFanOut: [step(0, -2, 'Positive'), step(1, 0, 'Neutral'), step(2, 20, 'Negative'), step(4, 40, 'Critical')],
  ipFanOut: [step(0, 0, 'Neutral'), step(4, 10, 'Negative'), step(10, 20, 'Critical')],
  platformRisk: {
    Low: weight(-5, 'Positive'),
    Medium: weight(20, 'Negative'),
    High: weight(45, 'Critical'),
    None: UNKNOWN,
    Pending: UNKNOWN,
  },
  levels: { Medium: 25, High: 50 },
} as const satisfies {
  [F in RiskFactor]: Steps | Readonly<Record<string, Weight>>;
} & { levels: Record<'Medium' | 'High', number> };

/** The risk of a claim from what is known around it: one fact for each factor, also where nothing is known. */
export function riskOf(evidence: RiskEvidence): Risk {
  const facts = RISK_FACTORS.map((factor) => ({ factor, ...JUDGES[factor](evidence) }));
  const sum = facts.reduce((all, fact) => all + fact.score, 0);
  const aggregateScore = Math.min(100, Math.max(0, sum));
  const { Medium, High } = RISK_WEIGHTS.levels;
  const level = aggregateScore >= High ? 'High' : aggregateScore >= Medium ? 'Medium' : 'Low';
  return { level, aggregateScore, facts };
}

/** Whether a photo would show what is wrong: staff then expect one. */
export const isVisibleClaim = (
  claim: Pick<Claim, 'claimType' | 'lines'>,
  /** Every reason the store has or had. */
  reasons: readonly ClaimReason[],
): boolean =>
  CLAIM_TYPES[claim.claimType].photos === 'always' ||
  claim.lines.some((line) => isVisible(categoryAmong(reasons, line.reasonId)));

type Judged = Omit<RiskFact, 'factor'>;
const judged = ({ score, sentiment }: Weight, justification: string): Judged => ({ score, sentiment, justification });

const reached = (steps: Steps, count: number): Weight => steps.findLast(({ atLeast }) => count >= atLeast) ?? UNKNOWN;

const many = (count: number, one: string, more = `${one}s`): string => `${count} ${count === 1 ? one : more}`;

const JUDGES: Readonly<Record<RiskFactor, (evidence: RiskEvidence) => Judged>> = {
  'emailReuse-store'({ claimsInStore: count }) {
    if (count === null) return judged(UNKNOWN, "We don't know how often this email address was used.");
    return judged(
      reached(RISK_WEIGHTS['emailReuse-store'], count),
      count === 0
        ? 'The first claim with this email address in 12 months.'
        : `${many(count, 'other claim')} with this email address in 12 months.`,
    );
  },
  'emailReuse-global'({ claimsElsewhere: other }) {
    if (other === null) return judged(UNKNOWN, "We don't know whether other stores have seen this email address.");
    return judged(
      reached(RISK_WEIGHTS['emailReuse-global'], other.claims),
      other.claims === 0
        ? 'No claims with this email address in other stores.'
        : `${many(other.claims, 'claim')} with this email address in ${many(other.stores, 'other store')} in 12 months.`,
    );
  },
  orderVerification({ proof, isOrderEmail, isGiftReturn }) {
    const weights = RISK_WEIGHTS.orderVerification;
    if (isGiftReturn)
      return judged(
        weights.postalCode,
        "This is a gift return: others may know the order too, and the email address is the recipient's.",
      );
    if (!isOrderEmail) return judged(weights.otherEmail, "The claim's email address doesn't match the order.");
    return proof === null
      ? judged(UNKNOWN, "We don't know how the order was verified.")
      : judged(weights[proof], PROOFS[proof]);
  },
  mediaReuse({ photosCompared, photosIn }) {
    if (photosCompared === 0) return judged(UNKNOWN, 'No photos to compare with other claims.');
    return judged(
      reached(RISK_WEIGHTS.mediaReuse, photosIn),
      photosIn === 0
        ? 'No other claim has these photos.'
        : `${many(photosIn, 'other claim has', 'other claims have')} a photo from this claim, possibly cropped, mirrored or resized.`,
    );
  },
  mediaCount({ mediaCount, isVisible }) {
    if (!isVisible) return judged(UNKNOWN, "This return reason doesn't need a photo.");
    return judged(
      reached(RISK_WEIGHTS.mediaCount, mediaCount),
      mediaCount === 0
        ? 'No photo of the problem.'
        : `${many(mediaCount, 'photo or video', 'photos or videos')} of the problem.`,
    );
  },
  deviceFanOut: ({ peopleOnDevice }) =>
    fanOut(RISK_WEIGHTS.deviceFanOut, peopleOnDevice, 'from this device', "The device isn't known."),
  ipFanOut: ({ peopleAtAddress }) =>
    fanOut(RISK_WEIGHTS.ipFanOut, peopleAtAddress, 'from this IP address', "The IP address isn't known."),
  platformRisk({ platform }) {
    if (!platform) return judged(UNKNOWN, "The store platform hasn't assessed the order.");
    const advised = RECOMMENDED[platform.recommendation];
    const worst =
      advised === null || LEVELS.indexOf(advised) < LEVELS.indexOf(platform.level) ? platform.level : advised;
    const why = platform.facts
      .filter(({ sentiment }) => sentiment === 'Negative')
      .map(({ description }) => description);
    return judged(
      RISK_WEIGHTS.platformRisk[worst],
      worst === 'None' || worst === 'Pending'
        ? "The store platform hasn't assessed the order."
        : [`The store platform sees a ${worst.toLowerCase()} risk in the order.`, ...why].join(' '),
    );
  },
};

const LEVELS: readonly PlatformRisk['level'][] = ['None', 'Pending', 'Low', 'Medium', 'High'];
const RECOMMENDED: Readonly<Record<PlatformRisk['recommendation'], 'Medium' | 'High' | null>> = {
  None: null,
  Accept: null,
  Investigate: 'Medium',
  Cancel: 'High',
};

const PROOFS: Readonly<Record<OrderProof, string>> = {
  staff: 'Your staff created this claim.',
  email: 'The customer found the order by its number and email address.',
  postalCode: 'The customer found the order by its number and postal code, which others may know too.',
  link: 'The customer opened the order from a link in our email.',
};

function fanOut(steps: Steps, people: number | null, where: string, unknown: string): Judged {
  if (people === null) return judged(UNKNOWN, unknown);
  return judged(
    reached(steps, people),
    people === 0
      ? `No one else has sent claims ${where} in ${FAN_OUT_DAYS} days.`
      : `${many(people, 'other person has', 'other people have')} sent claims ${where} in ${FAN_OUT_DAYS} days.`,
  );
}

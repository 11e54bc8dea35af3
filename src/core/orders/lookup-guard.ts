import { guessedPostalCode, normalizeEmail, normalizeOrderNo } from '#core/orders/lookup.ts';

/**
 * What someone proves an order with. A postal code can be guessed, and so can the number of a gift; an email address
 * cannot, unless it is known.
 */
export type Proof = 'email' | 'postalCode' | 'gift';

export type LookupTry = {
  /** The network the visitor comes from, as limits count. */
  network: string;
  number: string;
  answer: string;
  proof: Proof;
};

/** How many failures with something in common are let through, and for how long they count. Each counts in one store. */
export type Budget = { bucket: string; most: number; windowSeconds: number };

const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 3600;

/**
 * What limits a look-up, from the narrowest: one refused by a narrow budget does not count in a wider one, so that
 * nobody uses up alone what is there for all. First the visitor's own network: a household or shop may look up many
 * orders; only someone else guesses at a number. `whileSpent`: what a network still has once that of the store is used up.
 */
export function lookupBudgets({ network, number, answer, proof }: LookupTry): {
  own: Budget[];
  shared: [ofThisOrder: Budget[], ofTheStore: Budget[]];
  whileSpent: Budget[];
} {
  const orderNo = normalizeOrderNo(number);
  const by = proof === 'email' ? 'email' : 'postal code';
  const asCompared = proof === 'email' ? normalizeEmail(answer) : guessedPostalCode(answer);
  return {
    own: [
      { bucket: `network ${network}`, most: 30, windowSeconds: QUARTER_HOUR },
      { bucket: `network of the day ${network}`, most: 100, windowSeconds: DAY },
      { bucket: `number ${orderNo} from ${network}`, most: 8, windowSeconds: QUARTER_HOUR },
    ],
    // For those who guess from many networks. Guesses by email and by postal code do not lock each other out.
    shared: [
      [
        { bucket: `number ${orderNo} by ${by}`, most: 40, windowSeconds: DAY },
        { bucket: `${by} ${asCompared}`, most: 40, windowSeconds: DAY },
      ],
      [{ bucket: `every ${by}`, most: proof === 'email' ? 5_000 : 500, windowSeconds: DAY }],
    ],
    // Few networks use up what the store has for emails. Buyers come from others, and know what they enter.
    whileSpent: proof === 'email' ? [{ bucket: `while limited ${network}`, most: 3, windowSeconds: DAY }] : [],
  };
}

/** What is done about a look-up: compare; compare only what cannot be guessed; ask for an email; or nothing. */
export type Verdict = 'compare' | 'trackingOnly' | 'emailNeeded' | 'locked';

/** `spent`: the first budgets that are used up. */
export function verdictOf(proof: Proof, spent: 'own' | 'shared' | null): Verdict {
  if (spent === null) return 'compare';
  if (spent === 'own') return 'locked';
  if (proof === 'gift') return 'trackingOnly';
  return proof === 'postalCode' ? 'emailNeeded' : 'locked';
}

/**
 * Requests for a link by email. All of them count, found or not: a limit that counts only one kind would tell which it
 * was. None of them is guessing, since only the buyer's mailbox gets the link.
 */
export const linkBudgets = ({ network }: Pick<LookupTry, 'network'>): Budget[] => [
  { bucket: `link from ${network}`, most: 60, windowSeconds: QUARTER_HOUR },
];

/** Half as long as a link works: whenever the buyer asks, one that works has been mailed. */
export const mailBudget = (orderId: number): Budget => ({
  bucket: `link of order ${orderId}`,
  most: 3,
  windowSeconds: QUARTER_HOUR,
});
export const ORDER_LINK_MINUTES = 30;

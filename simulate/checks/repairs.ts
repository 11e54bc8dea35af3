import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import { claimIdOf } from '#server/db/effects.ts';
import { claimOfPayment } from '#server/db/payments.ts';
import type { Check, MoneyFacts } from './facts.ts';
import { atProvider, isEnded, isWithPeople } from './money.ts';

const isRepaired = ({ status, method, canceledOn, wasResolvedExternally }: ClaimLine): boolean =>
  status === 'approved' && method === 'repair' && canceledOn === null && !wasResolvedExternally;

const sumOf = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0);

/** A repair costs what staff said, no more than they said last, and nothing where the shopper never answered that. */
const priceAgreed: Check<MoneyFacts> = ({ claims, quotes }) =>
  claims.flatMap(({ claim: { externalId, lines } }) =>
    lines
      .filter(({ repair }) => (repair?.price ?? 0) > 0)
      .flatMap((line) => {
        const price = line.repair?.price ?? 0;
        const what = `the repair of line ${line.id} of ${externalId} costs ${price}`;
        if (!quotes.wasNamed(externalId, line.id, price)) return [`${what}, which nobody said`];
        const most = quotes.mostNow(externalId, line.id);
        if (price > most) return [`${what}, and staff last said ${most}`];
        return isRepaired(line) && !quotes.wasAgreed(externalId, line.id, price)
          ? [`${what}, to which nobody agreed`]
          : [];
      }),
  );

const sendsGoods = ({ lines }: Claim): boolean =>
  lines.some((line) => line.isShopNow || line.exchange || line.exchangeOrderedOn !== null);

/** What costs the shopper nothing in the end keeps nothing of what they paid for it, and repairs no more than they cost. */
const paidForRepairs: Check<MoneyFacts> = (facts) =>
  facts.claims.flatMap(({ claim }) => {
    const { externalId, claimType, lines } = claim;
    const payments = facts.payments.filter((payment) => claimOfPayment(payment) === claim.id);
    if (claimType !== 'Warranty' || payments.length === 0 || sendsGoods(claim) || !isEnded(claim)) return [];
    if (facts.effects.some((one) => claimIdOf(one) === claim.id && isWithPeople(one.state))) return [];
    const kept = sumOf(payments.map((payment) => atProvider(payment, facts)).map(({ taken, back }) => taken - back));
    const most = sumOf(lines.filter(isRepaired).map(({ repair }) => repair?.price ?? 0));
    return kept > most ? [`${kept} were kept for the repairs of ${externalId}, which cost ${most}`] : [];
  });

/** A repair that was carried out is paid for by its shopper or by other items, unless staff gave it away. */
const paidBeforeSent: Check<MoneyFacts> = ({ claims, quotes }) =>
  claims.flatMap(({ claim }) => {
    const { externalId, settlements } = claim;
    const rounds = settlements.filter(({ repairs = 0 }) => repairs > 0);
    const unpaid = sumOf(rounds.map(({ waived }) => waived));
    return unpaid >= LEAST && !sendsGoods(claim) && !quotes.wasWaived(externalId)
      ? [`nobody paid ${unpaid} of the repairs of ${externalId}, and nobody waived it`]
      : [];
  });
// Less is waived in some currency.
const LEAST = 50;

/** The shopper gets an email about every price there is to answer. */
const quotesTold: Check<MoneyFacts> = ({ claims, effects }) =>
  claims
    .filter(({ claim }) => claim.customerEmail !== '')
    .flatMap(({ claim: { id, externalId, lines } }) =>
      lines.flatMap((line) =>
        (line.repair?.steps ?? [])
          .map(({ state }, index) => ({ state, key: `email:repairQuoted:${line.id}:${index + 1}:claim:${id}` }))
          .filter(({ state, key }) => state === 'quoted' && !effects.some(({ purpose_key }) => purpose_key === key))
          .map(() => `nobody is sent the quote for line ${line.id} of ${externalId}`),
      ),
    );

const DAY_MS = 86_400_000;
// Staff are alerted after seven days, in the morning of the store.
const LONGEST_UNSEEN_MS = 9 * DAY_MS;

/** A quote that nobody answers comes before staff. */
const quotesSeen: Check<MoneyFacts> = ({ claims, alerts, now }) =>
  claims.flatMap(({ claim: { externalId, lines } }) =>
    lines
      .filter(({ repair, status, canceledOn }) => repair?.state === 'quoted' && status === 'open' && !canceledOn)
      .filter(({ repair }) => now - Date.parse(repair?.steps.at(-1)?.on ?? '') > LONGEST_UNSEEN_MS)
      .filter(() => !alerts.includes('quoteUnanswered'))
      .map(({ id }) => `the quote for line ${id} of ${externalId} is unanswered, and nobody was told`),
  );

const APPEALED = 'The customer appealed the denial';

/** A denial is appealed once, whatever the shopper tries. */
const appealedOnce: Check<MoneyFacts> = ({ claims, quotes }) =>
  claims.flatMap(({ claim }) => {
    const { externalId, timeline } = claim;
    const noted = timeline.filter(({ subject }) => subject === APPEALED).length;
    const times = Math.max(noted, quotes.timesAppealed(externalId));
    return [
      ...(times > 1 ? [`${externalId} was appealed ${times} times`] : []),
      ...(noted > 0 === (claim.appeal !== undefined) ? [] : [`${externalId} forgot its appeal`]),
    ];
  });

/** What was carried out once is carried out again only where it had been denied. */
const decidedAgain: Check<MoneyFacts> = ({ claims }) =>
  claims.flatMap(({ claim }) =>
    claim.lines
      .filter(({ id, restoredOn }) => roundsOf(claim, id) > (claim.appeal && restoredOn !== undefined ? 2 : 1))
      .map(({ id }) => `line ${id} of ${claim.externalId} was carried out ${roundsOf(claim, id)} times`),
  );

const roundsOf = ({ settlements }: Claim, lineId: number): number =>
  settlements.filter(({ lineIds, insteadOf }) => insteadOf === undefined && lineIds.includes(lineId)).length;

export const REPAIRS: readonly Check<MoneyFacts>[] = [
  priceAgreed,
  paidForRepairs,
  paidBeforeSent,
  quotesTold,
  quotesSeen,
  appealedOnce,
  decidedAgain,
];

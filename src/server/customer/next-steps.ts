import { carrierOf } from '#core/claims/carriers.ts';
import { isSentAndDenied } from '#core/claims/claim-money.ts';
import { total } from '#core/claims/paid.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { RemainderMethod } from '#core/claims/goods-shapes.ts';
import { areSentGoodsOut, isHeld, isReturnAwaited, isReturnStranded } from '#core/claims/payments.ts';
import { areGoodsBack, deniedGoods } from '#core/claims/goods-progress.ts';
import { isQuoteOpen, isUnderRepair } from '#core/claims/repair-state.ts';
import type { StatusView } from '#core/claims/status.ts';
import type { Minor } from '#core/money.ts';
import type { ClaimPolicy } from '#core/policy/claim-policy.ts';
import type { PortalTextId } from '#core/texts/ids.ts';
import type { Phrase, Words } from '#core/texts/phrase.ts';
import { amountOf } from '#server/amounts.ts';

type Surroundings = {
  /** What is still to be paid, as staff decided. */
  owed: Minor;
  /** By when the goods of an instant exchange have to be back. */
  returnBefore: string | null;
  /** As what gift cards of the store are given. */
  giftCardType: ClaimPolicy['giftCardType'];
  /** By which methods staff gave by hand what was to go out. */
  elsewhere: ReadonlySet<RemainderMethod>;
  now: string;
  /** How the store says that nothing has to be sent back; empty for our own words. */
  kept: { headline: string; detail: string };
  /** Whose account store credit goes to that no customer of the order has; null also for those who may not know. */
  creditedTo: string | null;
};

type Giving = Omit<Surroundings, 'owed' | 'returnBefore' | 'now' | 'kept'>;

/** What the shopper does or waits for now, one sentence a step. */
export function nextSteps(
  claim: Claim,
  status: StatusView,
  { owed, returnBefore, now, kept, ...giving }: Surroundings,
): Words[] {
  const isOut = areSentGoodsOut(claim) && isReturnAwaited(claim);
  const sent = returnBefore !== null && isOut ? [sentAhead(claim, returnBefore, now)] : [];
  const quoted = claim.lines.some(isQuoteOpen);
  if (quoted) return [quote(claim), ...sent];
  const due = owed > 0 ? [pay(claim, owed)] : [];
  return [...due, ...sent, ...repairSteps(claim, status), ...stepsOf(claim, status, { ...giving, kept })];
}

const step = (id: PortalTextId): Phrase => ({ id });

const amountIn = ({ currencyCode }: Claim, minor: Minor) => ({ amount: amountOf(minor, currencyCode), currencyCode });

const pay = (claim: Claim, amount: Minor): Phrase => ({
  id: `next.${areSentGoodsOut(claim) ? 'pay' : 'payFirst'}.${claim.claimType}`,
  values: { amount: amountIn(claim, amount) },
});

/** What all the repairs that wait for an answer cost. */
const quote = (claim: Claim): Phrase => {
  const price = claim.lines.filter(isQuoteOpen).reduce((sum, { repair }) => sum + (repair?.price ?? 0), 0);
  return { id: 'next.quote', values: { amount: amountIn(claim, price) } };
};

/** What becomes of items whose repair is under way, or was declined. */
function repairSteps(claim: Claim, { rollup }: StatusView): Phrase[] {
  const states = claim.lines.flatMap((line) =>
    line.repair && (isUnderRepair(line) || line.repair.state === 'declined') ? [line.repair.state] : [],
  );
  const isHere = areGoodsBack(claim);
  const ids = states.flatMap((state): PortalTextId[] => {
    if (state === 'inRepair' || state === 'done') return [`next.repair.${state}`];
    if (state === 'declined') return [isHere ? 'next.repair.goesBack' : 'next.repair.declined'];
    return state === 'accepted' && (isHere || rollup === 'Approved') ? ['next.repair'] : [];
  });
  return [...new Set(ids)].map(step);
}

const sentAhead = (claim: Claim, returnBefore: string, now: string): Phrase => ({
  id: claim.payments.some((payment) => isHeld(payment, now)) ? 'next.sentAhead.held' : 'next.sentAhead',
  values: { date: { day: returnBefore } },
});

function stepsOf(claim: Claim, status: StatusView, { kept, ...giving }: Giving & Pick<Surroundings, 'kept'>): Words[] {
  const { claimType } = claim;
  switch (status.rollup) {
    case 'Closed':
      return [step(`next.canceled.${claimType}`)];
    case 'Denied':
      return [
        step(`next.denied.${claimType}`),
        ...(claim.lines.some(isSentAndDenied) ? [] : [deniedGoods(claim)]),
        ...chargedSteps(claim),
      ];
    case 'Completed':
      return [...finishedSteps(claim, giving, true), ...chargedSteps(claim)];
    case 'Approved':
      return [...finishedSteps(claim, giving, false), ...chargedSteps(claim), ...reviewedSteps(claim)];
    case 'In_Transit':
      return [step('next.moving'), step(`next.moving.then.${claimType}`)];
    case 'At_Return_Location':
      return claim.question?.isOpen
        ? [step('next.answer')]
        : [step('next.arrived'), step(`next.arrived.then.${claimType}`)];
    case 'Awaiting_Return':
      return [...sendSteps(claim), step(`next.sent.then.${claimType}`)];
    case 'Open':
      return openSteps(claim, status.detail, kept);
  }
}

function reviewedSteps(claim: Claim): Phrase[] {
  if (claim.shipments.length > 0 && isReturnStranded(claim)) return [step('next.reviewed.stranded')];
  if (isReturnAwaited(claim) || (claim.returnRequired && !areGoodsBack(claim))) return [step('next.reviewed.awaited')];
  // What becomes of a repair says more.
  return claim.lines.some(isUnderRepair) ? [] : [step('next.reviewed')];
}

function openSteps(claim: Claim, detail: string, kept: Surroundings['kept']): Words[] {
  if (claim.question?.isOpen) return [step('next.answer')];
  if (detail === 'Pending_Return_Shipment_Creation')
    return [step(claim.shippingMethod === 'label' ? 'next.preparing.label' : 'next.preparing.packingSlip')];
  if (detail === 'Return_Not_Required')
    return [
      kept.headline === '' ? step('next.nothing') : kept.headline,
      kept.detail === '' ? step('next.review') : kept.detail,
    ];
  const forNow = claim.lines.some(({ isHeldForReview }) => isHeldForReview) ? [step('next.held')] : [];
  return [...forNow, step('next.review')];
}

function sendSteps(claim: Claim): Phrase[] {
  const shipment = claim.shipments.findLast((one) => one.canceledOn === null);
  if (shipment?.type !== 'Label') return [step('next.slip.print'), step('next.slip.ship')];
  const carrier = carrierOf(shipment.carrier).name;
  if (shipment.qrCodeUrl !== null) return [step('next.pack'), { id: 'next.code', values: { carrier } }];
  return [step('next.label.print'), { id: 'next.label.drop', values: { carrier } }];
}

/** The charge for items that were sent ahead, once the return they were sent for is denied. */
function chargedSteps(claim: Claim): Phrase[] {
  const used = claim.settlements.reduce((sum, { paymentUsed }) => sum + paymentUsed, 0);
  if (used <= 0 || !claim.lines.some((line) => isSentAndDenied(line) && line.finalizedOn !== null)) return [];
  const isTaken = claim.payments.every(({ status }) => status !== 'Authorized');
  return [{ id: isTaken ? 'next.charged' : 'next.charging', values: { amount: amountIn(claim, used) } }];
}

/** `isDone`: every step is carried out. */
function finishedSteps(claim: Claim, { giftCardType, elsewhere, creditedTo }: Giving, isDone: boolean): Phrase[] {
  const isGiven = (method: 'refund' | 'storeCredit' | 'giftCard'): boolean =>
    claim.settlements.some(({ issued }) => issued[method] > 0);
  const areSent = (method: 'variantExchange' | 'replacementOrder' | 'repair'): boolean =>
    claim.lines.some(
      (line) =>
        line.status === 'approved' &&
        line.finalizedOn !== null &&
        !line.wasResolvedExternally &&
        line.method === method,
    );
  const isFromHere = (method: RemainderMethod, isGivenSo: boolean): boolean => isGivenSo && !elsewhere.has(method);
  const isCredit = isGiven('storeCredit') || (isGiven('giftCard') && giftCardType === 'Store_Credit');
  const credit = isDone ? 'next.credit.done' : 'next.credit';
  const steps: readonly (readonly [isTrue: boolean, step: Phrase])[] = [
    [isFromHere('refund', isGiven('refund')), step('next.refund')],
    [
      isFromHere('storeCredit', isCredit),
      creditedTo === null ? step(credit) : { id: `${credit}.named`, values: { email: creditedTo } },
    ],
    [isFromHere('giftCard', isGiven('giftCard') && giftCardType !== 'Store_Credit'), step('next.giftCard')],
    [elsewhere.has('refund'), step('next.elsewhere.refund')],
    [elsewhere.has('storeCredit'), step('next.elsewhere.storeCredit')],
    [elsewhere.has('giftCard'), step('next.elsewhere.giftCard')],
    [
      areSent('variantExchange') || total(claim.settlements, (record) => record.shopNowCost) > 0,
      step(isDone ? 'next.exchange.done' : 'next.exchange'),
    ],
    [areSent('replacementOrder'), step(isDone ? 'next.replacement.done' : 'next.replacement')],
    [areSent('repair') && !claim.lines.some(isUnderRepair), step(isDone ? 'next.repair.sentBack' : 'next.repair')],
  ];
  return steps.flatMap(([isTrue, one]) => (isTrue ? [one] : []));
}

import { carrierOf } from '#core/claims/carriers.ts';
import { isSentAndDenied, total } from '#core/claims/claim-money.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { RemainderMethod } from '#core/claims/goods-shapes.ts';
import { CLAIM_TYPES } from '#core/claims/types.ts';
import { areSentGoodsOut, isHeld, isReturnAwaited, isReturnStranded } from '#core/claims/payments.ts';
import { areGoodsBack, deniedGoodsText } from '#core/claims/goods-progress.ts';
import type { StatusView } from '#core/claims/status.ts';
import { formatDate } from '#core/dates.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import type { ClaimPolicy } from '#core/policy/claim-policy.ts';

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
  /** Whose account store credit goes to that no customer of the order has. */
  creditedTo: string | null;
};

type Giving = Omit<Surroundings, 'owed' | 'returnBefore' | 'now' | 'kept'>;

/** What the shopper does or waits for now, one sentence a step. */
export function nextSteps(
  claim: Claim,
  status: StatusView,
  { owed, returnBefore, now, kept, ...giving }: Surroundings,
): string[] {
  const isOut = areSentGoodsOut(claim) && isReturnAwaited(claim);
  const sent = returnBefore !== null && isOut ? [sentAhead(claim, returnBefore, now)] : [];
  return [...(owed > 0 ? [pay(claim, owed)] : []), ...sent, ...stepsOf(claim, status, { ...giving, kept })];
}

function pay(claim: Claim, amount: Minor): string {
  const text = formatMoney({ amount, currencyCode: claim.currencyCode });
  const then = areSentGoodsOut(claim) ? '.' : ". We'll ship your new items once you've paid.";
  return `Please pay the ${text} still due for your ${CLAIM_TYPES[claim.claimType].noun}${then}`;
}

function sentAhead(claim: Claim, returnBefore: string, now: string): string {
  const otherwise = claim.payments.some((payment) => isHeld(payment, now))
    ? '. After that, we charge your card for the new items.'
    : '.';
  return `Your new items are ordered. Your return must arrive by ${formatDate(returnBefore)}${otherwise}`;
}

function stepsOf(claim: Claim, status: StatusView, { kept, ...giving }: Giving & Pick<Surroundings, 'kept'>): string[] {
  const noun = CLAIM_TYPES[claim.claimType].noun;
  switch (status.rollup) {
    case 'Closed':
      return [`This ${noun} was canceled. There's nothing else to do.`];
    case 'Denied':
      return [
        `This ${noun} wasn't approved. See the reason next to each item.`,
        ...(claim.lines.some(isSentAndDenied) ? [] : [deniedGoodsText(claim)]),
        ...chargedSteps(claim),
      ];
    case 'Completed':
      return [...finishedSteps(claim, giving, true), ...chargedSteps(claim)];
    case 'Approved':
      return [
        ...finishedSteps(claim, giving, false),
        ...chargedSteps(claim),
        claim.shipments.length > 0 && isReturnStranded(claim)
          ? "Your request has been reviewed. We'll email you if we still need anything back."
          : isReturnAwaited(claim) || (claim.returnRequired && !areGoodsBack(claim))
            ? "Your request has been reviewed. We'll complete it once your package arrives."
            : "Your request has been reviewed. We're completing it now.",
      ];
    case 'In_Transit':
      return [
        'Your package is on its way back to us.',
        `Once it arrives, we'll check the items and complete your ${noun}.`,
      ];
    case 'At_Return_Location':
      return claim.question?.isOpen
        ? [ANSWER]
        : ['Your package has arrived.', `We'll check the items and email you when your ${noun} is complete.`];
    case 'Awaiting_Return':
      return [...sendSteps(claim), `Once your package arrives, we'll check the items and complete your ${noun}.`];
    case 'Open':
      return openSteps(claim, status.detail, kept);
  }
}

const ANSWER = 'Answer our question so we can continue.';

function openSteps(claim: Claim, detail: string, kept: Surroundings['kept']): string[] {
  if (claim.question?.isOpen) return [ANSWER];
  if (detail === 'Pending_Return_Shipment_Creation') {
    const document = claim.shippingMethod === 'label' ? 'shipping label' : 'packing slip';
    return [`We're preparing your ${document}. It'll appear here shortly, and we'll email it to you.`];
  }
  if (detail === 'Return_Not_Required')
    return [
      kept.headline === '' ? "You don't need to send anything back." : kept.headline,
      kept.detail === '' ? "We'll review your request and email you." : kept.detail,
    ];
  return ["We'll review your request and email you."];
}

function sendSteps(claim: Claim): string[] {
  const shipment = claim.shipments.findLast((one) => one.canceledOn === null);
  if (shipment?.type !== 'Label')
    return [
      'Print the packing slip and put it inside the package with the items.',
      'Ship the package to the address on the slip.',
    ];
  if (shipment.qrCodeUrl !== null)
    return [
      'Pack the items.',
      `Show the QR code at ${carrierOf(shipment.carrier).name}, or print the label and attach it to the package.`,
    ];
  return [
    'Print the label and attach it to the package.',
    `Drop off the package with ${carrierOf(shipment.carrier).name}.`,
  ];
}

/** The charge for items that were sent ahead, once the return they were sent for is denied. */
function chargedSteps(claim: Claim): string[] {
  const used = claim.settlements.reduce((sum, { paymentUsed }) => sum + paymentUsed, 0);
  if (used <= 0 || !claim.lines.some((line) => isSentAndDenied(line) && line.finalizedOn !== null)) return [];
  const amount = formatMoney({ amount: used, currencyCode: claim.currencyCode });
  const isTaken = claim.payments.every(({ status }) => status !== 'Authorized');
  return [
    `Your new item was sent, and ${isTaken ? `we charged ${amount} to your card` : `we're charging ${amount} to your card`}.`,
  ];
}

/** `isDone`: every step is carried out. */
function finishedSteps(claim: Claim, { giftCardType, elsewhere, creditedTo }: Giving, isDone: boolean): string[] {
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
  const account = creditedTo === null ? 'your account' : `your store account under ${creditedTo}`;
  const steps: readonly (readonly [isTrue: boolean, text: string])[] = [
    [
      isFromHere('refund', isGiven('refund')),
      'Your refund goes to your original payment method. It can take five to ten days to show up.',
    ],
    [
      isFromHere('storeCredit', isCredit),
      isDone ? `Your store credit is in ${account}.` : `We'll add your store credit to ${account}.`,
    ],
    [isFromHere('giftCard', isGiven('giftCard') && giftCardType !== 'Store_Credit'), "We'll email your gift card."],
    [elsewhere.has('refund'), 'The store refunded you another way.'],
    [elsewhere.has('storeCredit'), 'The store gave you your store credit another way.'],
    [elsewhere.has('giftCard'), 'The store gave you your gift card another way.'],
    [
      areSent('variantExchange') || total(claim.settlements, (record) => record.shopNowCost) > 0,
      isDone
        ? "Your new item is ordered. You'll get an email when it ships."
        : "You'll get an email when your new item ships.",
    ],
    [
      areSent('replacementOrder'),
      isDone
        ? "Your replacement is ordered. You'll get an email when it ships."
        : "You'll get an email when your replacement ships.",
    ],
    [areSent('repair'), "We'll repair your item and ship it back to you."],
  ];
  return steps.flatMap(([isTrue, text]) => (isTrue ? [text] : []));
}

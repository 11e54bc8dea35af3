import type { CustomerPayment } from '#core/claims/payment-shapes.ts';

/** How an asked-for movement of a hold stands. */
export type Asked = 'no' | 'underWay' | 'failed';

/** A provider captures a hold once and releases the rest, which then secures nothing. */
export type HoldStatus = CustomerPayment['status'] | 'CapturedInPart';

/** What is known about a hold of an instant exchange. Instants in milliseconds. */
export type HoldFacts = {
  status: HoldStatus;
  /** When the provider lets the hold go by itself; null when it never said. */
  captureBefore: number | null;
  /** It lasts so short that one made again would be about to end at once. */
  isShort: boolean;
  capture: Asked;
  holdAgain: Asked;
  /** The goods wanted were ordered, and so may be on their way. */
  areGoodsOut: boolean;
  areGoodsBack: boolean;
  /** What is finalized was paid with it, and not captured. */
  isUsed: boolean;
  /** Money is due whether or not the goods come back. */
  isMoneyOwed: boolean;
  /** Whether something is left to decide; if not, its payments are kept until the goods are back, or were settled with it. */
  stage: 'undecided' | 'kept' | 'settled';
  /** The last instant of the shopper's time to bring the goods back. */
  returnUntil: number;
  /** Carriers were asked just now whether the goods are back: their news may have been lost. */
  areCarriersAsked: boolean;
  /** A person was asked to look at it. */
  isTaskRaised: boolean;
};

export type HoldPolicy = { lapse: 'capture' | 'holdAgain' };
export type HoldStep = 'nothing' | 'capture' | 'holdAgain' | 'raiseTask' | 'settle';

/** How long before a hold ends something is done about it: a day for retries of a provider that is down. */
export const HOLD_MARGIN_MS = 24 * 3_600_000;

/** Whether payments outlive the end of their claim: goods went out for them, and what they were sent for is not back. */
export const isKeptAtEnd = ({ areGoodsOut, areGoodsBack }: Pick<HoldFacts, 'areGoodsOut' | 'areGoodsBack'>): boolean =>
  areGoodsOut && !areGoodsBack;

/**
 * What has to be done about a hold now. Looks at facts, not at events, so that it may be asked again at any
 * time: after an answer was lost, an event came twice or never, or nothing ran for days.
 */
export function holdStep(facts: HoldFacts, policy: HoldPolicy, now: number): HoldStep {
  if (facts.stage === 'kept' && facts.areGoodsBack) return 'settle';
  if (!isAtRisk(facts)) return 'nothing';
  if (isLost(facts, now)) return facts.isTaskRaised ? 'nothing' : 'raiseTask';
  if (facts.capture === 'underWay' || facts.holdAgain === 'underWay') return 'nothing';
  const isOverdue = now > facts.returnUntil && !facts.areGoodsBack && facts.areCarriersAsked;
  const isLapsing = facts.captureBefore !== null && now >= facts.captureBefore - HOLD_MARGIN_MS;
  if (isOverdue) return 'capture';
  if (!isLapsing) return 'nothing';
  return policy.lapse === 'holdAgain' && facts.holdAgain === 'no' && !facts.isShort ? 'holdAgain' : 'capture';
}

/**
 * Only the hold secures something: what was finalized with it, or items that are out while nothing came back. Once the
 * items are back, finalizing asks for what a captured part doesn't pay for.
 */
export const isAtRisk = (facts: HoldFacts): boolean =>
  facts.stage !== 'settled' &&
  facts.status !== 'Captured' &&
  (facts.isUsed ||
    (facts.areGoodsOut && (!facts.areGoodsBack || (facts.isMoneyOwed && facts.status !== 'CapturedInPart'))));

/** The hold or a part of it is gone, can't be captured anymore, or its capture was refunded, as far as anyone can know. */
export const isLost = (facts: HoldFacts, now: number): boolean =>
  facts.status === 'Expired' ||
  facts.status === 'Refunded' ||
  facts.status === 'CapturedInPart' ||
  facts.capture === 'failed' ||
  (facts.captureBefore !== null && now >= facts.captureBefore);

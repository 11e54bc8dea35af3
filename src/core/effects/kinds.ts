import type { JournalEntry } from '#core/books/entry.ts';
import { movementEntry } from '#core/books/entry.ts';
import { movedBy, type Trace } from '#core/books/trace.ts';
import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { ClaimRefund } from '#core/claims/settlement-shapes.ts';
import type { EffectDefinition, KeptTexts } from '#core/effects/define.ts';
import { autoFinalize } from '#core/effects/auto-finalize.ts';
import { checkoutScript } from '#core/effects/checkout-script.ts';
import { coverEmail } from '#core/effects/cover-email.ts';
import { coverProduct } from '#core/effects/cover-product.ts';
import { coverRefund } from '#core/effects/cover-refund.ts';
import { dataImport } from '#core/effects/data-import.ts';
import { email } from '#core/effects/email.ts';
import { exchangeOrder } from '#core/effects/exchange-order.ts';
import { failureEmail } from '#core/effects/failure-email.ts';
import { staffEmail } from '#core/effects/staff-email.ts';
import { filingReminder } from '#core/effects/filing-reminder.ts';
import { giftCard } from '#core/effects/gift-card.ts';
import { labelRefund } from '#core/effects/label-refund.ts';
import { label } from '#core/effects/label.ts';
import { orderLink } from '#core/effects/order-link.ts';
import { orderTags } from '#core/effects/order-tags.ts';
import { packingSlip } from '#core/effects/packing-slip.ts';
import { paymentCapture } from '#core/effects/payment-capture.ts';
import { paymentHoldAgain } from '#core/effects/payment-hold-again.ts';
import { paymentRefund } from '#core/effects/payment-refund.ts';
import { paymentRelease } from '#core/effects/payment-release.ts';
import { refund } from '#core/effects/refund.ts';
import { registrationEmail } from '#core/effects/registration-email.ts';
import { releaseStock } from '#core/effects/release-stock.ts';
import { backTest } from '#core/effects/back-test.ts';
import { reorder } from '#core/effects/reorder.ts';
import { report } from '#core/effects/report.ts';
import { reserveStock } from '#core/effects/reserve-stock.ts';
import { restock } from '#core/effects/restock.ts';
import { returnExchange } from '#core/effects/return-exchange.ts';
import { shippingClaimEmail } from '#core/effects/shipping-claim-email.ts';
import { shippingMessage } from '#core/effects/shipping-message.ts';
import { shippingRefund } from '#core/effects/shipping-refund.ts';
import type { Subject } from '#core/effects/subject.ts';
import { userEmail } from '#core/effects/user-email.ts';

/** Every kind of effect. How each is carried out: server/effects/kinds. */
const KINDS = {
  refund,
  giftCard,
  exchangeOrder,
  returnExchange,
  paymentCapture,
  paymentRefund,
  paymentRelease,
  paymentHoldAgain,
  reserveStock,
  releaseStock,
  restock,
  orderTags,
  label,
  labelRefund,
  packingSlip,
  email,
  failureEmail,
  staffEmail,
  autoFinalize,
  orderLink,
  report,
  dataImport,
  backTest,
  userEmail,
  registrationEmail,
  coverProduct,
  coverRefund,
  coverEmail,
  checkoutScript,
  shippingRefund,
  reorder,
  shippingClaimEmail,
  shippingMessage,
  filingReminder,
};

type PayloadOf<Definition> = Definition extends EffectDefinition<infer Payload> ? Payload : never;
type Payloads = { [K in keyof typeof KINDS]: PayloadOf<(typeof KINDS)[K]> };

export type EffectKind = keyof Payloads;
export type EffectPayload<K extends EffectKind> = Payloads[K];

/** What is to happen in the world, decided when it was wanted. Wanting one purpose twice is wanting it once. */
export type EffectIntent<K extends EffectKind = EffectKind> = {
  [Kind in K]: {
    kind: Kind;
    purposeKey: string;
    subject: Subject;
    payload: Payloads[Kind];
    /** It says how the claim ends, so it waits until everything promised of it was done; absent on others. */
    isAfterPromised?: true;
  };
}[K];

const DEFINITIONS: { [K in EffectKind]: EffectDefinition<Payloads[K]> } = KINDS;

const isKnown = (kind: string): kind is EffectKind => Object.hasOwn(KINDS, kind);

/** An effect as it is stored. */
export type StoredEffect = { kind: string; purposeKey: string; subject: Subject; payload: unknown };

/** What it is to do; null where this version does not know its kind or cannot read it. */
export function intentOf({ kind, ...stored }: StoredEffect): EffectIntent | null {
  return isKnown(kind) ? intentOfKind(kind, stored) : null;
}

function intentOfKind<K extends EffectKind>(
  kind: K,
  { payload, ...rest }: Omit<StoredEffect, 'kind'>,
): EffectIntent<K> | null {
  const read = DEFINITIONS[kind].payload.safeParse(payload);
  return read.success ? { kind, ...rest, payload: read.data } : null;
}

/** What it does, in words ("Refund $42.10 to the original payment"). */
export const summaryOf = <K extends EffectKind>({ kind, payload }: EffectIntent<K>): string =>
  DEFINITIONS[kind].summary(payload);

/** The texts to keep of an erased effect; none of a kind this version does not know. */
export const keptTexts = (kind: string): KeptTexts => (isKnown(kind) && DEFINITIONS[kind].keptTexts) || {};

/** Whether it is there for a line of its claim, so that the line shows it when it fails. */
export const concernsLine = <K extends EffectKind>({ kind, payload }: EffectIntent<K>, line: ClaimLine): boolean =>
  DEFINITIONS[kind].concerns?.(payload, line) ?? false;

/** Whether the shopper is given value by effects of a kind, so that staff may have refunded by hand in their place. */
export const givesValue = (kind: string): boolean => isKnown(kind) && DEFINITIONS[kind].givesValue === true;

/** The kinds that give the shopper value. */
export const VALUE_KINDS: readonly EffectKind[] = Object.keys(KINDS).filter(isKnown).filter(givesValue);

/** The kinds that emails about the outcome of a claim wait for. */
export const PROMISED_KINDS: readonly EffectKind[] = Object.keys(KINDS)
  .filter(isKnown)
  .filter((kind) => DEFINITIONS[kind].isPromised === true);

export const isPromised = (kind: string): boolean => isKnown(kind) && DEFINITIONS[kind].isPromised === true;

/** A refund that staff made by hand in place of an effect, with what of it was for the claim at most; null where it gives no value. */
export function refundInPlaceOf<K extends EffectKind>(
  intent: EffectIntent<K>,
  claim: Claim,
  idFromPlatform: string,
): ClaimRefund | null {
  if (!givesValue(intent.kind)) return null;
  const lines = claim.lines.filter((line) => concernsLine(intent, line));
  const worth = lines.reduce((sum, line) => sum + (line.amount ?? line.requestedAmount) + line.exchangeDeltaAmount, 0);
  const amount = DEFINITIONS[intent.kind].movement?.(intent.payload).money.amount ?? worth;
  return { idFromPlatform, amount, lineIds: lines.map(({ id }) => id), isByHand: true };
}

/** What partners must show of it. `result`: as the effect keeps it. */
export const traceOf = <K extends EffectKind>({ kind, payload }: EffectIntent<K>, result: unknown): Trace =>
  DEFINITIONS[kind].trace?.(payload, result) ?? {};

/** Why it is not to be tried again after it failed and its claim was changed; null where it may be. */
export const overtakenBy = <K extends EffectKind>(
  { kind, payload }: EffectIntent<K>,
  change: { before: Claim; after: Claim },
): string | null => DEFINITIONS[kind].overtakenBy?.(payload, change) ?? null;

/** The kinds that can be canceled as no longer needed. */
export const OVERTAKEN_KINDS: readonly EffectKind[] = Object.keys(KINDS)
  .filter(isKnown)
  .filter((kind) => DEFINITIONS[kind].overtakenBy !== undefined);

/**
 * What the books must hold of an effect that is done; null for what moves no value. `isElsewhere`: staff did it outside,
 * so it left by no partner of ours. `result`: as the effect keeps it.
 */
export function entryOfEffect<K extends EffectKind>(
  { kind, purposeKey, payload }: EffectIntent<K>,
  isElsewhere: boolean,
  result: unknown,
): JournalEntry | null {
  const definition = DEFINITIONS[kind];
  const moved = definition.movement?.(payload);
  if (!moved) return isElsewhere ? null : (definition.entry?.(purposeKey, payload, result) ?? null);
  if (isElsewhere) return movementEntry({ kind, purposeKey }, { ...moved, partner: 'external' });
  const amount = movedBy(result)?.amount ?? moved.money.amount;
  return movementEntry({ kind, purposeKey }, { ...moved, money: { ...moved.money, amount } });
}

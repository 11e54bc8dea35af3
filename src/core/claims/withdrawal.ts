import type { Claim, ClaimLine } from '#core/claims/claim.ts';
import type { Stating, Withdrawal } from '#core/claims/withdrawal-shapes.ts';
import { claimEmail } from '#core/claims/email.ts';
import type { CreateClaimInput } from '#core/claims/new-claim.ts';
import { holdsUnits } from '#core/claims/active.ts';
import { isWithdrawal } from '#core/claims/withdrawal-clock.ts';
import { refundEnd, WITHDRAWAL_DAYS } from '#core/claims/withdrawal-period.ts';
import { formatDate } from '#core/dates.ts';
import { ENGLISH } from '#core/texts/english.ts';
import { asMarkup } from '#core/emails/markup.ts';
import type { EffectIntent } from '#core/effects/kinds.ts';
import { aboutClaim } from '#core/effects/subject.ts';
import { allocate, type Minor } from '#core/money.ts';
import { orderBalance } from '#core/orders/balance.ts';
import type { OrderLine } from '#core/orders/order.ts';
import { linePolicy } from '#core/policy/policy.ts';

/** What the shopper confirms, a paragraph each. The moment of confirming is added to it. */
function statementOf({ order, policy }: CreateClaimInput, lines: readonly ClaimLine[], by: Stating): string[] {
  const { write, locale } = by.writer ?? ENGLISH;
  const goods = lines.map(({ quantity, name, variantTitle, lineIdFromPlatform }) => {
    const item = variantTitle === '' ? name : `${name} - ${variantTitle}`;
    const bought =
      order.lines.find(({ idFromPlatform }) => idFromPlatform === lineIdFromPlatform)?.quantity ?? quantity;
    return bought === quantity
      ? write({ id: 'email.line.several', values: { quantity, item } })
      : write({ id: 'email.withdrawal.part', values: { quantity, bought, item } });
  });
  const isWhole = policy.terms.basis === 'withdrawal' && lines.some((line) => line.deliveryAmount !== undefined);
  const date = dayText(order.createdOn, by.timeZone, locale);
  return [
    write({
      id: isWhole ? 'email.withdrawal.all' : 'email.withdrawal.some',
      values: { store: by.storeName, orderNo: order.orderNo, date },
    }),
    ...goods,
    write({ id: 'email.withdrawal.name', values: { name: by.name } }),
    write({ id: 'email.withdrawal.email', values: { email: by.email } }),
  ];
}

/** "November 26, 2026". */
const dayText = (iso: string, timeZone: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { calendar: 'gregory', dateStyle: 'long', timeZone }).format(Date.parse(iso));

/** "November 26, 2026 at 1:45:07 PM GMT+1". */
export const momentText = (iso: string, timeZone: string, locale = ENGLISH.locale): string =>
  new Intl.DateTimeFormat(locale, { calendar: 'gregory', dateStyle: 'long', timeStyle: 'long', timeZone }).format(
    Date.parse(iso),
  );

/** The claim with what its shopper states. */
export function withStatement(claim: Claim, input: CreateClaimInput, by: Stating): Claim {
  const { name, email, lastDay, timeZone } = by;
  const statement = statementOf(input, claim.lines, by);
  const { day: refundDueDay, instant: refundDueOn } = refundEnd(input.now, timeZone);
  return {
    ...claim,
    withdrawal: { statedOn: input.now, name, email, lastDay, timeZone, refundDueDay, refundDueOn, statement },
  };
}

/**
 * The lines with the delivery cost of the order in their amounts, in proportion, where nothing of the order is left
 * that was not withdrawn.
 */
export function withDelivery(
  lines: readonly ClaimLine[],
  { order, policy, priorClaims }: Pick<CreateClaimInput, 'order' | 'policy' | 'priorClaims'>,
): ClaimLine[] {
  const { deliveryAmount = 0 } = policy.terms;
  const before = priorClaims.filter(isWithdrawal).flatMap((claim) => claim.lines.filter(holdsUnits));
  const withdrawn = [...before, ...lines];
  const balance = orderBalance(order, priorClaims);
  const isGone = (line: OrderLine): boolean => {
    const { idFromPlatform, quantity } = line;
    if (!line.requiresShipping || linePolicy(policy.terms, line).isProtection) return true;
    const { back = 0 } = balance.lines.get(idFromPlatform) ?? {};
    const units = withdrawn.filter((line) => line.lineIdFromPlatform === idFromPlatform);
    return sum(units.map((line) => line.quantity)) + back >= quantity;
  };
  if (!order.lines.every(isGone)) return [...lines];
  const left = balance.left - sum(lines.map((line) => line.requestedAmount));
  // An earlier withdrawal may have given part of it back, when another of its items was canceled or denied.
  const owed = deliveryAmount - sum(before.map((line) => line.deliveryAmount ?? 0));
  const amount = Math.max(0, Math.min(owed, left));
  const parts = allocate(
    amount,
    lines.map((line) => Math.max(0, line.requestedAmount)),
  );
  return lines.map((line, index) => {
    const part = parts[index] ?? 0;
    return { ...line, requestedAmount: line.requestedAmount + part, deliveryAmount: part };
  });
}

const sum = (amounts: readonly Minor[]): Minor => amounts.reduce((all, one) => all + one, 0);

/** What the store is shown of a withdrawal on the timeline. */
export function statedText(withdrawal: Withdrawal): { subject: string; message: string } {
  const due = formatDate(`${withdrawal.refundDueDay}T00:00:00Z`);
  return {
    subject: 'Withdrawal stated',
    message: `The customer withdrew from the contract in the portal on ${momentText(withdrawal.statedOn, withdrawal.timeZone)}. Refund by ${due}, or once the goods are back or shown to be sent if that is later.`,
  };
}

/** The copy of the statement for whom it was asked for, and for the buyer where that is another address. */
export function copyEffects(claim: Claim, withdrawal: Withdrawal, writer = ENGLISH): EffectIntent[] {
  const { email, statedOn, timeZone, statement, name } = withdrawal;
  const moment = momentText(statedOn, timeZone, writer.locale);
  const say = (id: CopyText): string =>
    writer.write({ id, values: { claimNumber: claim.externalId, name, moment, days: WITHDRAWAL_DAYS } });
  const text = {
    subject: say('email.withdrawal.subject'),
    header: say('email.withdrawal.header'),
    body: [
      say('email.hello'),
      say('email.withdrawal.received'),
      ...statement,
      say('email.withdrawal.stated'),
      say('email.withdrawal.next'),
    ]
      .map(asMarkup)
      .join('\n\n'),
  };
  const isSame = email.trim().toLowerCase() === claim.customerEmail.trim().toLowerCase();
  const others = isSame || claim.customerEmail === '' ? [] : [claim.customerEmail];
  const { subject, content } = claimEmail('withdrawal', claim, text, writer);
  return [email, ...others].map((to, index): EffectIntent => ({
    kind: 'email',
    purposeKey: `email:withdrawal:claim:${claim.id}${index === 0 ? '' : ':buyer'}`,
    subject: aboutClaim(claim),
    payload: {
      claimExternalId: claim.externalId,
      type: 'withdrawal',
      to,
      subject,
      // Links open the claim for its own email alone: who may read another address is not known to be the buyer.
      content: to === email && !isSame ? { ...content, button: null } : content,
    },
  }));
}

type CopyText = 'email.hello' | `email.withdrawal.${'subject' | 'header' | 'received' | 'stated' | 'next'}`;

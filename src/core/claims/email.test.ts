import { describe, expect, test } from 'vitest';
import { claimEmail, usualWords } from '#core/claims/email.ts';
import { EmailContent, EmailType, usualEmail } from '#core/claims/email-wishes.ts';
import { approveLine } from '#core/claims/approve.ts';
import { cancelClaim, cancelLine, restoreClaim } from '#core/claims/cancel.ts';
import type { Decision } from '#core/claims/decision.ts';
import { finalizeClaim } from '#core/claims/finalize.ts';
import { requestMoreInfo } from '#core/claims/more-info.ts';
import { denyLine } from '#core/claims/resolution.ts';
import type { Claim } from '#core/claims/claim.ts';
import {
  claimOf,
  lineOf,
  NOW,
  orderOf,
  paymentOf,
  POLICY,
  selectionOf,
  settingsOf,
  variantOf,
} from '#core/claims/test-data.ts';
import { bonusOf } from '#core/settings/settings.fixture.ts';
import { englishEmail, inEnglish } from '#core/emails/worded.fixture.ts';
import { ENGLISH } from '#core/texts/english.ts';
import { usualToEdit } from '#core/emails/worded.ts';
import claims from '#core/texts/catalogs/de/claim.ts';
import returning from '#core/texts/catalogs/de/return.ts';
import texts from '#core/texts/catalogs/de/email.ts';
import type { Language } from '#core/texts/languages.ts';
import { writerOf } from '#core/texts/writer.ts';

const order = orderOf([lineOf({ idFromPlatform: 'a', quantity: 2 }), lineOf({ idFromPlatform: 'b' })]);
const claim = claimOf(order, {
  selections: [selectionOf({ quantity: 2, method: 'giftCard' }), selectionOf({ lineIdFromPlatform: 'b' })],
});

describe.each(EmailType.options)('%s', (type) => {
  test('names the claim and the order, and shows every line', () => {
    const { subject, content } = englishEmail(type, {
      ...claim,
      question: { text: 'Which size?', answer: '', isOpen: true },
    });
    expect(EmailContent.parse(content)).toEqual(content);
    expect(subject).toContain('R-7K2M9QXD');
    expect(content.paragraphs.join(' ')).toContain('#1001');
    expect(content.paragraphs[0]).toBe('Hello Ada Byron,');
    expect(content.lines).toHaveLength(2);
    expect(content.button?.text).not.toBe('');
  });
});

test('the summary of the claim can be left out', () => {
  const text = usualWords('received', claim, ENGLISH);
  expect(englishEmail('received', claim, { ...text, claimSummary: true })).toEqual(englishEmail('received', claim));
  expect(englishEmail('received', claim, { ...text, claimSummary: false }).content).toMatchObject({
    lines: [],
    sums: [],
  });
  const mailsOf = (decision: Decision) => inEnglish(decision).filter(({ kind }) => kind === 'email');
  const [asked] = mailsOf(requestMoreInfo(claim, 'Which size?', NOW, undefined, false));
  expect(asked?.payload).toMatchObject({ content: { lines: [] } });
  const decided = approveLine(approveLine(claim, 1, {}, NOW).claim, 2, {}, NOW).claim;
  const email = { ...usualEmail('finalized', claim), claimSummary: false };
  const [told] = mailsOf(finalizeClaim(decided, order, { policy: POLICY, email }, NOW));
  expect(told?.payload).toMatchObject({ content: { lines: [] } });
});

test('lines say what becomes of them, bonus included', () => {
  expect(englishEmail('received', claim).content.lines).toMatchObject([
    { text: '2 x Wool sweater - M / Green', detail: 'Gift Card $22.00.' },
    { text: 'Wool sweater - M / Green', detail: 'Refund $10.00.' },
  ]);
  const decided = denyLine(
    approveLine(claim, 1, { amount: 1000 }, NOW).claim,
    2,
    'Wrong_Item',
    'Please write to us.',
    NOW,
  ).claim;
  const done = finalizeClaim(decided, order, { policy: POLICY }, NOW).claim;
  expect(englishEmail('finalized', done).content.lines.map((line) => line.detail)).toEqual([
    'Gift Card $11.00.',
    "Not approved. The item we got isn't the one in your request. Please write to us.",
  ]);
});

test('the sums are told from the beginning, as the portal has them', () => {
  const feed = { ...claim, feeApplied: 70, feeName: 'Restocking' };
  expect(englishEmail('received', feed).content.sums).toEqual([
    { label: 'Wool sweater', amount: '$20.00' },
    { label: 'Wool sweater', amount: '$10.00' },
    { label: 'Bonus', amount: '$2.00' },
    { label: 'Restocking', amount: '−$0.70' },
    { label: 'You get back', amount: '$31.30' },
  ]);
  expect(englishEmail('received', claim).content.sums).toEqual([]);
});

describe('of a finalized claim fees are taken off', () => {
  const finalizedWith = (feeApplied: number, method: 'refund' | 'giftCard') => {
    const one = { ...claimOf(order, { selections: [selectionOf({ method })] }), feeApplied, feeName: 'Restocking' };
    const done = finalizeClaim(approveLine(one, 1, {}, NOW).claim, order, { policy: POLICY }, NOW).claim;
    return englishEmail('finalized', done).content;
  };
  test('what is told is what is given, and what was taken off is listed', () => {
    const { lines, sums } = finalizedWith(70, 'refund');
    expect(lines.map((line) => line.detail)).toEqual(['Refund $9.30, after $0.70 in deductions.']);
    expect(sums).toEqual([
      { label: 'Wool sweater', amount: '$10.00' },
      { label: 'Restocking', amount: '−$0.70' },
      { label: 'You get back', amount: '$9.30' },
    ]);
    expect(finalizedWith(70, 'giftCard').lines[0]?.detail).toContain('$10.23, after $0.70');
  });
  test('a line that fees use up tells no sum as given', () => {
    const { lines, sums } = finalizedWith(1200, 'refund');
    expect(lines.map((line) => line.detail)).toEqual(['Refund $0.00, after $10.00 in deductions.']);
    expect(sums?.at(-1)).toEqual({ label: 'You get back', amount: '$0.00' });
    expect(sums).toContainEqual({ label: 'Waived', amount: '$2.00' });
  });
  test('how long each takes until it is there stands below', () => {
    expect(finalizedWith(70, 'refund').notes).toEqual(['A refund can take five to ten days to show up.']);
    expect(finalizedWith(0, 'giftCard').notes).toEqual([
      'A gift card comes in an email of its own, usually within minutes.',
    ]);
    expect(finalizedWith(1200, 'refund')).not.toHaveProperty('notes');
  });
  test('without any there is no table', () => expect(finalizedWith(0, 'refund').sums).toEqual([]));
});

describe('a claim of which nothing was approved', () => {
  const deniedAs = (one: Claim) =>
    finalizeClaim(
      denyLine(denyLine(one, 1, 'Noncompliant_Return', '', NOW).claim, 2, 'Item_Not_Returned', '', NOW).claim,
      order,
      { policy: POLICY },
      NOW,
    ).claim;

  test('is not called complete, and says why and where the items are', () => {
    const { subject, content } = englishEmail('finalized', deniedAs(claim));
    expect(subject).toBe("Your return R-7K2M9QXD wasn't approved");
    expect(content.heading).toBe("Your return wasn't approved");
    expect(content.paragraphs.join(' ')).not.toContain('complete');
    expect(content.paragraphs.at(-1)).toBe("You don't need to send anything. Please keep your items.");
    expect(content.lines.map(({ detail }) => detail)).toEqual([
      "Not approved. This item doesn't meet our return policy.",
      "Not approved. We didn't receive this item.",
    ]);
  });

  test('one item approved makes it complete', () => {
    const decided = denyLine(approveLine(claim, 1, {}, NOW).claim, 2, 'Wrong_Item', '', NOW).claim;
    const { subject } = englishEmail('finalized', finalizeClaim(decided, order, { policy: POLICY }, NOW).claim);
    expect(subject).toBe('Your return R-7K2M9QXD is complete');
  });
});

test('of a claim finalized in part it says so, and promises nothing for what is left', () => {
  const decided = approveLine(approveLine(claim, 1, { amount: 1000 }, NOW).claim, 2, {}, NOW).claim;
  const partly = finalizeClaim(decided, order, { policy: POLICY, lineIds: [1] }, NOW).claim;
  const { subject, content } = englishEmail('finalized', partly);
  expect(subject).toBe('Part of your return R-7K2M9QXD is complete');
  expect(content.heading).toBe('Part of your return is complete');
  expect(content.paragraphs[1]).toMatch(/^We've completed part of your return for order #1001\./);
  expect(content.lines.map((line) => line.detail)).toEqual(['Gift Card $11.00.', "We're still working on it."]);
});

test('where the rest is canceled then, the email that was promised about it follows', () => {
  const decided = approveLine(approveLine(claim, 1, { amount: 1000 }, NOW).claim, 2, {}, NOW).claim;
  const partly = finalizeClaim(decided, order, { policy: POLICY, lineIds: [1] }, NOW).claim;
  for (const decision of [cancelLine(partly, 2, NOW), cancelClaim(partly, NOW)]) {
    const { claim: ended } = decision;
    expect(ended.finalizedOn).toBe(NOW);
    const mails = inEnglish(decision).filter(({ kind }) => kind === 'email');
    expect(mails).toMatchObject([
      {
        purposeKey: `email:canceled:${ended.timeline.length}:claim:7`,
        payload: {
          subject: 'Your return R-7K2M9QXD is complete',
          content: { lines: [{ detail: 'Gift Card $11.00.' }, { detail: 'Canceled.' }] },
        },
      },
    ]);
  }
  expect(cancelClaim(claim, NOW).effects.filter(({ kind }) => kind === 'email')).toEqual([]);
});

test('of a warranty claim that was restored and canceled again the email follows once more', () => {
  const asked = claimOf(order, {
    claimType: 'Warranty',
    source: 'Merchant_App',
    selections: [selectionOf({ quantity: 2 }), selectionOf({ lineIdFromPlatform: 'b' })],
  });
  const decided = approveLine(approveLine(asked, 1, { amount: 1000 }, NOW).claim, 2, {}, NOW).claim;
  const partly = finalizeClaim(decided, order, { policy: POLICY, lineIds: [1] }, NOW).claim;
  const keysOf = ({ effects }: Decision): string[] =>
    effects.filter(({ kind }) => kind === 'email').map(({ purposeKey }) => purposeKey);
  const first = cancelClaim(partly, NOW);
  const again = cancelClaim(restoreClaim(first.claim, () => true, NOW).claim, NOW);
  expect(new Set([...keysOf(first), ...keysOf(again)]).size).toBe(2);
});

test('a customer without a name is greeted all the same', () => {
  expect(usualWords('received', { ...claim, customerName: ' ' }, ENGLISH).body).toMatch(/^Hello there,/);
});

test('staff begin with the text in the language of its reader, and what stands around it is in it too', () => {
  const german = writerOf({ ...returning, ...claims, ...texts }, 'de');
  const writerIn = (language: Language) => (language === 'de' ? german : ENGLISH);
  const done: Claim = { ...claim, finalizedOn: NOW, language: 'de' };
  const store = { storeName: 'Acme', templates: { automated: [], byStaff: [] }, language: 'en' } as const;
  const { text, writer } = usualToEdit(done, usualEmail('finalized', done).usual, store, writerIn);
  expect(text.subject).toBe('Deine Retoure R-7K2M9QXD ist abgeschlossen');
  expect(claimEmail('finalized', done, { ...text, header: '' }, writer).content).toMatchObject({
    heading: text.header,
    language: 'de',
    button: { text: 'Retoure ansehen' },
  });
});

test('staff may write the heading themselves; left empty or out it is the usual one', () => {
  const done = { ...claim, finalizedOn: NOW };
  const heading = (text: { subject: string; body: string; header?: string }): string =>
    englishEmail('finalized', done, text).content.heading;
  const text = { subject: 'Done', body: 'Thank you' };
  expect(heading({ ...text, header: ' All\nset ' })).toBe('All set');
  expect(heading({ ...text, header: ' ' })).toBe('Your return is complete');
  expect(heading(text)).toBe(usualWords('finalized', done, ENGLISH).header);
});

test('what is mended or sent for nothing is told without an amount', () => {
  const lines = claim.lines.map((line, index) => ({
    ...line,
    requestedMethod: index === 0 ? ('repair' as const) : ('replacementOrder' as const),
  }));
  const told = englishEmail('received', { ...claim, lines }).content.lines.map((line) => line.detail);
  expect(told).toEqual(['Repair.', 'Replacement Order.']);
});

describe('where goods wanted cost more than comes back', () => {
  const settings = settingsOf({
    paymentProvider: 'stripe',
    variantExchangePricing: 'PAYMENT',
    ...bonusOf(1000),
  });
  const priced = (price: number) => ({
    settings,
    variants: new Map([['product-1', [variantOf({ price })]]]),
    selections: [
      selectionOf({ method: 'variantExchange', variantIdFromPlatform: 'variant-2' }),
      selectionOf({ lineIdFromPlatform: 'b', method: 'giftCard' as const }),
    ],
  });
  const details = (of: Claim, type: EmailType = 'received') =>
    englishEmail(type, of).content.lines.map((line) => line.detail);

  test('a line that helps to pay for them promises only what is left of it', () => {
    const some = claimOf(order, priced(1400));
    expect(details(some)).toEqual(['Exchange for L / Green.', 'Gift Card $6.60, after $4.00 in deductions.']);
    expect(englishEmail('received', some).content.sums?.at(-1)).toEqual({ label: 'You get back', amount: '$6.60' });
  });

  test('and none where all of it goes into them and more is to pay', () => {
    const dear = claimOf(order, { ...priced(2500), payment: paymentOf({ amount: 500 }) });
    const owing = { ...dear, payments: [] };
    expect(details(owing, 'paymentDue')[1]).toBe('Gift Card $0.00, after $10.00 in deductions.');
    expect(englishEmail('paymentDue', owing).content.sums?.at(-1)).toEqual({ label: 'You owe', amount: '$5.00' });
  });
});

describe('of a payment the email about the end tells', () => {
  const settings = settingsOf({
    isInstantExchangeEnabled: true,
    paymentProvider: 'stripe',
    variantExchangePricing: 'PAYMENT',
  });
  const wanted = {
    settings,
    variants: new Map([['product-1', [variantOf({ price: 1500 })]]]),
    selections: [selectionOf({ method: 'variantExchange' as const, variantIdFromPlatform: 'variant-2' })],
  };

  test('what is taken of a hold for goods sent ahead of a return that is denied', () => {
    const held = paymentOf({ amount: 1500 });
    const instant = claimOf(order, { ...wanted, isInstantExchange: true, payment: held });
    const decided = denyLine(instant, 1, 'Item_Not_Returned', '', NOW).claim;
    const { lines, sums } = englishEmail(
      'finalized',
      finalizeClaim(decided, order, { policy: POLICY }, NOW).claim,
    ).content;
    expect(lines[0]?.detail).toBe("Not approved. We didn't receive this item. We charge you for your new item.");
    expect(sums).toEqual([
      { label: 'Paid', amount: '$15.00' },
      { label: 'Wool sweater - L / Green', amount: '−$15.00' },
      { label: 'You get back', amount: '$0.00' },
      { label: 'Charged to your card', amount: '$15.00' },
    ]);
  });

  test('what goes back of it, beside what is refunded', () => {
    const paid = paymentOf({ amount: 500, status: 'Captured', captureAsked: 500, capturedAmount: 500 });
    const dearer = claimOf(order, { ...wanted, payment: paid });
    const refunded = approveLine(dearer, 1, { method: 'refund', amount: 1000 }, NOW).claim;
    const { sums } = englishEmail('finalized', finalizeClaim(refunded, order, { policy: POLICY }, NOW).claim).content;
    expect(sums).toEqual([
      { label: 'Wool sweater', amount: '$10.00' },
      { label: 'You get back', amount: '$10.00' },
      { label: 'Refund to your payment method', amount: '$5.00' },
    ]);
  });
});

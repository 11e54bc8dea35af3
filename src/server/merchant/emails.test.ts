import { PDFDocument } from 'pdf-lib';
import { Claim } from '#core/claims/claim.ts';
import { createPublicKey, createVerify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { cancelClaim, finalizePreview, requestInfo } from '#contract/merchant/claim-actions.ts';
import {
  allowClaimReminders,
  checkEmailDomain,
  claimEmailTemplates,
  deleteEmailDomain,
  getClaimReminders,
  getEmailDomain,
  previewEmail,
  putEmailDomain,
  sendTestEmail,
} from '#contract/merchant/emails.ts';
import { getConfig, saveConfig } from '#contract/merchant/settings.ts';
import type { AlertKind } from '#core/alerts/alerts.ts';
import { SETTINGS_GROUPS } from '#core/settings/settings.ts';
import { DAY_MS } from '#core/dates.ts';
import {
  AUTOMATED_CODES,
  STAFF_CODES,
  usualAutomated,
  usualByStaff,
  type AutomatedCode,
} from '#core/emails/templates.ts';
import { lookAfterReturns } from '#server/email/remind-shoppers.ts';
import { changePortalText, resetPortalText } from '#contract/merchant/portal-texts.ts';
import {
  changeLine,
  claimOf,
  listedClaims,
  newest,
  type Returnable,
  returnableOrder,
  settledClaim,
  submitReturn,
} from '#server/testing/claims.ts';
import { refusalOf } from '#server/testing/refusal.ts';
import {
  eventually,
  INBOUND_TOKEN,
  LONG_WINDOWS,
  startTestServer,
  type Caller,
  type TestServer,
} from '#server/testing/server.ts';
import { changeSettings } from '#server/testing/settings.ts';

let server: TestServer;
let admin: Caller;
let params: { storeId: number };
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.staff('Admin', 'ada@store.example');
  params = { storeId: server.storeId };
});
beforeEach(() =>
  server.saveSettings({
    ...LONG_WINDOWS,
    supportEmail: 'help@test.example',
    shippingMethods: ['label', 'packingSlip'],
  }),
);
afterAll(() => server.close());

const mailsTo = (email: string) => server.mailbox.messages().filter(({ to }) => to.includes(email.toLowerCase()));
const mailOn = (email: string, subject: RegExp) =>
  eventually(() => mailsTo(email).find((mail) => subject.test(mail.subject)), `a mail on ${subject}`);
const automated = (code: AutomatedCode, changes: object) => ({ ...usualAutomated(code), ...changes });
const headerOf = (raw: string, name: string): string | undefined =>
  new RegExp(`^${name}:((?:.|\\r\\n[ \\t])*)`, 'im')
    .exec(raw)?.[1]
    ?.replaceAll(/\r\n[ \t]+/g, ' ')
    .trim();

const alertOf = async (kind: AlertKind): Promise<string> =>
  (
    await server.server.deps.database.asOwner((db) =>
      db.selectFrom('alert').select('message').where('kind', '=', kind).executeTakeFirstOrThrow(),
    )
  ).message;

const storedClaim = async (externalId: string) =>
  Claim.parse(
    (
      await server.server.deps.database.asOwner((db) =>
        db.selectFrom('claim').select('document').where('external_id', '=', externalId).executeTakeFirstOrThrow(),
      )
    ).document,
  );

const claimWithLabel = async () => {
  const from = await returnableOrder(server);
  const externalId = await submitReturn(server, from, { shippingMethod: 'label' });
  return { claim: await settledClaim(server, admin, externalId), email: from.email };
};

describe('templates', () => {
  test('a store without a claim sees a made-up one in each language', async () => {
    const { subject, header, body } = usualAutomated('Claim_Repair_News');
    const preview = (language: 'en' | 'de') =>
      admin(previewEmail, {
        params,
        body: { code: 'Claim_Repair_News', subject, header, body, language },
      });
    const english = await preview('en');
    expect(english.text).toContain('Wool sweater is repaired.');
    expect(english.text).toContain('Refund $48.00.');
    const german = await preview('de');
    expect(german.claimExternalId).toBeNull();
    expect(german.text).toMatch(/Erstattung 48,00\s\$/);
    expect(german.text).not.toContain('repaired');
  });

  test('customers read the words of the store, and nothing where it is switched off', async () => {
    await changeSettings(admin, server.storeId, {
      automatedEmailTemplates: [
        automated('Claim_Created', {
          subject: 'Got it, {{customerName}}: {{claimNumber}}',
          header: 'Hi from {{storeName}}',
          body: 'Dear {{customerName}},\n\nsee <a href="https://store.example/help">our <b>help</b></a><script>x()</script>.',
        }),
        automated('Claim_Shipment_Created', { isEnabled: false }),
      ],
    });
    const { claim, email } = await claimWithLabel();
    const mail = await mailOn(email, new RegExp(`^Got it, .+: ${claim.externalId}$`));
    expect(mail.html).toContain('see <a href="https://store.example/help">our <b>help</b></a>.');
    expect(mail.html).not.toContain('script');
    expect(mail.text).toContain('our help [https://store.example/help].');
    expect(claim.effects.filter(({ kind }) => kind === 'email')).toHaveLength(1);
    const sent = claim.timeline.filter(({ subject, type }) => type === 'email' && subject === 'Email sent');
    expect(sent).toHaveLength(1);
  });

  test('shoppers are written to in the language they read, but in the words of a store that has its own', async () => {
    const inGerman = (from: Returnable) =>
      submitReturn(
        server,
        { ...from, call: (route, input) => from.call(route, input, 'de-CH') },
        { shippingMethod: 'packingSlip' },
      );
    const from = await returnableOrder(server);
    const externalId = await inGerman(from);
    const mail = await mailOn(from.email, new RegExp(`^Wir haben deine Retourenanfrage ${externalId} erhalten$`));
    expect(mail.html).toContain('<html lang="de" dir="ltr">');
    expect(mail.text).toContain('Wir bereiten deinen Retourenschein vor');
    expect(mail.text).toMatch(/Erstattung \d+,\d\d/);
    expect(mail.text).toContain('Retoure ansehen:');
    await mailOn(from.email, new RegExp(`^So verschickst du deine Artikel: Retoure ${externalId}$`));
    const { shipments } = await storedClaim(externalId);
    const slip = await server.server.deps.files.get(shipments[0]?.documentKey ?? '');
    expect((await PDFDocument.load(slip?.content ?? '')).getTitle()).toBe(`Retourenschein ${externalId}`);

    await changeSettings(admin, server.storeId, {
      automatedEmailTemplates: [automated('Claim_Created', { subject: 'Got it: {{claimNumber}}' })],
    });
    const second = await returnableOrder(server);
    const own = await mailOn(second.email, new RegExp(`^Got it: ${await inGerman(second)}$`));
    expect(own.text).toContain("We're preparing your packing slip");
    expect(own.html).toContain('<html lang="en"');

    const at = { storeId: server.storeId, language: 'de' as const };
    const id = 'email.Claim_Created.body';
    await admin(changePortalText, {
      params: at,
      body: { id, text: 'Hallo {customerName}, {request} {orderNumber} {nextStep}' },
    });
    const third = await returnableOrder(server);
    const said = await mailOn(third.email, new RegExp(`Retourenanfrage ${await inGerman(third)} erhalten$`));
    expect(said.text).toMatch(/Hallo .+, Retourenanfrage #\d+ Wir bereiten/);
    await admin(resetPortalText, { params: at, query: { id } });
  });

  test('staff begin with the language of the shopper, and are told which it is', async () => {
    await changeSettings(admin, server.storeId, {
      finalizeEmailTemplates: STAFF_CODES.map(usualByStaff),
      automatedEmailTemplates: [],
    });
    const from = await returnableOrder(server);
    const externalId = await submitReturn(server, {
      ...from,
      call: (route, input) => from.call(route, input, 'de'),
    });
    const claim = await settledClaim(server, admin, externalId);
    const of = { params: { ...params, claimId: claim.id } };
    const inGerman = { language: 'de', readerLanguage: 'de' };
    const { templates, payment } = await admin(claimEmailTemplates, of);
    expect(templates.find(({ type }) => type === 'Needs_More_Info')).toMatchObject({
      ...inGerman,
      header: 'Wir haben eine Frage',
      body: expect.stringContaining('{{question}}'),
    });
    expect(payment).toBeNull();
    const denied = await changeLine(server, admin, claim, claim.claimLineItems[0]?.id ?? 0, {
      kind: 'denied',
      claimStatusDetailCode: 'No_Action_Taken',
    });
    expect(await admin(finalizePreview, { params: { ...params, claimId: denied.id }, query: {} })).toMatchObject(
      inGerman,
    );

    // The words of a store are in its own language.
    const own = { ...usualByStaff('Needs_More_Info'), body: 'Tell us: {{question}}' };
    await changeSettings(admin, server.storeId, {
      finalizeEmailTemplates: [...STAFF_CODES.filter((code) => code !== 'Needs_More_Info').map(usualByStaff), own],
    });
    const { templates: words } = await admin(claimEmailTemplates, of);
    expect(words.find(({ type }) => type === 'Needs_More_Info')).toMatchObject({
      language: 'en',
      readerLanguage: 'de',
      body: 'Tell us: {{question}}',
    });
  });

  test('the foot of an email is in the words of the store too, in each language', async () => {
    const texts = { de: { 'email.foot.questions': 'Noch Fragen?' }, en: { 'email.foot.questions': 'Need a hand?' } };
    for (const [language, its] of Object.entries(texts) as ['de' | 'en', Record<string, string>][])
      for (const [id, text] of Object.entries(its))
        await admin(changePortalText, { params: { storeId: server.storeId, language }, body: { id, text } });
    await changeSettings(admin, server.storeId, { supportEmail: 'help@store.example', automatedEmailTemplates: [] });
    for (const [language, { 'email.foot.questions': said }] of Object.entries(texts)) {
      const from = await returnableOrder(server);
      await submitReturn(server, { ...from, call: (route, input) => from.call(route, input, language) });
      const mail = await mailOn(from.email, language === 'de' ? /^Wir haben deine/ : /received/);
      expect(mail.text).toContain(`${said} help@store.example`);
      expect(mail.html).toContain(`${said} <a href="mailto:help@store.example"`);
      await admin(resetPortalText, {
        params: { storeId: server.storeId, language: language as 'de' | 'en' },
        query: { id: 'email.foot.questions' },
      });
    }
  });

  test('what a template may not name is refused at its field, and so is one that is missing', async () => {
    const { version, document } = (await admin(getConfig, { params })).groups.emailTemplates;
    const save = (changes: object) =>
      admin(saveConfig, {
        params,
        body: { group: 'emailTemplates', version, document: { ...document, ...changes } },
      });
    const error = await save({
      automatedEmailTemplates: [automated('Claim_Created', { subject: 'For {{question}}', body: ' ' })],
    }).catch((problem: unknown) => problem);
    expect(error).toMatchObject({
      code: 'SETTINGS_REFUSED',
      fields: {
        'body.document.automatedEmailTemplates.0.subject': "{{question}} isn't a variable of this email.",
        'body.document.automatedEmailTemplates.0.body': 'Body is required.',
      },
    });
    const [twice] = [usualByStaff('Complete')];
    const again = { ...twice, id: 'again', name: 'Again' };
    expect(await refusalOf(save({ finalizeEmailTemplates: [twice, again] }))).toBe('422 SETTINGS_REFUSED');
    expect(
      await refusalOf(save({ automatedEmailTemplates: [automated('Return_Reminder', { sendAfterDays: 0 })] })),
    ).toMatch(/^4/);
  });

  test('templates saved before an outcome was there have it in our words, and can be saved', async () => {
    await server.saveSettings({
      automatedEmailTemplates: [{ ...usualAutomated('Claim_Created'), isEnabled: false }],
      finalizeEmailTemplates: STAFF_CODES.filter((code) => code !== 'Repair_Approved').map(usualByStaff),
    });
    const { version, document: read } = (await admin(getConfig, { params })).groups.emailTemplates;
    const document = SETTINGS_GROUPS.emailTemplates.fields.parse(read);
    expect(document.finalizeEmailTemplates.at(-1)).toEqual(usualByStaff('Repair_Approved'));
    expect(document.automatedEmailTemplates).toHaveLength(AUTOMATED_CODES.length);
    expect(document.automatedEmailTemplates[0]?.isEnabled).toBe(false);
    const body = { group: 'emailTemplates', version, document } as const;
    expect(await admin(saveConfig, { params, body })).toEqual({ version: version + 1 });
  });

  test('while it is edited it is shown for a real claim, and emailed to oneself', async () => {
    const { claim } = await claimWithLabel();
    const body = {
      code: 'Complete',
      subject: '{{claimNumber}}',
      header: 'Hi',
      body: 'For <i>{{customerName}}</i>',
    } as const;
    const shown = await admin(previewEmail, { params, body: { ...body, claimExternalId: claim.externalId } });
    expect(shown).toMatchObject({ claimExternalId: claim.externalId, subject: claim.externalId });
    expect(shown.html).toContain(`For <i>${claim.customerName}</i>`);
    expect(shown.text).toContain(`For ${claim.customerName}`);
    expect((await admin(previewEmail, { params, body })).claimExternalId).toBe(claim.externalId);
    const named = (claimExternalId: string) => admin(previewEmail, { params, body: { ...body, claimExternalId } });
    expect(await refusalOf(named('R-NOBODY'))).toBe('404 CLAIM_NOT_FOUND');
    const wrong = admin(previewEmail, { params, body: { ...body, body: '{{customername}}' } });
    await expect(wrong).rejects.toMatchObject({
      fields: { 'body.body': "{{customername}} isn't a variable of this email." },
    });
    expect(await admin(sendTestEmail, { params, body })).toEqual({ to: 'ada@store.example' });
    expect((await mailOn('ada@store.example', new RegExp(claim.externalId))).html).toContain('For <i>');
  });

  test('the preview is in the language of a reader, and says where the text of the store is in its own', async () => {
    const { claim } = await claimWithLabel();
    const { subject, header, body } = usualByStaff('Complete');
    const usual = { code: 'Complete' as const, subject, header, body, language: 'de' as const };
    const preview = (edited: object) => admin(previewEmail, { params, body: { ...usual, ...edited } });
    const german = await preview({});
    expect(german).toMatchObject({ claimExternalId: claim.externalId, language: 'de' });
    expect(german.html).toContain('<html lang="de" dir="ltr">');
    expect(german.text).toContain('Retoure ansehen:');
    expect(await admin(sendTestEmail, { params, body: usual })).toEqual({ to: 'ada@store.example' });
    await mailOn('ada@store.example', new RegExp(`^${german.subject}$`));

    const own = await preview({ body: 'All done.' });
    expect(own.language).toBe('en');
    expect(own.text).toContain('View your return:');
    const chosen = await preview({ body: 'All done.', isChosenByStaff: true });
    expect(chosen.language).toBe('en');
    expect(chosen.text).toMatch(/All done\.[^]*Retoure ansehen:/);

    const at = { storeId: server.storeId, language: 'de' as const };
    const id = 'email.Complete.body';
    await admin(changePortalText, {
      params: at,
      body: { id, text: 'Fertig, {customerName}: {claimType} {orderNumber}.' },
    });
    const said = await preview({ body: 'All done.' });
    expect(said.language).toBe('de');
    expect(said.text).toContain(`Fertig, ${claim.customerName}: Retoure #`);
    await admin(resetPortalText, { params: at, query: { id } });

    await server.saveSettings({ ...LONG_WINDOWS, defaultLanguage: 'ja' });
    expect((await preview({ language: null })).html).toContain('<html lang="ja"');
  });

  test('staff choose among the texts of the store, with the values of the claim', async () => {
    const own = {
      id: 'x',
      name: 'Short',
      type: 'Finalized',
      usedFor: null,
      subject: 'Done {{claimNumber}}',
      header: 'Done',
      body: 'Hi',
    } as const;
    const question = { ...usualByStaff('Needs_More_Info'), body: 'Tell us, {{customerName}}: {{question}}' };
    await changeSettings(admin, server.storeId, {
      finalizeEmailTemplates: [
        ...STAFF_CODES.filter((code) => code !== 'Needs_More_Info').map(usualByStaff),
        question,
        own,
      ],
    });
    const { claim, email } = await claimWithLabel();
    const of = { params: { ...params, claimId: claim.id } };
    const { templates } = await admin(claimEmailTemplates, of);
    expect(templates.find(({ id }) => id === 'x')?.subject).toBe(`Done ${claim.externalId}`);
    expect(templates.find(({ type }) => type === 'Needs_More_Info')?.body).toBe(
      `Tell us, ${claim.customerName}: {{question}}`,
    );
    await admin(requestInfo, { ...of, body: { version: claim.version, message: 'Which <size>?' } });
    const asked = await mailOn(email, /question/);
    expect(asked.text).toContain(`Tell us, ${claim.customerName}: Which <size>?`);
  });

  test('finalizing words the outcome as the store does', async () => {
    await changeSettings(admin, server.storeId, {
      finalizeEmailTemplates: STAFF_CODES.map((code) => ({
        ...usualByStaff(code),
        subject: `${code} {{claimNumber}}`,
      })),
    });
    const { claim } = await claimWithLabel();
    const [line] = claim.claimLineItems;
    const denied = await changeLine(server, admin, claim, line?.id ?? 0, {
      kind: 'denied',
      claimStatusDetailCode: 'No_Action_Taken',
    });
    const preview = await admin(finalizePreview, { params: { ...params, claimId: denied.id }, query: {} });
    expect(preview.subject).toBe(`Not_Approved ${claim.externalId}`);
  });
});

describe('sender', () => {
  const senderIs = async (changes: object) => {
    const { version, document } = (await admin(getConfig, { params })).groups.email;
    return admin(saveConfig, { params, body: { group: 'email', version, document: { ...document, ...changes } } });
  };

  test('an address of a domain counts once its DNS proves it, and then the email is signed by it', async () => {
    const own = {
      emailSendFrom: 'returns@shop.example',
      emailSendFromName: 'The Shop',
      emailReplyTo: 'team@shop.example',
      emailReplyToName: 'The Team',
    };
    await expect(senderIs(own)).rejects.toMatchObject({
      fields: {
        'body.document.emailSendFrom':
          'Email send from must be a valid email address ending with returns@makegood.test',
      },
    });
    await expect(senderIs({ emailReplyTo: '' })).rejects.toMatchObject({
      fields: { 'body.document.emailReplyTo': 'Must not be empty.' },
    });
    expect(await refusalOf(admin(putEmailDomain, { params, body: { domain: 'not a domain' } }))).toBe(
      '422 DOMAIN_INVALID',
    );
    const added = await admin(putEmailDomain, { params, body: { domain: 'https://Shop.example/' } });
    expect(added).toMatchObject({ verifiedEmailDomain: null, domain: { name: 'shop.example', status: 'waiting' } });
    const [dkim, spf] = added.domain?.records ?? [];
    server.dns.set('shop.example', ['v=spf1 include:other.example -all', 'some=thing']);
    server.dns.set(dkim?.name ?? '', ['v=DKIM1; k=rsa; p=another']);
    const seen = await admin(checkEmailDomain, { params });
    expect(seen.domain?.records.map(({ found }) => found?.state)).toEqual(['different', 'different', 'missing']);
    const merged = seen.domain?.records.find(({ kind }) => kind === 'spf')?.value ?? '';
    expect(merged).toBe('v=spf1 include:spf.makegood.test include:other.example -all');
    expect(spf?.value).toBe('v=spf1 include:spf.makegood.test ~all');
    server.dns.set('shop.example', [merged]);
    server.dns.set(dkim?.name ?? '', [dkim?.value ?? '']);
    expect(await admin(checkEmailDomain, { params })).toMatchObject({
      verifiedEmailDomain: 'shop.example',
      domain: { status: 'verified' },
    });
    await expect(senderIs({ ...own, emailSendFrom: 'a@evilshop.example' })).rejects.toMatchObject({
      fields: {
        'body.document.emailSendFrom': 'Email send from must be a valid email address ending with shop.example',
      },
    });
    await senderIs(own);
    const { claim, email } = await claimWithLabel();
    const mail = await mailOn(email, new RegExp(`request ${claim.externalId}`));
    expect(mail).toMatchObject({ from: 'The Shop <returns@shop.example>', replyTo: 'team@shop.example' });
    expect(mail.raw).toMatch(/^Reply-To: The Team <team@shop\.example>/m);
    expect(isSignedBy(mail.raw, dkim?.value ?? '')).toBe(true);
    expect(isSignedBy(mail.raw.replace('The Shop', 'The Show'), dkim?.value ?? '')).toBe(false);

    // Its records are gone: nothing is sent from it, and the admins are told.
    server.dns.set(dkim?.name ?? '', []);
    expect(await admin(checkEmailDomain, { params })).toMatchObject({
      verifiedEmailDomain: null,
      domain: { status: 'failing' },
    });
    expect(await alertOf('emailDomainFailing')).toContain('The DNS records of shop.example changed.');
    const later = await claimWithLabel();
    expect(await mailOn(later.email, new RegExp(`request ${later.claim.externalId}`))).toMatchObject({
      from: 'The Shop <returns@makegood.test>',
    });
    const sendFrom = async () => {
      const { document } = (await admin(getConfig, { params })).groups.email;
      return SETTINGS_GROUPS.email.fields.parse(document).emailSendFrom;
    };
    // Others of these settings are saved meanwhile: the address is there again with its records.
    await senderIs({ emailReplyToName: 'Our Team' });
    expect(await sendFrom()).toBe('returns@makegood.test');
    server.dns.set(dkim?.name ?? '', [dkim?.value ?? '']);
    await admin(checkEmailDomain, { params });
    expect(await sendFrom()).toBe('returns@shop.example');
    await admin(deleteEmailDomain, { params });
    expect(await admin(getEmailDomain, { params })).toMatchObject({ domain: null });
    expect((await admin(getConfig, { params })).groups.email.document).toMatchObject({
      emailSendFrom: 'returns@makegood.test',
    });
  });
});

describe('reminders', () => {
  const remindersOn = () =>
    changeSettings(admin, server.storeId, {
      automatedEmailTemplates: [
        automated('Return_Reminder', { isEnabled: true, sendAfterDays: 3 }),
        automated('Return_Expiring', { isEnabled: true, sendAfterDays: 20 }),
      ],
    });
  const inDays = (days: number): Date => new Date(Date.now() + days * DAY_MS);
  const look = (days: number) => lookAfterReturns({ ...server.server.deps }, server.storeId, inDays(days));
  const remindersTo = (email: string) => mailsTo(email).filter(({ subject }) => /^Reminder|expires on/.test(subject));

  test('are sent once each while the package is not on its way, and can be stopped with one click', async () => {
    await remindersOn();
    const { claim, email } = await claimWithLabel();
    await look(1);
    for (const days of [4, 4, 4.1]) await look(days);
    const mail = await mailOn(email, new RegExp(`^Reminder: .*${claim.externalId}`));
    await settledClaim(server, admin, claim.externalId);
    expect(remindersTo(email)).toMatchObject([{ copies: 1 }]);
    const confirmation = await mailOn(email, new RegExp(`request ${claim.externalId}`));
    expect(headerOf(confirmation.raw, 'List-Unsubscribe')).toBeUndefined();
    const url = headerOf(mail.raw, 'List-Unsubscribe')?.slice(1, -1) ?? '';
    expect(headerOf(mail.raw, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(mail.text).toContain(url);
    // Opening the link asks; only the click counts.
    expect(await (await fetch(url)).text()).toContain('Stop reminders?');
    const inGerman = { 'accept-language': 'de-DE,de;q=0.9' };
    const asked = await (await fetch(url, { headers: inGerman })).text();
    expect(asked).toContain('<html lang="de" dir="ltr">');
    expect(asked).toContain('Rücksendungen und Reparaturen');
    expect(await (await fetch(`${url}cut`, { headers: inGerman })).text()).toContain('Dieser Link funktioniert nicht');
    const of = { params: { ...params, claimId: claim.id } };
    expect((await admin(getClaimReminders, of)).suppressed).toBeNull();
    const clicked = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: 'List-Unsubscribe=One-Click',
    });
    expect(clicked.status).toBe(200);
    expect((await admin(getClaimReminders, of)).suppressed).toBe('unsubscribed');
    expect(await refusalOf(admin(allowClaimReminders, of))).toBe('409 REMINDERS_REFUSED');
    await look(21);
    expect(
      (await claimOf(server, admin, claim.externalId)).effects.filter(({ summary }) => /expires on/.test(summary)),
    ).toEqual([]);
    await fetch(`${url}/undo`, { method: 'POST' });
    await look(21);
    expect((await mailOn(email, /expires on/)).text).toContain(claim.externalId);
    expect(
      (
        await fetch(
          url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
          { method: 'POST' },
        )
      ).status,
    ).toBe(404);
  });

  test('a return that was not shipped in time is marked, found by a filter, and canceled where the store wants that', async () => {
    const { claim } = await claimWithLabel();
    const expired = async (): Promise<boolean> =>
      (await listedClaims(server, admin, { hasExpiredReturn: true })).some(({ id }) => id === claim.id);
    await look(29);
    expect(newest(await claimOf(server, admin, claim.externalId))?.subject).not.toBe('The return expired');
    expect(await expired()).toBe(false);
    await look(32);
    await look(32);
    const marked = await claimOf(server, admin, claim.externalId);
    expect(marked.timeline.filter(({ subject }) => subject === 'The return expired')).toHaveLength(1);
    expect(marked.claimRollup.code).toBe('Awaiting_Return');
    await server.server.deps.database.asOwner((db) =>
      db
        .updateTable('claim')
        .set({ return_expires_on: inDays(-1) })
        .where('claim_id', '=', claim.id)
        .execute(),
    );
    expect(await expired()).toBe(true);

    await changeSettings(admin, server.storeId, { isExpiredReturnCanceled: true });
    const other = await claimWithLabel();
    await look(32);
    expect((await claimOf(server, admin, other.claim.externalId)).claimRollup.name).toBe('Canceled');
    await mailOn(other.email, new RegExp(`${other.claim.externalId} was canceled`));
  });
});

test('a question that waits for the mail server is not mailed anymore once its claim is canceled', async () => {
  const { database } = server.server.deps;
  const { claim, email } = await claimWithLabel();
  const fail = (times: number) =>
    fetch(`${server.mailbox.url}/_control/faults`, { method: 'POST', body: JSON.stringify({ mode: 'fail', times }) });
  const questionMail = ({ effects }: ClaimShown) =>
    effects.find(({ purposeKey }) => purposeKey.startsWith('email:needsInformation:'));
  await fail(1000);
  const of = { params: { ...params, claimId: claim.id } };
  await admin(requestInfo, { ...of, body: { version: claim.version, message: 'Which size?' } });
  const asked = await eventually(async () => {
    const now = await claimOf(server, admin, claim.externalId);
    return questionMail(now)?.lastError ? now : null;
  }, 'the email could not be sent');
  await admin(cancelClaim, { ...of, body: { version: asked.version } });
  await fail(0);
  await database.inStore(server.storeId, (db) =>
    db.updateTable('effect').set({ next_try_on: new Date() }).where('state', '=', 'waiting').execute(),
  );
  expect(questionMail(await settledClaim(server, admin, claim.externalId))?.state).toBe('calledOff');
  expect(mailsTo(email).filter(({ text }) => text.includes('Which size?'))).toEqual([]);
});

test('a return whose package moved is not canceled as expired, though the news of it was lost', async () => {
  const carriers = (path: string, body: object) =>
    fetch(`${server.easypost.url}/_control/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  await changeSettings(admin, server.storeId, { isExpiredReturnCanceled: true });
  const { claim, email } = await claimWithLabel();
  await carriers('faults', { match: 'WEBHOOK tracker.updated', mode: 'drop', times: 1 });
  const [shipment] = claim.claimReturnShipments;
  await carriers('track', { tracking_code: shipment?.tracker.carrier.trackingCode, status: 'in_transit' });
  const look = () => lookAfterReturns(server.server.deps, server.storeId, new Date(Date.now() + 32 * DAY_MS));
  await carriers('faults', { match: 'GET /v2/trackers', mode: 'fail', times: 1 });
  await look();
  expect((await claimOf(server, admin, claim.externalId)).claimRollup.code).toBe('Awaiting_Return');
  await look();
  const moving = await settledClaim(server, admin, claim.externalId);
  expect(moving.claimReturnShipments[0]?.tracker.status).toBe('in_transit');
  expect(moving.timeline.map(({ subject }) => subject)).not.toContain('The return expired');
  expect(moving.claimRollup.name).not.toBe('Canceled');
  expect(mailsTo(email).filter(({ subject }) => /was canceled/.test(subject))).toEqual([]);
  await changeSettings(admin, server.storeId, { isExpiredReturnCanceled: false });
});

test('that a label is ready is not sent anymore once its items are denied or the claim is canceled', async () => {
  const { database } = server.server.deps;
  const fail = (times: number) =>
    fetch(`${server.mailbox.url}/_control/faults`, { method: 'POST', body: JSON.stringify({ mode: 'fail', times }) });
  const labelMail = ({ effects }: ClaimShown) =>
    effects.find(({ purposeKey }) => purposeKey.startsWith('email:labelReady:'));
  const held = async () => {
    const from = await returnableOrder(server);
    const externalId = await submitReturn(server, from, { shippingMethod: 'label' });
    const claim = await eventually(async () => {
      const now = await claimOf(server, admin, externalId);
      return labelMail(now)?.lastError ? now : null;
    }, 'the email could not be sent');
    return { claim, email: from.email };
  };
  await fail(1000);
  const denied = await held();
  const canceled = await held();
  const wanted = await held();
  const [line] = denied.claim.claimLineItems;
  const denial = { kind: 'denied', claimStatusDetailCode: 'Wrong_Item' } as const;
  await changeLine(server, admin, denied.claim, line?.id ?? 0, denial);
  await admin(cancelClaim, {
    params: { ...params, claimId: canceled.claim.id },
    body: { version: (await claimOf(server, admin, canceled.claim.externalId)).version },
  });
  await fail(0);
  await database.inStore(server.storeId, (db) =>
    db.updateTable('effect').set({ next_try_on: new Date() }).where('state', '=', 'waiting').execute(),
  );
  const states = [];
  for (const { claim } of [denied, canceled, wanted])
    states.push(labelMail(await settledClaim(server, admin, claim.externalId))?.state);
  expect(states).toEqual(['calledOff', 'calledOff', 'done']);
  const readyTo = ({ email, claim }: typeof denied) =>
    mailsTo(email).filter(({ subject }) => subject.startsWith('How to ship') && subject.includes(claim.externalId));
  expect([denied, canceled, wanted].map((one) => readyTo(one).length)).toEqual([0, 0, 1]);
});

describe('what mail servers say afterwards', () => {
  const post = (raw: string, token = INBOUND_TOKEN) =>
    fetch(`${server.url}/api/webhooks/mail/${token}`, {
      method: 'POST',
      headers: { 'content-type': 'message/rfc822' },
      body: raw,
    });

  test('a bounce is shown on the claim and its admins are told; the address gets no reminders until staff allow them', async () => {
    const { claim, email } = await claimWithLabel();
    const mail = await mailOn(email, new RegExp(`request ${claim.externalId}`));
    const raw = bounce(mail.messageId, email);
    expect((await post(raw, 'x'.repeat(30))).status).toBe(401);
    expect([await post(raw), await post(raw)].map(({ status }) => status)).toEqual([200, 200]);
    const told = await eventually(async () => {
      const now = await claimOf(server, admin, claim.externalId);
      return now.emailTrouble ? now : null;
    }, 'the claim shows it');
    expect(told.emailTrouble).toMatchObject({ kind: 'bounce', reason: expect.stringContaining('User unknown') });
    expect(told.timeline.filter(({ subject }) => subject === "An email couldn't be delivered")).toHaveLength(1);
    expect(await alertOf('emailUndelivered')).toContain("couldn't be delivered");
    expect((await listedClaims(server, admin, { hasEmailTrouble: true })).map(({ id }) => id)).toContain(claim.id);
    const of = { params: { ...params, claimId: claim.id } };
    expect((await admin(getClaimReminders, of)).suppressed).toBe('bounce');
    await admin(allowClaimReminders, of);
    expect((await admin(getClaimReminders, of)).suppressed).toBeNull();
  });

  test('a complaint ends reminders; news that it is late, that it was no spam, or of somebody else is let go', async () => {
    const { claim, email } = await claimWithLabel();
    const { messageId } = await mailOn(email, new RegExp(`request ${claim.externalId}`));
    await post(bounce(messageId, email).replace('Action: failed', 'Action: delayed'));
    await post(complaint(messageId).replace('Feedback-Type: abuse', 'Feedback-Type: not-spam'));
    await post(complaint('<nobody@makegood>'));
    await post('no mail at all');
    await post(complaint(messageId));
    await eventually(async () => (await claimOf(server, admin, claim.externalId)).emailTrouble, 'the claim shows it');
    expect((await claimOf(server, admin, claim.externalId)).emailTrouble?.kind).toBe('complaint');
    const of = { params: { ...params, claimId: claim.id } };
    expect((await admin(getClaimReminders, of)).suppressed).toBe('complaint');
  });
});

const report = (type: string, parts: string[]): string =>
  [
    'From: MAILER-DAEMON@mx.example',
    'To: bounces@makegood.test',
    `Content-Type: multipart/report; report-type=${type}; boundary="cut"`,
    'MIME-Version: 1.0',
    '',
    ...parts.flatMap((part) => ['--cut', ...part.split('\n')]),
    '--cut--',
    '',
  ].join('\r\n');

const bounce = (messageId: string, email: string): string =>
  report('delivery-status', [
    'Content-Type: text/plain\n\nSorry.\n',
    `Content-Type: message/delivery-status\n\nReporting-MTA: dns; mx.example\n\nFinal-Recipient: rfc822; ${email}\nAction: failed\nStatus: 5.1.1\nDiagnostic-Code: smtp; 550 5.1.1\n User unknown\n`,
    `Content-Type: text/rfc822-headers\n\nFrom: shop@store.example\nMessage-ID: ${messageId}\nSubject: Hi\n`,
  ]);

const complaint = (messageId: string): string =>
  report('feedback-report', [
    'Content-Type: text/plain\n\nA complaint.\n',
    'Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nUser-Agent: FBL/1\nVersion: 1\n',
    // As providers do that replace the Message-ID.
    `Content-Type: message/rfc822\n\nMessage-ID: <other@provider>\nX-Makegood-Message-Id: ${messageId}\nSubject: Hi\n\nBody\n`,
  ]);

/** Whether a DKIM signature over the headers fits the key of a record (RFC 6376, relaxed headers). */
function isSignedBy(raw: string, record: string): boolean {
  const signature = headerOf(raw, 'DKIM-Signature') ?? '';
  const tag = (name: string): string =>
    new RegExp(`(?:^|;)\\s*${name}=([^;]*)`).exec(signature)?.[1]?.replaceAll(/\s/g, '') ?? '';
  const relaxed = (name: string, value: string): string =>
    `${name.toLowerCase()}:${value.replaceAll(/\s+/g, ' ').trim()}`;
  const head = tag('h')
    .split(':')
    .flatMap((name) => {
      const value = headerOf(raw, name);
      return value === undefined ? [] : [relaxed(name, value)];
    });
  const own = relaxed('dkim-signature', signature.replace(/(;\s*b=)[^;]*/, '$1'));
  const key = createPublicKey({
    key: Buffer.from(/p=([^;]+)/.exec(record)?.[1] ?? '', 'base64'),
    format: 'der',
    type: 'spki',
  });
  return createVerify('RSA-SHA256')
    .update([...head, own].join('\r\n'))
    .verify(key, tag('b'), 'base64');
}

import { estimateName, productName, type SignUp } from '#core/sign-up.ts';
import { ENGLISH } from '#core/texts/english.ts';
import { PartnerError } from '#partners/ports.ts';
import type { CronJob } from '#server/cron.ts';
import type { ServerDeps } from '#server/deps.ts';
import { renderEmail } from '#server/email/render.ts';

const BRAND = { storeName: 'Makegood', color: '#1f4d3f', logoUrl: '', supportEmail: '' };
const AT_ONCE = 20;

/** Tells the people who run this installation who asked for an invitation; each once, or again after a lost answer. */
export const mailSignUps = (deps: Pick<ServerDeps, 'config' | 'database' | 'mail' | 'log'>): CronJob => ({
  name: 'mailSignUps',
  everyMs: 15_000,
  run: async (signal) => {
    const { config, database, mail, log } = deps;
    const waiting = await database.asOwner((db) =>
      db
        .selectFrom('sign_up')
        .select(['sign_up_id', 'document', 'request_id'])
        .where('mailed_on', 'is', null)
        .orderBy('sign_up_id')
        .limit(AT_ONCE)
        .execute(),
    );
    for (const { sign_up_id, document, request_id } of waiting) {
      if (signal.aborted) return;
      const message = {
        purposeKey: `sign-up:${sign_up_id}`,
        from: config.MAIL_FROM,
        to: config.SUPPORT_EMAIL,
        replyTo: document.email,
        subject: `Request for an invitation: ${document.firstName} ${document.lastName}`,
        ...(await renderEmail(contentOf(document), BRAND, { button: config.PUBLIC_URL }, ENGLISH)),
      };
      try {
        await mail.send(message, { requestId: request_id });
      } catch (error) {
        if (!(error instanceof PartnerError)) throw error;
        log.warn({ err: error, signUpId: sign_up_id }, 'a request for an invitation could not be mailed');
        continue;
      }
      await database.asOwner((db) =>
        db.updateTable('sign_up').set({ mailed_on: new Date() }).where('sign_up_id', '=', sign_up_id).execute(),
      );
    }
  },
});

const contentOf = (signUp: SignUp) => ({
  heading: 'Request for an invitation',
  paragraphs: [
    `${signUp.firstName} ${signUp.lastName} asks for an invitation.`,
    `Email: ${signUp.email}`,
    ...(signUp.phone === '' ? [] : [`Phone: ${signUp.phone}`]),
    ...(signUp.productsOfInterest.length === 0
      ? []
      : [`Interested in: ${signUp.productsOfInterest.map(productName).join(', ')}`]),
    ...(signUp.estimatedAnnualClaims === null
      ? []
      : [`Claims a year, estimated: ${estimateName(signUp.estimatedAnnualClaims)}`]),
  ],
  lines: [],
  button: null,
});

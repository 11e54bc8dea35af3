import { sql, type RawBuilder } from 'kysely';
import { estimateName, productName, type SignUp } from '#core/sign-up.ts';
import { ENGLISH } from '#core/texts/english.ts';
import { PartnerError } from '#partners/ports.ts';
import type { CronJob } from '#server/cron.ts';
import type { Database } from '#server/db/connect.ts';
import type { ServerDeps } from '#server/deps.ts';
import { renderEmail } from '#server/email/render.ts';
import { MOST_TRIES, nextTryMs } from '#server/retrying.ts';

const BRAND = { storeName: 'Makegood', color: '#1f4d3f', logoUrl: '', supportEmail: '' };
// Longer than a mail server may take over one email.
const LEASE_MS = 5 * 60_000;

type Deps = Pick<ServerDeps, 'config' | 'database' | 'mail' | 'log'>;
type Taken = { sign_up_id: number; document: SignUp; request_id: string; attempts: number };

/** Tells the people who run this installation who asked for an invitation; each once, or again after a lost answer. */
export const mailSignUps = (deps: Deps): CronJob => ({
  name: 'mailSignUps',
  everyMs: 15_000,
  run: async (signal) => {
    while (!signal.aborted) {
      const takenAt = Date.now();
      const [taken] = await takeDue(deps.database);
      if (taken === undefined) return;
      await mailOne(deps, taken, () => Date.now() - takenAt < LEASE_MS);
    }
  },
});

const inMs = (ms: number) => sql<Date>`now() + ${ms} * interval '1 millisecond'`;

const takeDue = (database: Database): Promise<Taken[]> =>
  database.rowsAsOwner(
    () => sql<Taken>`
      update sign_up set attempts = attempts + 1, next_try_on = ${inMs(LEASE_MS)}
      where sign_up_id = (
        select sign_up_id from sign_up where next_try_on <= now()
        order by next_try_on, sign_up_id limit 1 for update skip locked
      )
      returning sign_up_id, document, request_id, attempts`,
  );

async function mailOne({ config, database, mail, log }: Deps, taken: Taken, isStillOurs: () => boolean): Promise<void> {
  const { sign_up_id, document, request_id, attempts } = taken;
  const write = (columns: { mailed_on?: Date; next_try_on: RawBuilder<Date> | null }): Promise<unknown> =>
    database.asOwner((db) =>
      db
        .updateTable('sign_up')
        .set(columns)
        .where('sign_up_id', '=', sign_up_id)
        .where('attempts', '=', attempts)
        .execute(),
    );
  try {
    const message = {
      purposeKey: `sign-up:${sign_up_id}`,
      from: config.MAIL_FROM,
      to: config.SUPPORT_EMAIL,
      replyTo: document.email,
      subject: `Request for an invitation: ${document.firstName} ${document.lastName}`,
      ...(await renderEmail(contentOf(document), BRAND, { button: config.PUBLIC_URL }, ENGLISH)),
    };
    await mail.send(message, { requestId: request_id, isStillOurs });
  } catch (error) {
    const isOver = (error instanceof PartnerError && error.kind === 'refused') || attempts >= MOST_TRIES;
    const about = { err: error, signUpId: sign_up_id, attempt: attempts };
    if (isOver) log.error(about, 'a request for an invitation is given up: nobody was told of it');
    else log.warn(about, 'a request for an invitation could not be mailed');
    await write({ next_try_on: isOver ? null : inMs(nextTryMs(error, attempts)) });
    return;
  }
  await write({ mailed_on: new Date(), next_try_on: null });
}

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

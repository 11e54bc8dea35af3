import { randomUUID } from 'node:crypto';
import * as contract from '#contract/merchant/emails.ts';
import type { RouteParsed } from '#contract/route.ts';
import { isGiftReturn } from '#core/claims/gift-return.ts';
import type { Claim } from '#core/claims/claim.ts';
import { stillOwed } from '#core/claims/claim-money.ts';
import { usualEmail } from '#core/claims/email-wishes.ts';
import { previewOf, sampleOf } from '#core/emails/preview.ts';
import { emailLanguages, languagesOf, templateToEdit, usualToEdit } from '#core/emails/worded.ts';
import { problemsOfTemplate } from '#core/emails/templates.ts';
import { Refusal } from '#core/refusal.ts';
import { PartnerError } from '#partners/ports.ts';
import { claimPageUrl } from '#server/customer/claim-link.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import { claimByExternalId, claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { liftSuppression, suppressionOf } from '#server/db/email-suppressions.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import { storeSender } from '#server/email/sender.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { emailsOfStore } from '#server/policy.ts';
import { writersFor } from '#server/texts.ts';

type Deps = Pick<ServerDeps, 'database' | 'config' | 'secret' | 'mail'>;
type Edited = RouteParsed<typeof contract.previewEmail>['body'];

/** Templates while they are edited, those staff choose from, and who gets reminders. */
export const emailHandlers = (deps: Deps): Handler[] => [
  handle(contract.previewEmail, async ({ body }, { storeId }) => {
    const { claim, language, subject, rendered } = await tried(deps, storeId, body);
    return { claimExternalId: claim?.externalId ?? null, language, subject, ...rendered };
  }),

  handle(contract.sendTestEmail, async ({ body }, { storeId, user, requestId }) => {
    const { store, subject, rendered } = await tried(deps, storeId, body);
    const sender = await deps.database.readStore(storeId, (db) => storeSender(db, store, deps));
    const mail = { purposeKey: `test-email:${randomUUID()}`, ...sender, to: user.email, subject, ...rendered };
    await deps.mail.send(mail, { requestId }).catch((error: unknown) => {
      if (!(error instanceof PartnerError)) throw error;
      throw new Refusal('conflict', 'EMAIL_NOT_SENT', `The mail server didn't take the email: ${error.message}`);
    });
    return { to: user.email };
  }),

  handle(contract.claimEmailTemplates, ({ params }, { storeId }) =>
    deps.database.readStore(storeId, async (db) => {
      const [store, loaded] = await Promise.all([storeById(db, storeId), claimById(db, storeId, params.claimId)]);
      if (!store || !loaded) throw claimNotFound();
      const emails = emailsOfStore(store);
      const writerIn = await writersFor(db, store, languagesOf(loaded.claim, emails));
      const { claim } = loaded;
      const shown = ({ text, writer }: ReturnType<typeof templateToEdit>) => ({
        ...text,
        ...emailLanguages(claim, writer),
      });
      const amount = stillOwed(claim);
      const { usual } = usualEmail('paymentDue', { ...claim, owed: { amount, currencyCode: claim.currencyCode } });
      return {
        templates: emails.templates.byStaff.map((template) => ({
          id: template.id,
          name: template.name,
          type: template.type,
          usedFor: template.usedFor,
          ...shown(templateToEdit(claim, template, emails, writerIn)),
        })),
        payment: amount === 0 ? null : shown(usualToEdit(claim, usual, emails, writerIn)),
      };
    }),
  ),

  handle(contract.getClaimReminders, ({ params }, { storeId }) =>
    deps.database.readStore(storeId, async (db) => ({
      suppressed: await suppressionOf(db, await addressOf(deps, db, storeId, params.claimId)),
    })),
  ),

  handle(contract.allowClaimReminders, ({ params }, { storeId }) =>
    deps.database.inStore(storeId, async (db) => {
      const address = await addressOf(deps, db, storeId, params.claimId);
      const reason = await suppressionOf(db, address);
      if (reason === 'unsubscribed' || reason === 'complaint')
        throw new Refusal(
          'conflict',
          'REMINDERS_REFUSED',
          'The customer asked for no more reminders. Only they can ask for them again, with the link in an earlier reminder.',
        );
      await liftSuppression(db, address);
      return {};
    }),
  ),
];

async function addressOf({ secret }: Deps, db: Db, storeId: number, claimId: number) {
  const loaded = await claimById(db, storeId, claimId);
  if (!loaded) throw claimNotFound();
  return { storeId, secret, email: loaded.claim.customerEmail };
}

/** The email of a template as it is edited. Refuses TEMPLATE_REFUSED and CLAIM_NOT_FOUND. */
async function tried({ database, config }: Deps, storeId: number, edited: Edited) {
  const problems = problemsOfTemplate(edited.code, edited);
  const [problem] = Object.values(problems);
  if (problem !== undefined)
    throw new Refusal(
      'notAllowed',
      'TEMPLATE_REFUSED',
      problem,
      Object.fromEntries(Object.entries(problems).map(([field, text]) => [`body.${field}`, text])),
    );
  const { claimExternalId, language: wished, ...template } = edited;
  const { store, emails, claim, language, writerIn } = await database.readStore(storeId, async (db) => {
    const its = await storeById(db, storeId);
    if (!its) throw new Refusal('notFound', 'STORE_NOT_FOUND', "This store doesn't exist.");
    const ours = emailsOfStore(its);
    const reader = wished ?? ours.language;
    return {
      store: its,
      emails: ours,
      claim: await claimToTry(db, storeId, claimExternalId),
      language: reader,
      writerIn: await writersFor(db, its, [...new Set([reader, ours.language])]),
    };
  });
  const reading = { store: emails, writerIn };
  const preview = claim ? previewOf({ ...claim, language }, template, reading) : sampleOf(language, template, reading);
  const rendered = await renderEmail(
    preview.content,
    brandOf(store),
    { button: pageOf(config, store, claim) },
    writerIn(preview.content.language ?? 'en'),
  );
  return { store, claim, language: preview.language, subject: preview.subject, rendered };
}

async function claimToTry(db: Db, storeId: number, externalId: string | null): Promise<Claim | null> {
  if (externalId !== null && externalId !== '') {
    const loaded = await claimByExternalId(db, storeId, externalId.toUpperCase());
    if (!loaded) {
      const text = 'No claim has this number.';
      throw new Refusal('notFound', 'CLAIM_NOT_FOUND', text, { 'body.claimExternalId': text });
    }
    return loaded.claim;
  }
  const newest = await db
    .selectFrom('claim')
    .select('claim_id')
    .where('store_id', '=', storeId)
    .orderBy('created_on', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest ? ((await claimById(db, storeId, newest.claim_id))?.claim ?? null) : null;
}

/** The preview opens what the customer would open, without the key that the real email has. */
const pageOf = ({ PUBLIC_URL }: Deps['config'], store: StoreRow, claim: Claim | null): string => {
  const portal = portalAddress(PUBLIC_URL, store);
  return claim ? claimPageUrl(portal, claim.externalId, isGiftReturn(claim)) : portal;
};

import { UserEmailPayload } from '#core/effects/user-email.ts';
import { ENGLISH } from '#core/texts/english.ts';
import { PartnerError } from '#partners/ports.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import { userById, type UserRow } from '#server/db/users.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import { senderName } from '#server/email/sender.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import type { EffectKind } from '#server/effects/worker.ts';

/** Emails a user of the store how to sign in: as an invitation, or to replace a forgotten password. */
export const userEmail: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const wanted = UserEmailPayload.parse(effect.payload);
    const storeId = effect.store_id;
    const { store, user } = await deps.database.readStore(storeId, async (db) => ({
      store: await storeById(db, storeId),
      user: await userById(db, storeId, wanted.storeUserId),
    }));
    if (!store) throw new PartnerError('mail', 'refused', 'The store of this email no longer exists.');
    if (!user) return { label: 'Not sent: the user was removed', url: null };
    const url = new URL('/login', deps.config.PUBLIC_URL);
    url.search = new URLSearchParams({ loginHint: user.email_key, returnTo: `/${storeId}` }).toString();
    const sent = await deps.mail.send(
      {
        purposeKey: partnerKey(effect.purpose_key, store.slug),
        from: senderName(store.name, deps.config),
        to: user.email_key,
        ...(await written(wanted, store, user, url.href)),
      },
      context,
    );
    return { label: user.email_key, url: null, messageId: sent.messageId };
  },
};

async function written({ type, askedBy }: UserEmailPayload, store: StoreRow, user: UserRow, url: string) {
  const invitation = {
    subject: `${askedBy} invites you to ${store.name} on Makegood`,
    heading: `Join ${store.name}`,
    first: `${askedBy} invites you to work on the returns of ${store.name}.`,
  };
  const signIn = {
    subject: `Sign in to ${store.name} on Makegood`,
    heading: 'Sign in again',
    first: `${askedBy} asked us to help you sign in to ${store.name}. If you forgot your password, you can reset it on the sign-in page.`,
  };
  const { subject, heading, first } = type === 'invitation' ? invitation : signIn;
  const content = {
    heading,
    paragraphs: [`Hello ${user.first_name},`, first, `Sign in with ${user.email_key}.`],
    lines: [],
    button: { text: 'Sign in' },
  };
  return { subject, ...(await renderEmail(content, brandOf(store), { button: url }, ENGLISH)) };
}

import { FilingReminderPayload } from '#core/effects/filing-reminder.ts';
import { keptLanguage } from '#core/texts/languages.ts';
import { PartnerError } from '#partners/ports.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import { storeById } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import { storeSender } from '#server/email/sender.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';
import { orderToProtect } from '#server/protection/order-to-protect.ts';
import { filingOfOrder, whyNotAvailable } from '#core/protection/file-claim.ts';
import { writerFor } from '#server/texts.ts';

/** Emails once that something can be claimed of an order; its recipient looks the order up like anybody else. */
export const filingReminder: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { to, language, reason } = FilingReminderPayload.parse(effect.payload);
    const { store_id: storeId, subject_id: orderId } = effect;
    const { store, at } = await deps.database.readStore(storeId, async (db) => ({
      store: await storeById(db, storeId),
      at: await orderToProtect(db, storeId, orderId),
    }));
    if (!store || !at) throw new PartnerError('mail', 'refused', 'The order of this email no longer exists.');
    if (at.order.erasedOn !== undefined || whyNotAvailable(at) !== null)
      throw new CalledOff('Nothing of the order can be claimed any more.');
    if (reason !== undefined && filingOfOrder(at, reason, new Date().toISOString())?.state !== 'open')
      throw new CalledOff("The package was delivered or moved, or it's too late to report it.");
    const { writer, sender } = await deps.database.readStore(storeId, async (db) => ({
      writer: await writerFor(db, store, language),
      sender: await storeSender(db, store, deps),
    }));
    const { write } = writer;
    const heading = write({ id: 'email.shipping.fileNow.heading' });
    const sent = await deps.mail.send(
      {
        purposeKey: `${effect.purpose_key}:${at.order.idFromPlatform}`,
        ...sender,
        to,
        subject: heading,
        ...(await renderEmail(
          {
            heading,
            paragraphs: [
              write({ id: 'email.hello', values: { name: { id: 'email.there' } } }),
              write({ id: 'email.shipping.fileNow.about', values: { orderNo: at.order.orderNo } }),
            ],
            ...keptLanguage(language),
            lines: [],
            button: { text: write({ id: 'email.shipping.fileNow.button' }) },
          },
          brandOf(store),
          { button: portalAddress(deps.config.PUBLIC_URL, store) },
          writer,
        )),
      },
      context,
    );
    return { label: to, url: null, messageId: sent.messageId };
  },
};

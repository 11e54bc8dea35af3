import { OrderLinkPayload } from '#core/effects/order-link.ts';
import { ORDER_LINK_MINUTES } from '#core/orders/lookup-guard.ts';
import type { Order } from '#core/orders/order.ts';
import { PartnerError } from '#partners/ports.ts';
import { orderLinkUrl } from '#server/customer/order-link-token.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import { orderById } from '#server/db/orders.ts';
import { storeById } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import { keptLanguage } from '#core/texts/languages.ts';
import { writerFor } from '#server/texts.ts';
import { storeSender } from '#server/email/sender.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';

/** Emails the buyer a link that opens the order once. */
export const orderLink: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { orderId, whose, linkId, language = 'en' } = OrderLinkPayload.parse(effect.payload);
    const storeId = effect.store_id;
    const now = new Date();
    if (now.getTime() - effect.created_on.getTime() > ORDER_LINK_MINUTES * 60_000)
      throw new CalledOff('The shopper asked for it too long ago.');
    const { store, order } = await deps.database.readStore(storeId, async (db) => ({
      store: await storeById(db, storeId),
      order: await orderById(db, storeId, orderId),
    }));
    if (!store) throw new PartnerError('mail', 'refused', 'The store of this email no longer exists.');
    const to = order && addressOf(order.document, whose);
    if (!order || !to) throw new CalledOff('The order is no longer there.');
    const url = orderLinkUrl(
      portalAddress(deps.config.PUBLIC_URL, store),
      { storeId, orderId, linkId, email: to },
      deps.secret,
      now,
    );
    const { writer, sender } = await deps.database.readStore(storeId, async (db) => {
      const [words, its] = await Promise.all([writerFor(db, store, language), storeSender(db, store, deps)]);
      return { writer: words, sender: its };
    });
    const { write } = writer;
    const values = { orderNo: order.order_no, minutes: ORDER_LINK_MINUTES };
    const content = {
      heading: write({ id: 'email.orderLink.heading', values }),
      paragraphs: [write({ id: 'email.orderLink.asked' }), write({ id: 'email.orderLink.once', values })],
      ...keptLanguage(language),
      lines: [],
      button: { text: write({ id: 'email.orderLink.button' }) },
    };
    const sent = await deps.mail.send(
      {
        purposeKey: partnerKey(effect.purpose_key, store.slug),
        ...sender,
        to,
        subject: write({ id: 'email.orderLink.subject', values }),
        ...(await renderEmail(content, brandOf(store), { button: url }, writer)),
      },
      context,
    );
    return { label: order.order_no, url: null, messageId: sent.messageId };
  },
};

const addressOf = ({ email, customer }: Order, whose: OrderLinkPayload['whose']): string =>
  (whose === 'order' ? email : customer?.email) ?? '';

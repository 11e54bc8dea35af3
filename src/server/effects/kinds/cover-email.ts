import { CoverEmailPayload } from '#core/effects/cover-email.ts';
import type { EmailContent } from '#core/claims/email-wishes.ts';
import { coverMoney } from '#core/protection/cover-of-order.ts';
import { buyerEmail } from '#core/orders/order.ts';
import { filingWords } from '#core/protection/purchase-confirmation.ts';
import { keptLanguage } from '#core/texts/languages.ts';
import type { Phrase } from '#core/texts/phrase.ts';
import type { Writer } from '#core/texts/writer.ts';
import { PartnerError } from '#partners/ports.ts';
import { amountOf } from '#server/amounts.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import { storeById } from '#server/db/stores.ts';
import { brandOf } from '#server/email/brand.ts';
import { renderEmail } from '#server/email/render.ts';
import { storeSender } from '#server/email/sender.ts';
import type { EffectDeps } from '#server/effects/deps.ts';
import { CalledOff, type EffectKind } from '#server/effects/worker.ts';
import { orderToProtect, type OrderToProtect } from '#server/protection/order-to-protect.ts';
import { writerFor } from '#server/texts.ts';

/** Tells the shopper of a protected order what is covered, what they paid, and how and until when to report a problem. */
export const coverEmail: EffectKind<EffectDeps> = {
  async run(effect, deps, context) {
    const { language } = CoverEmailPayload.parse(effect.payload);
    const { store_id: storeId, subject_id: orderId } = effect;
    const [store, at] = await deps.database.readStore(storeId, (db) =>
      Promise.all([storeById(db, storeId), orderToProtect(db, storeId, orderId)]),
    );
    if (!store || !at) throw new PartnerError('mail', 'refused', 'The order of this email no longer exists.');
    const to = buyerEmail(at.order);
    if (at.order.erasedOn !== undefined || to === '') throw new CalledOff("The customer's data was erased.");
    if (at.order.canceledOn !== null) throw new CalledOff('The order was canceled.');
    const { writer, sender } = await deps.database.readStore(storeId, async (db) => ({
      writer: await writerFor(db, store, language),
      sender: await storeSender(db, store, deps),
    }));
    const content = contentOf(at, writer);
    const order = `${portalAddress(deps.config.PUBLIC_URL, store)}/order/${encodeURIComponent(at.order.idFromPlatform)}`;
    const sent = await deps.mail.send(
      {
        purposeKey: effect.purpose_key,
        ...sender,
        to,
        subject: content.heading,
        ...(await renderEmail(content, brandOf(store), { button: order }, writer)),
      },
      context,
    );
    return { label: to, url: null, messageId: sent.messageId };
  },
};

function contentOf(at: OrderToProtect, { write, language }: Writer): EmailContent {
  const { order, terms, coverLineIds } = at;
  const { currencyCode } = order;
  const name = (order.customer ?? order.shippingAddress)?.firstName.trim() || { id: 'email.there' as const };
  const { sold } = coverMoney(at);
  const values: NonNullable<Phrase['values']> = {
    orderNo: order.orderNo,
    title: order.lines.find(({ idFromPlatform }) => coverLineIds.includes(idFromPlatform))?.name ?? '',
    amount: { amount: amountOf(sold, currencyCode), currencyCode },
    days: terms.endsAfterDays,
  };
  const covered = order.lines.filter(({ isProtection, requiresShipping }) => requiresShipping && !isProtection);
  return {
    heading: write({ id: 'email.cover.heading', values }),
    paragraphs: [
      write({ id: 'email.hello', values: { name } }),
      write({ id: sold > 0 ? 'email.cover.about' : 'email.cover.aboutOrder', values }),
      write({ id: 'email.cover.covered' }),
    ],
    ...keptLanguage(language),
    lines: covered
      .filter(({ currentQuantity }) => currentQuantity > 0)
      .map((line) => ({
        text: [line.name, line.variantTitle].filter((part) => part !== '').join(', '),
        detail: write({ id: 'email.shipping.units', values: { count: line.currentQuantity } }),
        imgUrl: line.imgUrl,
      })),
    notes: [
      write({ id: 'email.cover.how' }),
      [write({ id: 'email.cover.when' }), ...filingWords(order, terms).map((words) => `· ${write(words)}`)].join('\n'),
      write({ id: 'email.cover.end', values }),
    ],
    button: { text: write({ id: 'email.cover.button' }) },
  };
}

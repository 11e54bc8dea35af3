import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { ShipmentEvent, TrackerStatus } from '#core/claims/shipment-shapes.ts';
import { PrivacyRequestKind, PrivacySubject } from '#core/privacy/requests.ts';
import type { CallSubject } from '#partners/ports.ts';

/** What the inbox keeps of a call until it is worked on. */
export const News = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('order'), idFromPlatform: z.string(), updatedOn: z.string() }),
  z.object({ kind: z.literal('return'), idFromPlatform: z.string() }),
  z.object({ kind: z.literal('product'), idFromPlatform: z.string() }),
  z.object({ kind: z.literal('appUninstalled') }),
  z.object({
    kind: z.literal('privacy'),
    asked: PrivacyRequestKind,
    about: PrivacySubject,
    idFromPlatform: z.string(),
  }),
  z.object({ kind: z.literal('payment'), paymentId: z.number().int() }),
  z.object({ kind: z.literal('labelRefund'), effectId: z.number().int() }),
  z.object({
    kind: z.literal('mail'),
    effectId: z.number().int(),
    report: z.object({ kind: z.enum(['bounce', 'complaint']), isPermanent: z.boolean(), reason: z.string() }),
  }),
  z.object({
    kind: z.literal('tracker'),
    trackingCode: z.string(),
    status: TrackerStatus,
    updatedOn: z.string(),
    estimatedDeliveryOn: z.string().nullable().default(null),
    events: z.array(ShipmentEvent),
  }),
]);
export type News = z.infer<typeof News>;
export type NewsOf<K extends News['kind']> = Extract<News, { kind: K }>;

/** A store that a call concerns, with its news for that store. */
export type Concerned = { store_id: number; body: string };

/**
 * The statement that finds the stores a partner's call concerns. None is no error: accounts are shared, and shops
 * leave.
 */
export function concernedBy(partner: string, subject: CallSubject): RawBuilder<Concerned> {
  switch (subject.kind) {
    case 'order':
    case 'return':
    case 'product':
    case 'privacy':
    case 'appUninstalled': {
      const { shopDomain, ...news } = subject;
      return sql`select store_id, ${textOf(news)} from store where shop_domain = ${shopDomain}`;
    }
    case 'payment':
      return sql`
        select store_id, jsonb_build_object('kind', 'payment', 'paymentId', payment_id)::text from customer_payment
        where provider = ${partner} and id_from_platform = ${subject.idFromPlatform}`;
    case 'labelRefund':
      return sql`
        select store_id, jsonb_build_object('kind', 'labelRefund', 'effectId', effect_id)::text from effect
        where kind = 'labelRefund' and payload ->> 'shipmentIdFromProvider' = ${subject.shipmentIdFromProvider}
        order by effect_id limit 1`;
    case 'mail': {
      const { messageId, ...report } = subject.report;
      return sql`
        select store_id, jsonb_build_object('kind', 'mail', 'effectId', effect_id, 'report', ${JSON.stringify(report)}::jsonb)::text
        from effect where kind in ('email', 'shippingClaimEmail', 'shippingMessage') and result ->> 'messageId' = ${messageId} limit 1`;
    }
    case 'tracker':
      return awaiting(subject);
  }
}

const textOf = (
  news: Extract<News, { kind: 'order' | 'return' | 'product' | 'privacy' | 'appUninstalled' | 'tracker' }>,
) => sql<string>`${JSON.stringify(news)}::text`;

/**
 * The store whose claim has this shipment; if there is none, every store that is buying a label right now, because news
 * can come before the purchase is saved. One statement, so that a label saved in between is in one of the two.
 */
function awaiting(news: Extract<CallSubject, { kind: 'tracker' }>): RawBuilder<Concerned> {
  const { trackingCode } = news;
  const pattern = `%${trackingCode.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  return sql`
    with known as (
      select store_id from claim
      where search_text like ${pattern}
        and jsonb_path_query_array(document, '$.shipments[*].trackingCode')
          || jsonb_path_query_array(document, '$.sentBack[*].trackingCode') @> to_jsonb(${trackingCode}::text)
      limit 1
    )
    select store_id, ${textOf(news)} from known
    union
    select store_id, ${textOf(news)} from effect
    where state in ('waiting', 'running') and kind = 'label' and not exists (select from known)`;
}

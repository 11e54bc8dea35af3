import { sql } from 'kysely';
import type { EffectKind } from '#core/effects/kinds.ts';
import { PAYMENT_PROVIDERS, PaymentProvider } from '#core/payments/providers.ts';
import type { OpenClaim } from '#core/privacy/requests.ts';
import { BACKGROUND, changeClaim } from '#server/claims/change.ts';
import type { Database, Db } from '#server/db/connect.ts';
import type { PaymentRow } from '#server/db/payments.ts';
import { releasePayment } from '#server/payments/use-payment.ts';

// The shop is out of reach, so only what the server's own account has can be returned.
const PROVIDERS = PaymentProvider.options.filter((provider) => PAYMENT_PROVIDERS[provider].isOfServer);
const MOVES: readonly EffectKind[] = ['paymentCapture', 'paymentHoldAgain', 'paymentRefund', 'paymentRelease'];

const hasMoney = sql<boolean>`(payment.status in ('processing', 'authorized') or payment.captured > payment.refunded)`;
const isMoving = sql<boolean>`
  effect.kind = any(${[...MOVES]}::text[]) and effect.state not in ('done', 'doneElsewhere', 'calledOff')
    and effect.payload ->> 'provider' = any(${PROVIDERS}::text[])`;

/**
 * Returns what shoppers of a store that left paid for nothing: payments of no claim, and those of open claims. What was
 * started is ended, so that nobody pays it. Asking again asks only for what is new.
 */
export async function returnMoney(database: Database, storeId: number, requestId: string): Promise<void> {
  const { rows } = await database.readStore(storeId, (db) =>
    sql<{ paymentId: number; claimId: number | null }>`
      select payment.payment_id as "paymentId", claim.claim_id as "claimId" from customer_payment as payment
      left join claim on claim.store_id = payment.store_id and claim.claim_id = payment.subject_id
        and payment.subject_kind = 'claim' and payment.attached_on is not null
      where payment.store_id = ${storeId} and payment.provider = any(${PROVIDERS}::text[])
        and (${hasMoney} or payment.status = 'requiresPayment')
        and (payment.attached_on is null or claim.finalized_on is null)
      order by payment.payment_id`.execute(db),
  );
  for (const { paymentId, claimId } of rows)
    await database.inStore(storeId, async (db) => {
      if (claimId === null) return void (await releasePayment(db, storeId, paymentId, requestId));
      const at = { storeId, claimId, requestId, by: BACKGROUND };
      await changeClaim(db, at, { kind: 'storeLeft', input: {} });
    });
}

/** The claims, and orders without one, whose payments are still being moved. */
export async function moneyOnItsWay(db: Db, storeId: number): Promise<OpenClaim[]> {
  const { rows } = await sql<OpenClaim>`
    select distinct claim.claim_id::integer as "claimId", claim.claim_type as "claimType",
      coalesce(claim.external_id, store_order.order_no, '') as name, 'payments' as why
    from effect
    left join claim on claim.store_id = effect.store_id and claim.claim_id = effect.subject_id
      and effect.subject_kind = 'claim'
    left join store_order on store_order.store_id = effect.store_id and store_order.order_id = effect.subject_id
      and effect.subject_kind = 'order'
    where effect.store_id = ${storeId} and ${isMoving}
    order by name`.execute(db);
  return rows;
}

/** A payment with money that is neither returned nor used, or that stands for goods that are out. Minor units. */
export type MoneyLeft = Pick<PaymentRow, 'provider' | 'currency_code' | 'status'> & {
  idFromPlatform: string;
  left: number;
};

export async function moneyLeft(db: Db, storeId: number): Promise<MoneyLeft[]> {
  const { rows } = await sql<MoneyLeft>`
    select payment.provider, payment.id_from_platform as "idFromPlatform", payment.status, payment.currency_code,
      case when payment.captured > 0 then payment.captured - payment.refunded else payment.amount end as left
    from customer_payment as payment
    left join claim on claim.store_id = payment.store_id and claim.claim_id = payment.subject_id
      and payment.subject_kind = 'claim' and payment.attached_on is not null
    where payment.store_id = ${storeId} and payment.provider = any(${PROVIDERS}::text[]) and ${hasMoney}
      and (claim.finalized_on is null or claim.document @> '{"instantExchange": {"isOnlyReturnAwaited": true}}'
        or exists (
          select from effect where effect.store_id = payment.store_id and ${isMoving}
            and (effect.payload ->> 'paymentId')::bigint = payment.payment_id
        ))
    order by payment.payment_id`.execute(db);
  return rows;
}

import type { GatherDeps, Run } from '#server/books/gather-deps.ts';
import { PAYMENT_PROVIDERS, PaymentProvider } from '#core/payments/providers.ts';
import { DAY_MS } from '#core/dates.ts';
import type { World } from '#core/books/world.ts';
import { isAtPlatform } from '#core/orders/order-origin.ts';
import type { MovementsWanted, PlatformMovement, ProviderPayment, Payments } from '#partners/ports.ts';
import { readOurs } from '#server/books/claims-in-view.ts';
import { labelsInView } from '#server/books/labels-in-view.ts';
import { claimOfPayment, type PaymentRow } from '#server/db/payments.ts';

// Clocks differ, and a step whose answer was lost is tried for a day and a half: what it made may be that old.
const SLACK_MS = 2 * DAY_MS;
const FINDS_AT_ONCE = 5;

/**
 * Everything that is compared for a window. Partners are read before our own records, so that every movement finds its
 * effect; effects that finish in between are left for the next run.
 */
export async function gatherWorld(deps: GatherDeps, wanted: Run): Promise<World> {
  const { storeId, run } = wanted;
  const since = new Date(run.from_on.getTime() - SLACK_MS).toISOString();
  const movements = (await movementsAtPlatform(deps, wanted, { since })).filter(({ createdOn }) => createdOn >= since);
  const charges = await chargesSince(deps, wanted, since);
  const { labels, claimIds } = await labelsInView(deps, wanted, since);
  const ours = await readOurs(deps.database, storeId, run.from_on, {
    movements,
    claimIds,
    paymentIdsFromPlatform: charges.map(({ idFromPlatform }) => idFromPlatform),
  });
  const world = {
    ...ours,
    fromOn: run.from_on.toISOString(),
    toOn: run.to_on.toISOString(),
    movements: [...movements, ...(await movementsMissing(deps, wanted, ours, movements))],
    labels,
  };
  return {
    ...world,
    payments: ours.payments.map(asPayment),
    charges: await withMissing(deps, wanted, { ...world, payments: ours.payments }, charges),
  };
}

/** Movements, store credit as its accounts show it: with the orders come only our own notes of it. */
async function movementsAtPlatform(deps: GatherDeps, wanted: Run, which: MovementsWanted): Promise<PlatformMovement[]> {
  const movements = await readMovements(deps, wanted, which);
  const noted = movements.filter(({ kind }) => kind === 'storeCredit');
  const customerIds = new Set(noted.flatMap(({ customerIdFromPlatform }) => customerIdFromPlatform ?? []));
  if (customerIds.size === 0) return movements;
  return [
    ...movements.filter(({ kind }) => kind !== 'storeCredit'),
    ...(await readMovements(deps, wanted, { customerIdsFromPlatform: [...customerIds] })),
  ];
}

async function readMovements(
  deps: GatherDeps,
  { storeId, context, signal }: Run,
  which: MovementsWanted,
): Promise<PlatformMovement[]> {
  const storefront = await deps.storefrontOf(storeId);
  const found = new Map<string, PlatformMovement>();
  let cursor: string | null = null;
  do {
    signal?.throwIfAborted();
    const page: Awaited<ReturnType<typeof storefront.movementsOf>> = await storefront.movementsOf(
      which,
      cursor,
      context,
    );
    // Store credit shows with every order of its customer.
    for (const movement of page.items) found.set(`${movement.kind} ${movement.idFromPlatform}`, movement);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return [...found.values()];
}

/** Movements of orders that the platform did not show as changed, though a step of ours was done there. */
async function movementsMissing(
  deps: GatherDeps,
  wanted: Run,
  { claims, effects }: Pick<World, 'claims' | 'effects'>,
  shown: readonly PlatformMovement[],
): Promise<PlatformMovement[]> {
  const known = new Set(shown.map(({ kind, idFromPlatform }) => `${kind} ${idFromPlatform}`));
  const orders = new Map(claims.map((claim) => [claim.id, claim.orderIdFromPlatform]));
  const from = wanted.run.from_on.toISOString();
  const missing = effects.filter(
    ({ movement, doneOn }) =>
      movement?.idFromPlatform &&
      movement.kind !== 'label' &&
      (doneOn ?? '') >= from &&
      !known.has(`${movement.kind} ${movement.idFromPlatform}`),
  );
  const customerIds = missing.flatMap(({ movement }) => movement?.recipientIdFromPlatform ?? []);
  const orderIds = missing.flatMap(({ movement, claimId }) => {
    if (!movement || movement.recipientIdFromPlatform !== undefined) return [];
    const isOrder = movement.kind === 'exchangeOrder' || movement.kind === 'giftCardOrder';
    return (isOrder ? movement.idFromPlatform : (movement.orderIdFromPlatform ?? orders.get(claimId ?? 0))) ?? [];
  });
  const atPlatform = [...new Set(orderIds)].filter(isAtPlatform);
  const found = [
    ...(atPlatform.length === 0 ? [] : await movementsAtPlatform(deps, wanted, { orderIdsFromPlatform: atPlatform })),
    ...(customerIds.length === 0
      ? []
      : await readMovements(deps, wanted, { customerIdsFromPlatform: [...new Set(customerIds)] })),
  ];
  return found.filter(({ kind, idFromPlatform }) => !known.has(`${kind} ${idFromPlatform}`));
}

async function chargesSince(deps: GatherDeps, wanted: Run, since: string): Promise<ProviderPayment[]> {
  const { storeId, context, signal } = wanted;
  const found = new Map<string, ProviderPayment & { purposeKey: string }>();
  for (const provider of PaymentProvider.options) {
    const payments = await deps.paymentsOf(storeId, provider);
    let cursor: string | null = null;
    do {
      signal?.throwIfAborted();
      const page: Awaited<ReturnType<Payments['changedSince']>> | undefined = await payments?.changedSince(
        since,
        cursor,
        context,
      );
      for (const charge of page?.items ?? []) found.set(charge.idFromPlatform, charge);
      cursor = page?.nextCursor ?? null;
    } while (cursor !== null);
  }
  return withoutOtherStores(deps, storeId, [...found.values()]);
}

/** One account at a provider may serve several stores. */
async function withoutOtherStores(
  { database }: GatherDeps,
  storeId: number,
  charges: readonly (ProviderPayment & { purposeKey: string })[],
): Promise<ProviderPayment[]> {
  const ids = charges.flatMap(({ idFromPlatform, replaces }) => [idFromPlatform, ...(replaces ? [replaces] : [])]);
  if (ids.length === 0) return [];
  const rows = await database.asOwner((db) =>
    db
      .selectFrom('customer_payment')
      .select('id_from_platform')
      .where('store_id', '<>', storeId)
      .where('id_from_platform', 'in', ids)
      .execute(),
  );
  const others = new Set(rows.map((row) => row.id_from_platform));
  return charges.filter(({ purposeKey, idFromPlatform, replaces }) => {
    const store = /^payment:store:(\d+):/.exec(purposeKey)?.[1];
    return (
      (store === undefined || store === String(storeId)) && !others.has(idFromPlatform) && !others.has(replaces ?? '')
    );
  });
}

/** Looks up payments that steps of ours moved and that the provider's list of changes left out, or that moved while it was read. */
async function withMissing(
  deps: GatherDeps,
  { storeId, context, signal }: Run,
  { payments, effects, fromOn, toOn }: Pick<World, 'effects' | 'fromOn' | 'toOn'> & { payments: readonly PaymentRow[] },
  charges: readonly ProviderPayment[],
): Promise<ProviderPayment[]> {
  const known = new Map(charges.map((charge) => [charge.idFromPlatform, charge]));
  const moved = new Map<number, string>();
  for (const { charge, doneOn } of effects)
    if (charge && doneOn !== null && doneOn >= fromOn)
      moved.set(
        charge.paymentId,
        doneOn > (moved.get(charge.paymentId) ?? '') ? doneOn : (moved.get(charge.paymentId) ?? ''),
      );
  const wanted = payments.filter(({ payment_id, id_from_platform, provider, attached_on, created_on }) => {
    const receivedOn = provider === 'platformCheckout' && attached_on !== null ? created_on.toISOString() : '';
    const doneOn = moved.get(payment_id) ?? (receivedOn >= fromOn ? receivedOn : undefined);
    return doneOn !== undefined && (!known.has(id_from_platform) || doneOn > toOn);
  });
  for (let start = 0; start < wanted.length; start += FINDS_AT_ONCE) {
    signal?.throwIfAborted();
    await Promise.all(
      wanted.slice(start, start + FINDS_AT_ONCE).map(async ({ provider, id_from_platform }) => {
        const found = await (await deps.paymentsOf(storeId, provider))?.find(id_from_platform, context);
        if (found) known.set(id_from_platform, found);
      }),
    );
  }
  return [...known.values()];
}

const asPayment = (row: PaymentRow): World['payments'][number] => ({
  id: row.payment_id,
  claimId: claimOfPayment(row),
  idFromPlatform: row.id_from_platform,
  amount: row.amount,
  currencyCode: row.currency_code,
  createdOn: row.created_on.toISOString(),
  isTakenAtOnce: !PAYMENT_PROVIDERS[row.provider].canHold,
});

import { randomUUID } from 'node:crypto';
import * as contract from '#contract/merchant/privacy.ts';
import { DAY_MS } from '#core/dates.ts';
import { KEPT_AFTER_ERASURE, PrivacyCounts, PrivacySubject } from '#core/privacy/requests.ts';
import { PRIVACY_DAYS } from '#core/privacy/retention.ts';
import { Refusal } from '#core/refusal.ts';
import type { Files } from '#partners/ports.ts';
import {
  addPrivacyRequest,
  latestPrivacyRequests,
  requestNow,
  type PrivacyRequestRow,
} from '#server/db/privacy-requests.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { isConnected } from '#server/privacy/carry-out.ts';
import { openClaimsOf } from '#server/privacy/erase-order.ts';
import { findCustomer } from '#server/privacy/find-customer.ts';

const SHOWN_SECONDS = 900;

type Deps = Pick<ServerDeps, 'database' | 'files' | 'storefrontOf'>;

/** What a store holds of a customer: found, handed over, erased. */
export const privacyHandlers = ({ database, files, storefrontOf }: Deps): Handler[] => [
  handle(contract.listPrivacyRequests, async (_input, { storeId }) => {
    const { rows, store } = await database.readStore(storeId, async (db) => ({
      rows: await latestPrivacyRequests(db, storeId),
      store: await storeById(db, storeId),
    }));
    return {
      data: await Promise.all(rows.map((row) => show(row, files))),
      isInstalled: store?.uninstalled_on === null,
    };
  }),

  handle(contract.findCustomerData, ({ body: { email } }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const held = await findCustomer(db, storeId, aboutOf(email));
      const orderIds = held.orders.filter((one) => !one.isErased).map(({ orderId }) => orderId);
      const claimIds = held.claims.filter((one) => !one.isErased).map(({ claimId }) => claimId);
      const shippingClaimIds = held.shippingClaims.filter((one) => !one.isErased).map(({ claimId }) => claimId);
      const { count } = await db
        .selectFrom('media')
        .select((select) => select.fn.countAll<number>().as('count'))
        .where('store_id', '=', storeId)
        .where((media) =>
          media.or([
            media('order_id', 'in', orderIds.length === 0 ? [0] : orderIds),
            media.and([
              media('subject_kind', '=', 'claim'),
              media('subject_id', 'in', claimIds.length === 0 ? [0] : claimIds),
            ]),
            media.and([
              media('subject_kind', '=', 'shippingClaim'),
              media('subject_id', 'in', shippingClaimIds.length === 0 ? [0] : shippingClaimIds),
            ]),
          ]),
        )
        .executeTakeFirstOrThrow();
      return {
        counts: { orders: orderIds.length, claims: claimIds.length + shippingClaimIds.length, files: count },
        openClaims: await openClaimsOf(db, storeId, { orderIds, claimIds, shippingClaimIds }),
        kept: [...KEPT_AFTER_ERASURE],
      };
    }),
  ),

  handle(contract.askPrivacy, async ({ body }, { storeId, user, requestId }) => {
    if (body.kind === 'eraseStore') await checkStore({ database, storefrontOf }, storeId, requestId, body.storeName);
    const row = await database.inStore(storeId, async (db) => {
      const about = body.kind === 'eraseStore' ? null : aboutOf(body.email);
      if (about !== null) {
        const { orders, claims, shippingClaims } = await findCustomer(db, storeId, about);
        if (orders.length + claims.length + shippingClaims.length === 0)
          throw new Refusal('notFound', 'CUSTOMER_NOT_FOUND', 'Nothing is stored for this email.');
      }
      return addPrivacyRequest(db, storeId, {
        purposeKey: `staff:${randomUUID()}`,
        kind: body.kind,
        requestedBy: staffName(user),
        about,
      });
    });
    if (row === null) throw new Error('a new key was used before');
    return show(row, files);
  }),

  handle(contract.retryPrivacyRequest, async ({ params }, { storeId }) => {
    if (!(await database.inStore(storeId, (db) => requestNow(db, storeId, params.privacyRequestId))))
      throw new Refusal('notFound', 'PRIVACY_REQUEST_NOT_FOUND', "This request doesn't exist or is no longer waiting.");
    return {};
  }),
];

const aboutOf = (email: string): PrivacySubject => PrivacySubject.parse({ email });

/** Refuses STORE_NAME_WRONG and STORE_CONNECTED. */
async function checkStore(
  { database, storefrontOf }: Pick<Deps, 'database' | 'storefrontOf'>,
  storeId: number,
  requestId: string,
  name: string,
): Promise<void> {
  const store = await database.readStore(storeId, (db) => storeById(db, storeId));
  if (store?.name.trim() !== name.trim())
    throw new Refusal('notAllowed', 'STORE_NAME_WRONG', "That isn't the name of this store.");
  if (await isConnected({ storefrontOf }, storeId, requestId))
    throw new Refusal('conflict', 'STORE_CONNECTED', 'Uninstall the app in Shopify first.');
}

async function show(row: PrivacyRequestRow, files: Files): Promise<contract.PrivacyRequest> {
  const { about } = row;
  return {
    id: row.request_id,
    kind: row.kind,
    state: row.state,
    requestedBy: row.requested_by,
    createdOn: row.created_on.toISOString(),
    dueOn: new Date(row.created_on.getTime() + PRIVACY_DAYS.requestDue * DAY_MS).toISOString(),
    doneOn: row.done_on?.toISOString() ?? null,
    customer: about === null ? null : about.email || about.phone || about.customerIdFromPlatform,
    counts: PrivacyCounts.parse(row.counts),
    waitsFor: row.waits_for,
    lastError: row.last_error,
    downloadUrl: row.file_key === null ? null : await files.signDownload(row.file_key, SHOWN_SECONDS),
  };
}

import { DAY_MS } from '#core/dates.ts';
import { PrivacyCounts, type PrivacyRequestKind } from '#core/privacy/requests.ts';
import { PRIVACY_DAYS } from '#core/privacy/retention.ts';
import { AccessEndedError, PartnerError } from '#partners/ports.ts';
import { raiseAlert } from '#server/db/alerts.ts';
import type { Db } from '#server/db/connect.ts';
import {
  requestDone,
  requestFailed,
  requestRefused,
  requestWaits,
  takeDueRequest,
  type PrivacyRequestRow,
} from '#server/db/privacy-requests.ts';
import { rulesNamingEmail } from '#server/db/rules-naming.ts';
import type { ServerDeps } from '#server/deps.ts';
import { eraseCustomer } from '#server/privacy/erase-customer.ts';
import { eraseStore } from '#server/privacy/erase-store.ts';
import { exportCustomer } from '#server/privacy/export-customer.ts';
import { moneyLeft, moneyOnItsWay, returnMoney } from '#server/privacy/return-money.ts';

type Deps = Pick<ServerDeps, 'database' | 'secret' | 'files' | 'log' | 'storefrontOf'>;

/** An erasure looks again this often whether the claims it waits for are closed. */
const LOOK_AGAIN_SECONDS = 3600;

/** Carries out a request that is due. Returns how many it took. */
export async function carryOutPrivacy(deps: Deps): Promise<number> {
  const row = await takeDueRequest(deps.database);
  if (!row) return 0;
  try {
    await HOW[row.kind](deps, row);
  } catch (error) {
    const names = { storeId: row.store_id, privacyRequestId: row.request_id, attempt: row.attempts };
    deps.log.warn({ ...names, err: error }, 'a privacy request will be tried again');
    const words = error instanceof PartnerError ? error.message : 'Something unexpected went wrong; see the log.';
    await deps.database.inStore(row.store_id, (db) => requestFailed(db, row, words));
  }
  return 1;
}

const HOW: Readonly<Record<PrivacyRequestKind, (deps: Deps, row: PrivacyRequestRow) => Promise<void>>> = {
  export: makeExport,
  erase,
  eraseStore: eraseWholeStore,
};

const tell = (db: Db, { store_id, request_id }: PrivacyRequestRow, message: string): Promise<void> =>
  raiseAlert(db, store_id, 'privacyRequest', `Request ${request_id}: ${message}`);

async function makeExport({ database, files }: Deps, row: PrivacyRequestRow): Promise<void> {
  const { about, store_id: storeId } = row;
  if (about === null) return;
  const { content, counts } = await database.readStore(storeId, (db) => exportCustomer(db, storeId, about));
  const fileKey = `privacy/${storeId}/${row.request_id}.json`;
  const chunks = async function* (): AsyncGenerator<Uint8Array> {
    yield Buffer.from(JSON.stringify(content, null, 2));
  };
  await files.putStream(fileKey, chunks(), 'application/json', `customer-data-${row.request_id}.json`);
  await database.inStore(storeId, async (db) => {
    await requestDone(db, row, { counts, fileKey });
    await tell(db, row, "a customer's data is ready to download. Hand it over within 30 days of the request.");
  });
}

async function erase(deps: Deps, row: PrivacyRequestRow): Promise<void> {
  const { about, store_id: storeId } = row;
  const before = PrivacyCounts.parse(row.counts);
  if (about === null) return;
  const requestId = `privacy-${row.request_id}`;
  const { counts, waitsFor } = await eraseCustomer(deps, { storeId, about, requestId, before });
  await deps.database.inStore(storeId, async (db) => {
    if (waitsFor.length === 0) {
      await requestDone(db, row, { counts });
      // A rule may stop working without it, so that admins decide what becomes of it.
      const naming = await rulesNamingEmail(db, storeId, about.email);
      const left = naming.length === 0 ? '' : ` Automations still name their email: ${naming.join(', ')}. Take it out.`;
      await tell(db, row, `a customer's data was erased.${left}`);
      return;
    }
    await requestWaits(db, row, { counts, waitsFor, delaySeconds: LOOK_AGAIN_SECONDS });
    if (row.waits_for.length === 0)
      await tell(db, row, `the customer still has something open (${waitsFor.map(({ name }) => name).join(', ')}).`);
  });
}

/**
 * Only once the platform refuses our token: the merchant may have installed the app again since. Shoppers have their
 * money back first, for some weeks: what could never be returned is then the provider's to look at.
 */
async function eraseWholeStore({ database, log, storefrontOf }: Deps, row: PrivacyRequestRow): Promise<void> {
  const { store_id: storeId } = row;
  if (await isConnected({ storefrontOf }, storeId, `privacy-${row.request_id}`)) {
    await database.inStore(storeId, async (db) => {
      await requestRefused(db, row, 'The app is installed in this store.');
      await tell(db, row, "the store wasn't erased because the app is installed in it.");
    });
    return;
  }
  const counts = { orders: 0, claims: 0, files: 0 };
  const isLate = Date.now() - row.created_on.getTime() > PRIVACY_DAYS.moneyOfStore * DAY_MS;
  if (!isLate) {
    await returnMoney(database, storeId, `privacy-${row.request_id}`);
    const waitsFor = await database.readStore(storeId, (db) => moneyOnItsWay(db, storeId));
    if (waitsFor.length > 0) {
      await database.inStore(storeId, (db) =>
        requestWaits(db, row, { counts, waitsFor, delaySeconds: LOOK_AGAIN_SECONDS }),
      );
      return;
    }
  }
  const left = await database.asOwner(async (db) => {
    const money = await moneyLeft(db, storeId);
    await eraseStore(db, storeId);
    await requestDone(db, row, { counts });
    return money;
  });
  if (left.length > 0)
    log.warn({ storeId, payments: left }, "a store is erased, and its shoppers' money is left at the payment provider");
}

/** Whether the platform still takes our token. Throws where it doesn't say: what follows from a no can't be undone. */
export async function isConnected(
  { storefrontOf }: Pick<ServerDeps, 'storefrontOf'>,
  storeId: number,
  requestId: string,
): Promise<boolean> {
  try {
    await (await storefrontOf(storeId)).shop({ requestId });
    return true;
  } catch (error) {
    if (error instanceof AccessEndedError) return false;
    throw error;
  }
}

import { randomBytes } from 'node:crypto';
import * as contract from '#contract/merchant/portal-host.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { Refusal } from '#core/refusal.ts';
import { hostOf, isProven, proofName, proofText } from '#core/stores/portal-host.ts';
import { PartnerError } from '#partners/ports.ts';
import { hostAddress } from '#server/customer/portal-address.ts';
import type { Db } from '#server/db/connect.ts';
import { isUniqueViolation } from '#server/db/contention.ts';
import {
  changePortalHost,
  deletePortalHost,
  isHostTaken,
  portalHostOf,
  savePortalHost,
  type PortalHostRow,
} from '#server/db/portal-hosts.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';

type Deps = Pick<ServerDeps, 'database' | 'config' | 'dns'>;
type Shown = RouteAnswer<typeof contract.setPortalHost>['portalHost'];

/** The portal at a host of the merchant's own. */
export function portalHostHandlers({ database, config, dns }: Deps): Handler[] {
  const publicHost = new URL(config.PUBLIC_URL).hostname;

  const show = (row: PortalHostRow): Shown => ({
    host: row.host,
    url: hostAddress(config.PUBLIC_URL, row.host),
    records: [
      { type: 'TXT', name: proofName(row.host), value: proofText(row.proof) },
      { type: 'CNAME', name: row.host, value: publicHost },
    ],
    checkedOn: row.checked_on?.toISOString() ?? null,
    verifiedOn: row.verified_on?.toISOString() ?? null,
    linkedOn: row.linked_on?.toISOString() ?? null,
  });

  return [
    handle(contract.getPortalHost, (_input, { storeId }) =>
      database.readStore(storeId, async (db) => {
        const row = await portalHostOf(db, storeId);
        return { portalHost: row ? show(row) : null };
      }),
    ),

    handle(contract.setPortalHost, async ({ body }, { storeId }) => {
      const host = hostOf(body.host);
      if (host === null)
        throw new Refusal('notAllowed', 'HOST_INVALID', 'Must be a name like returns.example.com.', {
          'body.host': 'Must be a name like returns.example.com.',
        });
      if (host === publicHost || (await database.asOwner((db) => isHostTaken(db, host, storeId)))) throw taken(host);
      return database.inStore(storeId, async (db) => {
        const before = await portalHostOf(db, storeId);
        if (before && before.verified_on !== null && before.host !== host)
          throw new Refusal('conflict', 'HOST_IN_USE', `The portal is at ${before.host}. Remove that host first.`);
        if (before?.host !== host)
          await savePortalHost(db, { store_id: storeId, host, proof: randomBytes(16).toString('hex') });
        return { portalHost: show(await known(db, storeId)) };
      });
    }),

    handle(contract.checkPortalHost, async (_input, { storeId }) => {
      const { host, proof, verified_on } = await database.readStore(storeId, (db) => known(db, storeId));
      const texts = await dns.texts(proofName(host)).catch((error: unknown) => {
        if (!(error instanceof PartnerError)) throw error;
        throw new Refusal('conflict', 'DNS_UNAVAILABLE', `${error.message} Try again in a moment.`);
      });
      const now = new Date();
      const isNew = verified_on === null && isProven(texts, proof);
      return database.inStore(storeId, async (db) => {
        const current = await known(db, storeId);
        // Another host was named meanwhile.
        if (current.proof !== proof) return { portalHost: show(current) };
        const row = await changePortalHost(db, storeId, {
          checked_on: now,
          ...(isNew ? { verified_on: now } : {}),
        }).catch((error: unknown) => {
          throw isUniqueViolation(error) ? taken(host) : error;
        });
        return { portalHost: show(row ?? current) };
      });
    }),

    handle(contract.linkPortalHost, ({ body: { isLinked } }, { storeId }) =>
      database.inStore(storeId, async (db) => {
        const row = await known(db, storeId);
        if (row.verified_on === null)
          throw new Refusal('conflict', 'HOST_UNPROVEN', `The DNS doesn't prove ${row.host} yet.`);
        const changed = await changePortalHost(db, storeId, { linked_on: isLinked ? new Date() : null });
        return { portalHost: show(changed ?? row) };
      }),
    ),

    handle(contract.removePortalHost, (_input, { storeId }) =>
      database.inStore(storeId, async (db) => {
        await deletePortalHost(db, storeId);
        return {};
      }),
    ),
  ];
}

const taken = (host: string): Refusal =>
  new Refusal('conflict', 'HOST_TAKEN', `${host} can't be used: something else is at this host.`);

async function known(db: Db, storeId: number): Promise<PortalHostRow> {
  const row = await portalHostOf(db, storeId);
  if (!row) throw new Refusal('notFound', 'HOST_NOT_FOUND', 'This store has no host of its own.');
  return row;
}

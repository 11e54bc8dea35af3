import * as contract from '#contract/merchant/serial-numbers.ts';
import type { RouteAnswer } from '#contract/route.ts';
import { methodName } from '#core/claims/method-names.ts';
import { ownerName } from '#core/registrations/registration.ts';
import { historyOf } from '#core/registrations/serial-history.ts';
import { normalizeSerial } from '#core/registrations/serial-number.ts';
import type { Db } from '#server/db/connect.ts';
import { orderWithClaims } from '#server/db/order-with-claims.ts';
import { productsById } from '#server/db/products.ts';
import type { RegistrationRow } from '#server/db/registrations.ts';
import { registrationsWithSerial, unitsWithSerial } from '#server/db/serial-numbers.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { coverageOf, coverageText } from '#server/registrations/coverage.ts';

type Unit = RouteAnswer<typeof contract.serialNumber>['units'][number];

/** What happened to single items. */
export const serialNumberHandler = ({ database }: Pick<ServerDeps, 'database'>): Handler =>
  handle(contract.serialNumber, ({ query }, { storeId }) =>
    database.readStore(storeId, async (db) => {
      const key = normalizeSerial(query.serialNumber);
      const rows = await registrationsWithSerial(db, storeId, key);
      const units = await unitsWithSerial(db, storeId, key);
      const named = new Map(
        (
          await productsById(
            db,
            storeId,
            units.map(({ product }) => product),
          )
        ).map((one) => [one.idFromPlatform, one.title]),
      );
      const shown: Unit[] = [];
      for (const { product, serial, isKnown, registrationId } of units)
        shown.push({
          serialNumber: serial,
          productName: named.get(product) ?? '',
          isKnown,
          registrations: await histories(
            db,
            rows.filter((row) => hasUnit(row, product, key)),
            key,
            registrationId,
          ),
        });
      return { units: shown };
    }),
  );

const hasUnit = ({ document }: RegistrationRow, product: string, key: string): boolean =>
  document.lines.some(
    ({ productIdFromPlatform, serialNumber }) =>
      productIdFromPlatform === product && serialNumber !== null && normalizeSerial(serialNumber) === key,
  );

async function histories(
  db: Db,
  rows: readonly RegistrationRow[],
  key: string,
  currentId: number | null,
): Promise<Unit['registrations']> {
  const shown: Unit['registrations'] = [];
  for (const row of rows) {
    const found = await orderWithClaims(db, row.store_id, row.order_id);
    const claims = (found?.claims ?? []).map(({ claim }) => claim);
    const covered = (await coverageOf(db, row, new Date().toISOString())).find(
      ({ line }) => line.serialNumber !== null && normalizeSerial(line.serialNumber) === key,
    );
    shown.push({
      id: row.registration_id,
      externalId: row.external_id,
      ownerName: ownerName(row.document.owner),
      isCurrent: row.registration_id === currentId,
      coverage: covered ? coverageText(covered) : '',
      isCovered: covered?.isCovered ?? false,
      events: historyOf(row.document, key, { lines: found?.order.lines ?? [], claims }).map((event) => {
        const claim = 'claim' in event ? claims.find(({ externalId }) => externalId === event.claim) : undefined;
        return {
          kind: event.kind,
          on: event.on,
          claim: claim
            ? {
                id: claim.id,
                externalId: claim.externalId,
                claimType: claim.claimType,
                method: event.kind === 'resolved' ? methodName(event.method) : null,
              }
            : null,
        };
      }),
    });
  }
  return shown;
}

import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import * as contract from '#contract/merchant/registration-codes.ts';
import { csvLine } from '#core/lists/report.ts';
import { Refusal } from '#core/refusal.ts';
import { gtin14 } from '#core/registrations/gtin.ts';
import { digitalLink, isGs1Serial, registrationLink, type CodeKind } from '#core/registrations/product-code.ts';
import { isSerial, normalizeSerial } from '#core/registrations/serial-number.ts';
import type { Documents } from '#partners/registry.ts';
import { portalAddress } from '#server/customer/portal-address.ts';
import type { Db } from '#server/db/connect.ts';
import { removeLater } from '#server/db/file-removals.ts';
import { productsWithVariants } from '#server/db/products.ts';
import { freeSerialsOf } from '#server/db/serial-numbers.ts';
import { settingsOf } from '#server/db/settings.ts';
import { storeById } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { asRegistered } from '#server/registrations/registrable.ts';

const KEPT_MINUTES = 60;

/** Codes on products, boxes and leaflets that lead to their registration. */
export const registrationCodeHandlers = ({
  database,
  files,
  documents,
  config,
}: Pick<ServerDeps, 'database' | 'files' | 'documents' | 'config'>): Handler[] => {
  const planned = (storeId: number, wanted: Wanted): Promise<Plan> =>
    database.readStore(storeId, (db) => planOf(db, storeId, wanted, config.PUBLIC_URL));

  return [
    handle(contract.registrationCode, async ({ query: { serialNumber, ...query } }, { storeId }) => {
      const { linkOf, gtin, channels } = await planned(storeId, query);
      const url = linkOf(serialNumber);
      return { url, svg: await documents.codePicture(url), gtin, channels };
    }),

    handle(contract.freeSerials, ({ query: { variantIdFromPlatform, after } }, { storeId }) =>
      database.readStore(storeId, async (db) => {
        const [product] = await productsWithVariants(db, storeId, [variantIdFromPlatform]);
        if (!product) throw productUnknown();
        const wanted = { product: product.idFromPlatform, after: normalizeSerial(after) };
        const found = await freeSerialsOf(db, storeId, wanted, contract.MOST_CODES + 1);
        return {
          serialNumbers: found.slice(0, contract.MOST_CODES),
          hasMore: found.length > contract.MOST_CODES,
        };
      }),
    ),

    handle(contract.makeRegistrationCodes, async ({ body }, { storeId }) => {
      const { serialNumbers, copies, format } = body;
      const plan = await planned(storeId, body);
      checkOnce(serialNumbers);
      const serials = serialNumbers.length > 0 ? serialNumbers : Array.from({ length: copies }, () => '');
      const codes = serials.map((serial) => ({ serial, url: plan.linkOf(serial) }));
      const key = `codes/${storeId}/${randomUUID()}.${format}`;
      await database.inStore(storeId, (db) => removeLater(db, storeId, [key], KEPT_MINUTES));
      const content = format === 'csv' ? csvOf(plan, codes) : await documents.codeSheet(sheetOf(plan, codes));
      await files.put(key, content, format === 'csv' ? 'text/csv; charset=utf-8' : 'application/pdf');
      return { count: codes.length, downloadUrl: await files.signDownload(key, KEPT_MINUTES * 60) };
    }),
  ];
};

const productUnknown = (): Refusal =>
  new Refusal('notAllowed', 'PRODUCT_UNKNOWN', "Your store doesn't have this product.");

type Wanted = Pick<
  z.output<typeof contract.makeRegistrationCodes.body>,
  'variantIdFromPlatform' | 'registrationChannelName' | 'kind'
>;
type Plan = {
  storeName: string;
  countryCode: string;
  product: { name: string; variantTitle: string; sku: string };
  channel: string;
  channels: string[];
  gtin: string | null;
  /** The link for a serial number, or for none. Refuses SERIAL_INVALID. */
  linkOf(serial: string): string;
};

/** Refuses PRODUCT_UNKNOWN, CHANNEL_UNKNOWN and GTIN_MISSING. */
async function planOf(db: Db, storeId: number, wanted: Wanted, publicUrl: string): Promise<Plan> {
  const { variantIdFromPlatform: variantId, registrationChannelName: channel, kind } = wanted;
  const store = await storeById(db, storeId);
  const [found] = await productsWithVariants(db, storeId, [variantId]);
  const product = found && asRegistered(found, variantId);
  if (!store || !found || !product) throw productUnknown();
  const channels = settingsOf(store).registrations.offeredSalesChannels;
  if (channel !== '' && !channels.includes(channel))
    throw new Refusal('notAllowed', 'CHANNEL_UNKNOWN', "The settings of registrations don't offer this sales channel.");
  const gtin = gtin14(found.variants.find(({ idFromPlatform }) => idFromPlatform === variantId)?.barcode ?? '');
  const portal = portalAddress(publicUrl, store);
  const linkTo = linkBy(kind, { gtin, product: variantId, channel, portal });
  return {
    storeName: store.name,
    countryCode: store.return_address?.countryCode ?? '',
    product,
    channel,
    channels,
    gtin,
    linkOf: (serial) => {
      checkSerial(serial, kind);
      return linkTo(serial);
    },
  };
}

type Parts = { gtin: string | null; product: string; channel: string; portal: string };

function linkBy(kind: CodeKind, { gtin, product, channel, portal }: Parts): (serial: string) => string {
  if (kind === 'link') return (serial) => registrationLink(portal, { product, channel, serial });
  if (gtin === null) {
    const text = 'This product has no valid barcode (GTIN) in your shop. Add it there, or use our own link.';
    throw new Refusal('notAllowed', 'GTIN_MISSING', text);
  }
  return (serial) => digitalLink(portal, gtin, { channel, serial });
}

function checkSerial(serial: string, kind: CodeKind): void {
  if (serial === '') return;
  if (!isSerial(serial)) throw serialInvalid(`“${serial}” isn't a serial number.`);
  if (kind === 'digitalLink' && !isGs1Serial(serial))
    throw serialInvalid(`“${serial}” doesn't fit GS1: at most 20 letters, digits and signs, without spaces.`);
}

function checkOnce(serials: readonly string[]): void {
  const seen = new Set<string>();
  for (const serial of serials) {
    const key = normalizeSerial(serial);
    if (seen.has(key)) throw serialInvalid(`“${serial}” is there twice.`);
    seen.add(key);
  }
}

const serialInvalid = (text: string): Refusal =>
  new Refusal('notAllowed', 'SERIAL_INVALID', text, { 'body.serialNumbers': text });

type Sheet = Parameters<Documents['codeSheet']>[0];
type Code = { serial: string; url: string };

const CSV_HEAD = ['Product', 'Variant', 'SKU', 'GTIN', 'Sales channel', 'Serial number', 'Link'];

const csvOf = ({ product, gtin, channel }: Plan, codes: readonly Code[]): Uint8Array =>
  Buffer.from(
    `\uFEFF${[
      CSV_HEAD,
      ...codes.map(({ serial, url }) => [
        product.name,
        product.variantTitle,
        product.sku,
        gtin ?? '',
        channel,
        serial,
        url,
      ]),
    ]
      .map(csvLine)
      .join('')}`,
  );

const sheetOf = ({ product, storeName, countryCode }: Plan, codes: readonly Code[]): Sheet => {
  const name = [product.name, product.variantTitle].filter((part) => part !== '').join(', ');
  return {
    title: `Registration codes for ${name}`,
    author: storeName,
    countryCode,
    codes: codes.map(({ serial, url }) => ({ url, name, detail: serial === '' ? 'Scan to register' : serial })),
  };
};

import * as contract from '#contract/merchant/registrations.ts';
import { dayIn } from '#core/analytics/period.ts';
import { rollupOf } from '#core/claims/status.ts';
import { aboutOrder } from '#core/effects/subject.ts';
import type { RegistrationEmailPayload } from '#core/effects/registration-email.ts';
import { isFromRegistration } from '#core/orders/order-origin.ts';
import { Refusal, type RefusalKind } from '#core/refusal.ts';
import {
  addProducts,
  cancelRegistration,
  editRegistration,
  removeProduct,
  transferRegistration,
  type RegistrationChange,
  type Standing,
} from '#core/registrations/change.ts';
import { sameThing } from '#core/registrations/register.ts';
import type { Registration } from '#core/registrations/registration.ts';
import type { Db } from '#server/db/connect.ts';
import { isUniqueViolation } from '#server/db/contention.ts';
import { orderWithClaims } from '#server/db/order-with-claims.ts';
import { holdOrder, orderById } from '#server/db/orders.ts';
import { settingsOf } from '#server/db/settings.ts';
import { productsById, productsWithVariants } from '#server/db/products.ts';
import {
  freeSerials,
  registrationById,
  registrationForChange,
  keysOfOther,
  sameKeyOf,
  saveRegistration,
  standingOf,
  type RegistrationRow,
} from '#server/db/registrations.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { enqueue } from '#server/effects/outbox.ts';
import type { StoreContext } from '#server/http/context.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { coverageOf, coverageText } from '#server/registrations/coverage.ts';
import { writeOrder } from '#server/registrations/order-of.ts';
import { proofsOf, removeProofs } from '#server/registrations/proofs.ts';
import { asRegistered } from '#server/registrations/registrable.ts';

type Deps = Pick<ServerDeps, 'database' | 'files' | 'secret'>;
type Context = Pick<StoreContext, 'storeId' | 'requestId'>;

/** Registrations as staff see and change them. */
export const registrationHandlers = (deps: Deps): Handler[] => {
  const { database, files, secret } = deps;

  async function show(db: Db, row: RegistrationRow) {
    const { store_id: storeId, order_id: orderId, document: its } = row;
    const found = await orderWithClaims(db, storeId, orderId);
    const coverage = await coverageOf(db, row, new Date().toISOString());
    const standing = await standingOf(db, storeId, orderId);
    const idFromPlatform = found?.order.idFromPlatform ?? '';
    return {
      proofs: await proofsOf(db, storeId, its.proofs),
      shown: {
        id: row.registration_id,
        externalId: row.external_id,
        orderIdFromPlatform: idFromPlatform,
        registrationChannelName: its.registrationChannelName,
        createdOn: its.createdOn,
        canceledOn: its.canceledOn,
        estimatedPurchaseDate: its.estimatedPurchaseDate,
        emailMarketingConsentCollectedOn: its.consent?.collectedOn ?? null,
        consent: its.consent && {
          text: its.consent.text,
          textHash: its.consent.textHash,
          policyUrl: its.consent.policyUrl,
          language: its.consent.language,
        },
        customerProvidedOrderNumber: its.customerProvidedOrderNumber,
        customFields: its.customFields,
        claims: (found?.claims ?? []).map(({ claim, isEffectsOutstanding }) => ({
          id: claim.id,
          externalId: claim.externalId,
          claimType: claim.claimType,
          createdOn: claim.createdOn,
          claimRollup: rollupOf(claim, isEffectsOutstanding),
        })),
        email: its.owner.email,
        firstName: its.owner.firstName,
        lastName: its.owner.lastName,
        phone: its.owner.phone,
        address: its.owner.address,
        lineItems: coverage.map((one) => ({
          id: one.line.id,
          imgUrl: one.line.imgUrl,
          sku: one.line.sku,
          name: one.line.name,
          variantTitle: one.line.variantTitle,
          quantity: one.line.quantity,
          optionsFromPlatform: one.line.options,
          serialNumber: one.line.serialNumber,
          coveredUntil: one.until,
          isCovered: one.isCovered,
          coverage: coverageText(one),
        })),
        referrer: its.referrer,
        transferredOn: its.transferredOn,
        isTiedToOrder: !isFromRegistration(idFromPlatform),
        isEditable: its.canceledOn === null && !standing.hasClaims,
        hasOpenClaims: standing.hasOpenClaims,
      },
    };
  }

  async function answer({ shown, proofs }: Awaited<ReturnType<typeof show>>): Promise<contract.RegistrationShown> {
    return {
      ...shown,
      proofOfPurchaseFileUrls: await Promise.all(
        proofs.map(async ({ key, filename, contentType }) => ({
          url: await files.signDownload(key, SHOWN_SECONDS),
          filename,
          contentType,
        })),
      ),
    };
  }

  /** Loads, decides, saves; the order that stands for the registration follows it. */
  async function change(
    registrationId: number,
    { storeId, requestId }: Context,
    decide: (input: Deciding) => Promise<Registration> | Registration,
    news: (registration: Registration) => RegistrationEmailPayload['news'] | null,
  ): Promise<contract.RegistrationShown> {
    const changed = await database.inStore(storeId, async (db) => {
      const { store, row, isOwn } = await loadForChange(db, storeId, registrationId);
      const standing = await standingOf(db, storeId, row.order_id);
      const registration = await decide({ db, store, row, isOwn, standing });
      if (registration !== row.document) {
        const isSameThing = sameThing(registration) === sameThing(row.document);
        const keys = isSameThing ? {} : keysOfOther(secret, row, sameKeyOf(secret, registration));
        const isSaved = await saveRegistration(db, row, registration, keys).catch((error: unknown) => {
          throw isUniqueViolation(error) ? alreadyRegistered() : error;
        });
        if (!isSaved)
          throw new Refusal('conflict', 'REGISTRATION_CHANGED', 'Somebody changed this registration. Reload the page.');
        if (isOwn) await writeOrder(db, store, registration);
        await freeSerials(db, storeId, registrationId, registration);
        const gone = row.document.proofs.filter((proof) => !registration.proofs.includes(proof));
        await removeProofs(db, storeId, gone);
        const told = news(registration);
        if (told !== null)
          await enqueue(db, storeId, requestId, [
            {
              kind: 'registrationEmail',
              purposeKey: `registration:${registrationId}:${told}:${row.version + 1}`,
              subject: aboutOrder(row.order_id),
              payload: { registrationId, externalId: row.external_id, news: told },
            },
          ]);
      }
      const saved = await registrationById(db, storeId, registrationId);
      return show(db, saved ?? row);
    });
    return answer(changed);
  }

  return [
    handle(contract.productVariants, ({ params: { productId } }, { storeId }) =>
      database.readStore(storeId, async (db) => {
        const [product] = await productsById(db, storeId, [productId]);
        if (!product) throw productUnknown('notFound');
        const { title, imgUrl, variants } = product;
        return {
          idFromPlatform: productId,
          title,
          imgUrl,
          variants: variants.map((one) => ({
            idFromPlatform: one.idFromPlatform,
            title: one.title,
            sku: one.sku,
            imgUrl: one.imgUrl,
          })),
        };
      }),
    ),

    handle(contract.getRegistration, async ({ params: { registrationId } }, { storeId }) =>
      answer(
        await database.readStore(storeId, async (db) => {
          const row = await registrationById(db, storeId, registrationId);
          if (!row) throw notFound();
          return show(db, row);
        }),
      ),
    ),

    handle(contract.changeRegistration, ({ params: { registrationId }, body }, context) =>
      change(
        registrationId,
        context,
        (input) => decideChange(body, input),
        () => null,
      ),
    ),

    handle(contract.cancelRegistration, ({ params: { registrationId } }, context) =>
      change(
        registrationId,
        context,
        ({ row, standing }) => cancelRegistration(row.document, standing, new Date().toISOString()),
        () => 'canceled',
      ),
    ),

    handle(contract.transferRegistration, ({ params: { registrationId }, body }, context) =>
      change(
        registrationId,
        context,
        ({ store, row, isOwn, standing }) => {
          if (!isOwn) throw tied("The products belong to an order of your store, which can't be transferred.");
          const { defaultLanguage: language } = settingsOf(store).languages;
          return transferRegistration(row.document, { ...body, language }, standing, new Date().toISOString());
        },
        () => 'transferred',
      ),
    ),
  ];
};

const SHOWN_SECONDS = 3600;

/** `isOwn`: its order was made for it, and is no order of the store platform. */
type Deciding = { db: Db; store: StoreRow; row: RegistrationRow; isOwn: boolean; standing: Standing };

/** Nobody else changes it, or claims on it, until the end of the transaction. Refuses REGISTRATION_NOT_FOUND. */
async function loadForChange(db: Db, storeId: number, registrationId: number) {
  const store = await storeById(db, storeId);
  const row = await registrationForChange(db, storeId, registrationId);
  if (!store || !row || row.document.erasedOn !== undefined) throw notFound();
  // A claim made at this moment is decided again, on the order as it is then.
  await holdOrder(db, storeId, row.order_id);
  const order = await orderById(db, storeId, row.order_id);
  return { store, row, isOwn: order !== undefined && isFromRegistration(order.id_from_platform) };
}

async function decideChange(body: RegistrationChange, { db, store, row, isOwn, standing }: Deciding) {
  const now = new Date();
  const moment = { now: now.toISOString(), today: dayIn(now, store.time_zone), ...standing };
  const { document: registration, store_id: storeId } = row;
  const isAboutProducts = 'lineItemIdToRemove' in body || 'storeProductVariants' in body;
  if (!isAboutProducts) {
    const { estimatedPurchaseDate: day = registration.estimatedPurchaseDate } = body;
    if (!isOwn && day !== registration.estimatedPurchaseDate)
      throw tied('The warranty counts from the order the products were bought on.');
    return editRegistration(registration, body, moment);
  }
  if (!isOwn) throw tied("The products are those of an order of your store. They can't be changed here.");
  if ('lineItemIdToRemove' in body) return removeProduct(registration, body.lineItemIdToRemove, moment);
  const ids = body.storeProductVariants.map(({ idFromPlatform }) => idFromPlatform);
  const products = await productsWithVariants(db, storeId, ids);
  return addProducts(
    registration,
    body.storeProductVariants.map(({ idFromPlatform, quantity }) => {
      const product = products.flatMap((one) => asRegistered(one, idFromPlatform) ?? [])[0];
      if (!product) throw productUnknown();
      return { product, quantity };
    }),
    moment,
  );
}

const productUnknown = (kind: RefusalKind = 'notAllowed'): Refusal =>
  new Refusal(kind, 'PRODUCT_UNKNOWN', "Your store doesn't have this product.");
const alreadyRegistered = (): Refusal =>
  new Refusal(
    'conflict',
    'ALREADY_REGISTERED',
    'This customer has another registration of the same product and day. Cancel one of them first.',
  );
const tied = (text: string): Refusal => new Refusal('conflict', 'TIED_TO_ORDER', text);
const notFound = (): Refusal => new Refusal('notFound', 'REGISTRATION_NOT_FOUND', "This registration doesn't exist.");

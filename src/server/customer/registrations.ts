import * as contract from '#contract/customer/registrations.ts';
import type { RegistrableProduct } from '#contract/customer/registrations.ts';
import type { Budget } from '#core/orders/lookup-guard.ts';
import { normalizeEmail, orderNotFound } from '#core/orders/lookup.ts';
import type { Product } from '#core/orders/order.ts';
import { saidByOrder } from '#core/registrations/said-by-order.ts';
import type { RegisterRequest } from '#core/registrations/register.ts';
import { registrationTextsFor } from '#core/policy/registration-form.ts';
import { gtin14 } from '#core/registrations/gtin.ts';
import { Refusal } from '#core/refusal.ts';
import { inStore, tooManyForNow } from '#server/customer/guarded.ts';
import { storeOfSlug } from '#server/customer/portal-store.ts';
import { orderById, ordersByNumber, type OrderRow } from '#server/db/orders.ts';
import { untilFirst } from '#server/db/new-claim.ts';
import { registrationById, type RegistrationRow } from '#server/db/registrations.ts';
import { settingsOf } from '#server/db/settings.ts';
import type { StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import { handle, receive, type Handler } from '#server/http/serve.ts';
import { certificateDocument, showCertificate } from '#server/registrations/certificate.ts';
import { coverageOf, type Coverage } from '#server/registrations/coverage.ts';
import { certificateUrl, isSentToOwner, readRegistrationToken, registrationToken } from '#server/registrations/link.ts';
import { announceProof, finishProof } from '#server/registrations/proofs.ts';
import { findRegistrable, knownOf, registrableVariants } from '#server/registrations/registrable.ts';
import { isBoughtOn } from '#server/registrations/order-of.ts';
import { formOf, registerProduct } from '#server/registrations/register.ts';
import { readerLanguage } from '#server/customer/session-order.ts';
import { findGuarded, searchGuarded, sessionOf } from '#server/customer/lookup.ts';
import { giveAttemptBack, takeAttempt } from '#server/stores/attempts.ts';
import type { Logger } from '#server/log.ts';
import { writerFor } from '#server/texts.ts';

const MOST_FOUND = 20;
/** Made when it is asked for, so that nothing of its owner is kept in a file. */
const CERTIFICATE_PDF = '/api/customer/{slug}/registration/certificate.pdf';
const QUARTER_HOUR = 15 * 60;
const DAY = 24 * 3600;

/** What one network may ask for; a shop's counter registers many products a day. */
const BUDGETS = {
  search: { most: 300, windowSeconds: QUARTER_HOUR },
  register: { most: 40, windowSeconds: QUARTER_HOUR },
  upload: { most: 60, windowSeconds: QUARTER_HOUR },
  // Files wait for a registration for a day, and a store has room for no more than some.
  'upload of the day': { most: 200, windowSeconds: DAY },
} as const;

/** Certificates to one email address, which may be a stranger's. */
const mailBudget = (email: string): Budget => ({
  bucket: `registrations of ${normalizeEmail(email)}`,
  most: 20,
  windowSeconds: 24 * 3600,
});

type Deps = Pick<ServerDeps, 'database' | 'secret' | 'files' | 'documents' | 'config' | 'pause'>;
/** Who asks. */
type From = { network: string; log: Logger };

const showRegistrable = ({ idFromPlatform, title, imgUrl, variants }: Product): RegistrableProduct => ({
  idFromPlatform,
  title,
  imgUrl,
  variants: variants.map((one) => ({
    idFromPlatform: one.idFromPlatform,
    title: one.title,
    sku: one.sku,
    gtin: gtin14(one.barcode ?? ''),
  })),
});

/** Registering a product, and its certificate. */
export const registrationHandlers = (deps: Deps): Handler[] => {
  const { database, secret, config, documents, pause } = deps;
  const coverage = (row: RegistrationRow): Promise<Coverage[]> =>
    database.readStore(row.store_id, (db) => coverageOf(db, row, new Date().toISOString()));

  async function take(store: StoreRow, what: keyof typeof BUDGETS, network: string): Promise<void> {
    const budget: Budget = { bucket: `registration ${what} from ${network}`, ...BUDGETS[what] };
    if (await takeAttempt(database, secret, inStore(store.store_id, [budget]))) return;
    throw budget.windowSeconds === QUARTER_HOUR
      ? new Refusal('tooMany', 'TOO_MANY_ATTEMPTS', 'Too many requests. Please try again in 15 minutes.')
      : tooManyForNow();
  }

  const offeredStore = async (slug: string): Promise<StoreRow> => {
    const store = await storeOfSlug(database, slug);
    const { form } = await database.readStore(store.store_id, (db) => formOf(db, store));
    if (!form.isOffered)
      throw new Refusal(
        'notAllowed',
        'REGISTRATIONS_DISABLED',
        "This store doesn't take product registrations online.",
      );
    return store;
  };

  /** A number and an email that are compared with the store's orders while somebody registers. */
  const asked = (store: StoreRow, { orderNo, email }: { orderNo: string; email: string }, { network, log }: From) => ({
    database,
    secret,
    pause,
    store,
    log,
    tried: { network, number: orderNo, answer: email, proof: 'email' as const },
    isRegistering: true as const,
  });

  /** The order on which the product was bought, if the number and email typed for it are compared and right. */
  async function orderNamed(
    store: StoreRow,
    { customerProvidedOrderNumber: orderNo, email, variantIdFromPlatform }: RegisterRequest,
    from: From,
  ): Promise<OrderRow | null> {
    if (orderNo === '') return null;
    const { found } = await searchGuarded(asked(store, { orderNo, email }, from), {
      candidates: (db) => ordersByNumber(db, store.store_id, orderNo),
      isIt: (order) => isBoughtOn(order, { orderNo, email, variantIds: [variantIdFromPlatform] }),
    });
    return found;
  }

  /** The registration that a link names, while it is its owner's. Refuses LINK_EXPIRED. */
  async function ofToken(slug: string, token: string): Promise<{ store: StoreRow; row: RegistrationRow }> {
    const store = await storeOfSlug(database, slug);
    const link = readRegistrationToken(secret, token, new Date());
    const row =
      link?.storeId === store.store_id
        ? await database.readStore(store.store_id, (db) => registrationById(db, store.store_id, link.registrationId))
        : undefined;
    if (!link || !row || !isSentToOwner(row, link) || row.document.erasedOn !== undefined)
      throw new Refusal('forbidden', 'LINK_EXPIRED', 'This link is no longer valid.');
    return { store, row };
  }

  return [
    handle(contract.registrationForm, async ({ params }) => {
      const store = await storeOfSlug(database, params.slug);
      const { form, today } = await database.readStore(store.store_id, (db) => formOf(db, store));
      const { channels, countryCodes, fields, serialFieldIds, ...rest } = form;
      return {
        ...rest,
        channels: [...channels],
        countryCodes: [...countryCodes],
        fields: [...fields],
        serialFieldIds: [...serialFieldIds],
        texts: registrationTextsFor(settingsOf(store)),
        today,
      };
    }),

    handle(contract.registrableProducts, async ({ params, query }, { address }) => {
      const store = await offeredStore(params.slug);
      await take(store, 'search', address);
      const wanted = {
        searchTerm: query.searchTerm,
        code: query.code ?? null,
        known: knownOf(store, {
          channel: query.registrationChannelName,
          purchasedOn: query.estimatedPurchaseDate ?? null,
        }),
      };
      const found = await database.readStore(store.store_id, (db) =>
        findRegistrable(db, store.store_id, wanted, MOST_FOUND + 1),
      );
      return { products: found.slice(0, MOST_FOUND).map(showRegistrable), hasMore: found.length > MOST_FOUND };
    }),

    handle(contract.orderToRegister, async ({ params, body: { orderNo, email } }, { address: network, log }) => {
      const store = await offeredStore(params.slug);
      const storeId = store.store_id;
      const { document } = await findGuarded(asked(store, { orderNo, email }, { network, log }), {
        candidates: (db) => ordersByNumber(db, storeId, orderNo),
        isIt: (order) => isBoughtOn(order, { orderNo, email, variantIds: [] }),
        notFound: orderNotFound,
      });
      const { variantIds, ...said } = saidByOrder(document, store.time_zone);
      const known = knownOf(store, { channel: '', purchasedOn: said.purchasedOn });
      const found = await database.readStore(storeId, (db) =>
        registrableVariants(db, storeId, variantIds.slice(0, MOST_FOUND), known),
      );
      return {
        ...said,
        items: found.map(({ product, variantId }) => ({
          product: showRegistrable(product),
          variantIdFromPlatform: variantId,
        })),
      };
    }),

    handle(contract.startProofUpload, async ({ params, body }, { address }) => {
      const store = await offeredStore(params.slug);
      await take(store, 'upload', address);
      await take(store, 'upload of the day', address);
      return announceProof(deps, store.store_id, body);
    }),

    handle(contract.finishProofUpload, async ({ params }) => {
      const store = await storeOfSlug(database, params.slug);
      return finishProof(deps, store.store_id, params.mediaId);
    }),

    handle(
      contract.registerProduct,
      async ({ params, body: { language: consentLanguage, ...request } }, { address, log, requestId, wishes }) => {
        const store = await offeredStore(params.slug);
        const storeId = store.store_id;
        await take(store, 'register', address);
        const mails = inStore(storeId, [mailBudget(request.email)]);
        if (!(await takeAttempt(database, secret, mails))) throw tooManyMails();
        const notMailed = () => giveAttemptBack(database, secret, mails);
        const bought = await orderNamed(store, request, { network: address, log });
        const { row, isNew } = await untilFirst(() =>
          database.inStore(storeId, (db) =>
            registerProduct(db, store, request, {
              secret,
              requestId,
              consentLanguage,
              language: readerLanguage(store, wishes),
              boughtOn: bought?.order_id ?? null,
            }),
          ),
        ).catch(async (error: unknown) => {
          await notMailed();
          throw error;
        });
        if (!isNew) await notMailed();
        // Someone who only knows an email and a product learns that it is registered, and nothing about its owner.
        const token = isNew ? registrationToken(secret, row, new Date()) : null;
        return {
          isNew,
          certificate: showCertificate(store, row, await coverage(row), { token, publicUrl: config.PUBLIC_URL }),
        };
      },
    ),

    handle(contract.certificate, async ({ params, body: { token } }) => {
      const { store, row } = await ofToken(params.slug, token);
      return showCertificate(store, row, await coverage(row), { token, publicUrl: config.PUBLIC_URL });
    }),

    receive('GET', CERTIFICATE_PDF, async ({ params, query }) => {
      const { store, row } = await ofToken(params['slug'] ?? '', query['token'] ?? '');
      const url = certificateUrl(config.PUBLIC_URL, store.slug, query['token'] ?? '');
      const writer = await database.readStore(store.store_id, (db) =>
        writerFor(db, store, row.document.language ?? 'en'),
      );
      return {
        status: 200,
        body: await certificateDocument(documents, store, row, await coverage(row), {
          url,
          publicUrl: config.PUBLIC_URL,
          writer,
        }),
        headers: {
          'content-type': 'application/pdf',
          'content-disposition': `inline; filename="${row.external_id}.pdf"`,
          'cache-control': 'private, no-store',
        },
      };
    }),

    handle(contract.openRegistration, async ({ params, body: { token } }, context) => {
      const { store, row } = await ofToken(params.slug, token);
      const order = await database.readStore(store.store_id, (db) => orderById(db, store.store_id, row.order_id));
      if (!order) throw new Refusal('forbidden', 'LINK_EXPIRED', 'This link is no longer valid.');
      // The answer to a registration has the token too, so it proves an email that was typed, and no mailbox.
      context.setPortalSession({ ...sessionOf(store, order), provenBy: 'email' });
      return { idFromPlatform: order.id_from_platform };
    }),
  ];
};

const tooManyMails = (): Refusal =>
  new Refusal(
    'tooMany',
    'TOO_MANY_ATTEMPTS',
    'Too many registrations with this email address. Please try again tomorrow.',
  ).naming({ kind: 'registration' });

import { randomBytes, randomUUID } from 'node:crypto';
import { createClaim as createClaimRoute, quoteClaim } from '#contract/merchant/claim-actions.ts';
import type { RouteParsed } from '#contract/route.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { ClaimMedia } from '#core/claims/media-shapes.ts';
import { choicesOf } from '#core/claims/choices-of.ts';
import { methodOf } from '#core/claims/method-names.ts';
import { createClaim, draftClaim } from '#core/claims/create.ts';
import type { ClaimSelection, CreateClaimInput } from '#core/claims/new-claim.ts';
import { categoryOfReason } from '#core/claims/reasons.ts';
import { EXTERNAL_ID_BYTES, externalIdOf } from '#core/claims/external-id.ts';
import { unitsValue, type Minor } from '#core/money.ts';
import type { Order, OrderLine } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import type { Choices } from '#core/policy/choices.ts';
import { reasonsFor, type Policy } from '#core/policy/policy.ts';
import { amountOf } from '#server/amounts.ts';
import { policyGiven, policyOf } from '#server/policy.ts';
import { claimMedia } from '#server/customer/claim-media.ts';
import type { Db } from '#server/db/connect.ts';
import { addClaim } from '#server/claims/change.ts';
import { untilFirst } from '#server/db/new-claim.ts';
import { orderForClaim, orderWithClaims, type OrderWithClaims } from '#server/db/order-with-claims.ts';
import { rulingFor } from '#server/db/ruling.ts';
import { storeById, type StoreRow } from '#server/db/stores.ts';
import type { ServerDeps } from '#server/deps.ts';
import type { StoreContext } from '#server/http/context.ts';
import { labelPrices, type LabelPrices } from '#server/labels/label-prices.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { feesInMinor } from '#server/merchant/fees.ts';
import { settingsOf } from '#server/db/settings.ts';
import { staffName } from '#server/merchant/staff-name.ts';
import { showLedger } from '#server/merchant/show-money.ts';
import { refuseMisstated } from '#server/merchant/stated.ts';
import { emailHash, type ClaimOrigin } from '#server/risk/origin.ts';
import { aroundNewClaim } from '#server/rules/around-claim.ts';
import { bringSegments } from '#server/rules/bring-segments.ts';
import { madeBySame, sentRequest } from '#server/sent-request.ts';
import { liveCatalog, type LiveCatalog } from '#server/stores/live-catalog.ts';

type Deps = Pick<ServerDeps, 'secret' | 'database' | 'storefrontOf' | 'labels' | 'payments'> & { prices: LabelPrices };
type Body = RouteParsed<typeof createClaimRoute>['body'];

export function newClaimHandlers(deps: Omit<Deps, 'prices'> & Pick<ServerDeps, 'labelsOf'>): Handler[] {
  const withPrices = { ...deps, prices: labelPrices(deps) };
  return [createClaimHandler(withPrices), quoteClaimHandler(withPrices)];
}

/** What a claim would bring its customer, or cost, before staff make it. */
const quoteClaimHandler = (deps: Deps): Handler =>
  handle(quoteClaim, async ({ body }, context) => {
    const { storeId, requestId } = context;
    await bringSegments(deps, context, body.originalStoreOrderId, { priority: 'staff' });
    const catalog = await liveCatalog(deps, storeId, productsWanted(body), { requestId, priority: 'staff' });
    const input = await deps.database.readStore(storeId, async (db): Promise<CreateClaimInput> => {
      const found = await orderWithClaims(db, storeId, body.originalStoreOrderId);
      const store = await storeById(db, storeId);
      if (!found || !store) throw orderNotFound();
      const asking = await askingOf(db, storeId, found, body);
      // Staff may not have chosen a reason yet.
      const offered = policyOf(found, deps, asking);
      const selections = body.claimLineItems.map((item) => {
        const [first] = reasonsFor(offered, item.lineIdFromPlatform);
        const reason = item.reasonId === '' ? { reasonId: first?.id ?? '', reasonDetailId: '' } : {};
        return selectionOf({ ...item, ...reason, comments: '', mediaIds: [] }, []);
      });
      const policy = policyGiven(found, deps, asking, choicesIn(found, catalog, selections));
      return {
        ...claimInput({ found, store, policy, catalog }, body),
        ids: { claimId: 0, externalId: '', orderId: found.orderId },
        fees: feesInMinor(body, found.order.currencyCode),
        selections,
        ...(body.shippingAddress ? { customer: { name: '', email: '', shippingAddress: body.shippingAddress } } : {}),
      };
    });
    const asking = { storeId, context: { requestId, priority: 'staff' as const } };
    const claim = draftClaim(await deps.prices.withPrice(asking, input));
    const lineIds = new Set(claim.lines.map((line) => line.lineIdFromPlatform));
    return {
      ledger: showLedger(claim, []),
      claimLineItems: [...lineIds].map((lineIdFromPlatform) => ({
        lineIdFromPlatform,
        exchangeDeltaAmount: amountOf(
          claim.lines
            .filter((line) => line.lineIdFromPlatform === lineIdFromPlatform)
            .reduce((sum, line) => sum + line.exchangeDeltaAmount, 0),
          claim.currencyCode,
        ),
      })),
    };
  });

/** Staff make a claim for a customer (C7.09). */
const createClaimHandler = (deps: Deps): Handler =>
  handle(createClaimRoute, async ({ body }, context) => {
    const requestKey = body.requestKey ?? randomUUID();
    const { storeId, requestId } = context;
    await bringSegments(deps, context, body.originalStoreOrderId, { priority: 'staff' });
    const catalog = await liveCatalog(deps, storeId, productsWanted(body), { requestId, priority: 'staff' });
    const make = () =>
      untilFirst(() =>
        deps.database.inStore(storeId, (db) => makeClaim(db, deps, { ...body, requestKey }, catalog, context)),
      );
    return deps.prices.asking({ storeId, context: { requestId, priority: 'staff' } }, make);
  });

const orderNotFound = (): Refusal =>
  new Refusal('notFound', 'ORDER_NOT_FOUND', "This order doesn't exist in this store.");

type Quoted = RouteParsed<typeof quoteClaim>['body'];

/** The products whose variants are wanted in exchange. */
const productsWanted = ({ claimLineItems }: Pick<Quoted, 'claimLineItems'>): string[] =>
  claimLineItems.flatMap((item) =>
    item.requestedResolutionMethodEnum === 'Variant_Exchange'
      ? (item.variantExchangeLineItem?.productIdFromPlatform ?? [])
      : [],
  );

type Known = { found: OrderWithClaims; store: StoreRow; policy: Policy; catalog: LiveCatalog };

const askingOf = async (db: Db, storeId: number, found: OrderWithClaims, { claimType }: Pick<Quoted, 'claimType'>) => ({
  asker: 'staff' as const,
  claimType,
  ruling: await rulingFor(db, storeId, found),
});

const choicesIn =
  ({ order, claims }: OrderWithClaims, catalog: LiveCatalog, selections: readonly ClaimSelection[]) =>
  (policy: Policy): Choices =>
    choicesOf({ order, policy, priorClaims: claims.map(({ claim }) => claim), selections, ...catalog });

const claimInput = (
  { found, store, policy, catalog }: Known,
  { shippingMethod }: Pick<Quoted, 'shippingMethod'>,
): Omit<CreateClaimInput, 'ids' | 'selections'> => ({
  policy,
  order: found.order,
  ...catalog,
  returnAddress: store.return_address,
  language: settingsOf(store).languages.defaultLanguage,
  priorClaims: found.claims.map((loaded) => loaded.claim),
  shippingMethod,
  now: new Date().toISOString(),
});

async function makeClaim(
  db: Db,
  deps: Deps,
  body: Body & { requestKey: string },
  catalog: LiveCatalog,
  { storeId, requestId, user }: StoreContext,
): Promise<{ id: number; externalId: string }> {
  const request = sentRequest(body);
  const found = await orderForClaim(db, storeId, body.originalStoreOrderId, request.key);
  const store = await storeById(db, storeId);
  if (!found || !store) throw orderNotFound();
  const before = madeBySame(request, found.orderId, found.made);
  const made = found.claims.find(({ claim }) => claim.externalId === before)?.claim;
  if (made) return { id: made.id, externalId: made.externalId };
  const asking = await askingOf(db, storeId, found, body);
  checkStated(body, found.order, policyOf(found, deps, asking));
  const media = await claimMedia(
    db,
    { storeId, orderId: found.orderId },
    body.claimLineItems.flatMap((item) => item.mediaIds),
  );
  const selections = body.claimLineItems.map((item) => selectionOf(item, media));
  const policy = policyGiven(found, deps, asking, choicesIn(found, catalog, selections));
  const drafted: CreateClaimInput = {
    ids: {
      claimId: found.nextClaimId,
      externalId: externalIdOf(body.claimType, randomBytes(EXTERNAL_ID_BYTES)),
      orderId: found.orderId,
    },
    ...claimInput({ found, store, policy, catalog }, body),
    selections,
    customer: {
      name: body.customerName,
      email: body.customerEmail,
      ...(body.shippingAddress === null ? {} : { shippingAddress: body.shippingAddress }),
      ...(body.billingAddress === null ? {} : { billingAddress: body.billingAddress }),
    },
    fees: feesInMinor(body, found.order.currencyCode),
    ...(body.feeName === undefined ? {} : { feeName: body.feeName }),
    madeBy: staffName(user),
  };
  const input = await deps.prices.withKnownPrice(db, storeId, drafted);
  const mediaIds = body.claimLineItems.flatMap((item) => item.mediaIds);
  const originOf = ({ customerEmail }: Claim): ClaimOrigin => ({
    emailHash: emailHash(deps.secret, customerEmail),
    provenBy: 'staff',
    deviceFingerprint: null,
    ipAddress: null,
  });
  const around = await aroundNewClaim(db, storeId, found.rules, input, { originOf, mediaIds });
  const { claim, ...decided } = createClaim({ ...input, around });
  await addClaim(db, storeId, {
    claim,
    store,
    request,
    channel: found.order.channel,
    claimsVersion: found.claimsVersion,
    ...decided,
    mediaIds,
    requestId,
    origin: originOf(claim),
  });
  return { id: claim.id, externalId: claim.externalId };
}

/** What the order and the settings know better than the caller; lines and reasons that are none are refused later. */
function checkStated({ claimLineItems }: Body, order: Order, { reasons }: Policy): void {
  const unitOf = (total: Minor, { quantity }: OrderLine): number =>
    amountOf(unitsValue(total, quantity, 0, 1), order.currencyCode);
  const stated = claimLineItems.flatMap((item, index) => {
    const at = `claimLineItems.${index}`;
    const line = order.lines.find((one) => one.idFromPlatform === item.lineIdFromPlatform);
    const reason = reasons.find(({ id }) => id === item.reasonId);
    return [
      ...(line
        ? [
            [`${at}.unitPrice`, item.unitPrice, unitOf(line.paidTotal, line)] as const,
            [`${at}.unitTax`, item.unitTax, unitOf(line.taxTotal, line)] as const,
          ]
        : []),
      ...(reason ? [[`${at}.reasonCategoryCode`, item.reasonCategoryCode, categoryOfReason(reason)] as const] : []),
    ];
  });
  refuseMisstated('LINE_MISSTATED', "Some of the values don't match the order.", stated);
}

const selectionOf = (item: Body['claimLineItems'][number], media: readonly ClaimMedia[]): ClaimSelection => ({
  lineIdFromPlatform: item.lineIdFromPlatform,
  quantity: item.quantity,
  reasonId: item.reasonId,
  reasonDetail: item.reasonDetailId,
  comments: item.comments,
  method: methodOf(item.requestedResolutionMethodEnum),
  variantIdFromPlatform: item.variantExchangeLineItem?.variantIdFromPlatform ?? null,
  productIdFromPlatform: item.variantExchangeLineItem?.productIdFromPlatform ?? null,
  media: media.filter((one) => item.mediaIds.includes(one.id)),
});

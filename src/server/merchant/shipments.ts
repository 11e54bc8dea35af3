import { isEnded } from '#core/effects/state.ts';
import { randomUUID } from 'node:crypto';
import * as contract from '#contract/merchant/shipments.ts';
import type { RouteParsed } from '#contract/route.ts';
import type { Address } from '#core/address.ts';
import type { Claim } from '#core/claims/claim.ts';
import { isSamePlace, type WantedShipment } from '#core/claims/order-shipment.ts';
import { weightOunces } from '#core/claims/weight.ts';
import type { Order } from '#core/orders/order.ts';
import { Refusal } from '#core/refusal.ts';
import { NoRatesError, PartnerError, type LabelRate, type Labels } from '#partners/ports.ts';
import { amountOf } from '#server/amounts.ts';
import { claimById } from '#server/db/claims.ts';
import type { Db } from '#server/db/connect.ts';
import { effectsOfClaim, readIntent } from '#server/db/effects.ts';
import { orderById } from '#server/db/orders.ts';
import { returnLocations, type ReturnLocationRow } from '#server/db/return-locations.ts';
import { keepQuote, quoteOf, type ShipmentQuote } from '#server/db/shipment-quotes.ts';
import type { ServerDeps } from '#server/deps.ts';
import { partnerKey } from '#server/effects/partner-key.ts';
import { handle, type Handler } from '#server/http/serve.ts';
import { CUSTOMER_ADDRESS, locationAddress } from '#server/merchant/address-ids.ts';
import { checkMayMoveMoney } from '#server/merchant/may-move-money.ts';
import { pageAfter, type ChangeDeps } from '#server/merchant/change-claim.ts';
import { claimNotFound } from '#server/merchant/show-claim.ts';
import { refuseMisstated } from '#server/merchant/stated.ts';

type Deps = ChangeDeps & Pick<ServerDeps, 'labelsOf'>;
type Way = { fromAddressId: string; toAddressId: string };
type LabelBody = Extract<RouteParsed<typeof contract.createShipment>['body'], { returnShipmentType: 'Label' }>;
type LabelToOrder = Extract<WantedShipment, { type: 'Label' }>;

/** Labels and packing slips made by staff (C4.17). */
export const shipmentHandlers = (deps: Deps): Handler[] => [
  handle(contract.shipmentOptions, async ({ params }, { storeId }) =>
    optionsOf(
      await deps.database.readStore(storeId, (db) => placeOf(db, storeId, params.claimId)),
      await deps.labelsOf(storeId),
    ),
  ),

  handle(contract.quoteShipment, async ({ params, body }, { storeId, requestId }) => {
    const place = await deps.database.readStore(storeId, (db) => placeOf(db, storeId, params.claimId));
    const quoted = await quote(deps, storeId, { ...ends(place, body), place, ounces: body.weightInOunces }, requestId);
    if ('errors' in quoted) return { kind: 'failure' as const, errors: quoted.errors };
    return {
      kind: 'success' as const,
      shipmentIdFromPlatform: quoted.shipmentIdFromProvider,
      rates: quoted.rates.map(showRate),
    };
  }),

  handle(contract.createShipment, ({ params, body }, context) => {
    // A label is the store's money; a packing slip costs nothing.
    if (body.returnShipmentType === 'Label') checkMayMoveMoney(context);
    return pageAfter(deps, context, { claimId: params.claimId, version: body.version }, async (claim, db) => {
      if (body.returnShipmentType === 'Label') {
        const kept = await quoteOf(db, context.storeId, claim.id, body.shipmentIdFromPlatform);
        const label = labelOf(kept, body.rate.id);
        const addresses = addressesOf(await placeOf(db, context.storeId, claim.id));
        checkStated(body, claim, label, addresses);
        if (await isOrdered(db, context.storeId, claim, label)) return null;
        refuseMoved(label, addresses);
        return { kind: 'orderShipment', input: label };
      }
      refuseMisstated(...MISSTATED, [['claimId', body.claimId, claim.id]]);
      const { from, to } = ends(await placeOf(db, context.storeId, claim.id), body);
      return { kind: 'orderShipment', input: { type: 'Packing_Slip', from, to } };
    });
  }),

  handle(contract.quoteAndCreateShipment, async ({ params, body }, context) => {
    const { storeId, requestId } = context;
    const place = await deps.database.readStore(storeId, (db) => placeOf(db, storeId, params.claimId));
    if (!isQuickWay(place, body, await deps.labelsOf(storeId))) throw notQuick();
    const parcel = { ...ends(place, body), place, ounces: weightOunces(place.claim, place.order) };
    const quoted = await quote(deps, storeId, parcel, requestId);
    if ('errors' in quoted) return { kind: 'failure' as const, errors: quoted.errors };
    const [cheapest] = quoted.rates.toSorted((one, other) => one.cost.amount - other.cost.amount);
    const of = { claimId: params.claimId, version: body.version };
    const claim = await pageAfter(deps, context, of, async (before, db) => {
      // Someone may have shipped while the carriers were asked.
      if (await isShipped(db, storeId, before)) throw notQuick();
      return { kind: 'orderShipment', input: labelOf(quoted, cheapest?.id ?? '') };
    });
    return { kind: 'success' as const, claim };
  }),
];

type Place = { claim: Claim; order: Order; locations: ReturnLocationRow[]; isShipped: boolean };

async function placeOf(db: Db, storeId: number, claimId: number): Promise<Place> {
  const loaded = await claimById(db, storeId, claimId);
  const order = loaded && (await orderById(db, storeId, loaded.claim.orderId));
  if (!loaded || !order) throw claimNotFound();
  const { claim } = loaded;
  return {
    claim,
    order: order.document,
    locations: await returnLocations(db, storeId),
    isShipped: await isShipped(db, storeId, claim),
  };
}

/** Whether papers for the way back exist or are being made. */
async function isShipped(db: Db, storeId: number, claim: Claim): Promise<boolean> {
  if (claim.shipments.some((shipment) => shipment.canceledOn === null)) return true;
  const effects = await effectsOfClaim(db, storeId, claim.id);
  return effects.some(({ kind, state }) => (kind === 'label' || kind === 'packingSlip') && !isEnded(state));
}

const idOf = (location: ReturnLocationRow): string => locationAddress(location.location_id);

function addressesOf({ claim, locations }: Place): { id: string; name: string; address: Address }[] {
  const customer =
    claim.shippingAddress === null
      ? []
      : [{ id: CUSTOMER_ADDRESS, name: claim.customerName || 'Customer', address: claim.shippingAddress }];
  return [...customer, ...locations.map((one) => ({ id: idOf(one), name: one.name, address: one.address }))];
}

function optionsOf(place: Place, labels: Labels | null) {
  const quick = place.locations.find((location) => location.is_quick_ship_enabled);
  const way = quick && { fromAddressId: CUSTOMER_ADDRESS, toAddressId: idOf(quick) };
  const [usual] = place.locations;
  return {
    addresses: addressesOf(place).map(({ id, name, address }) => ({ id, name, address: { ...address, id } })),
    fromAddressId: place.claim.shippingAddress === null ? null : CUSTOMER_ADDRESS,
    toAddressId: usual ? idOf(usual) : null,
    weightInOunces: weightOunces(place.claim, place.order),
    isLabelProviderConfigured: labels !== null,
    quickShip: way && isQuickWay(place, way, labels) ? way : null,
  };
}

function isQuickWay(place: Place, { fromAddressId, toAddressId }: Way, labels: Labels | null): boolean {
  const to = place.locations.find((location) => idOf(location) === toAddressId);
  return (
    labels !== null &&
    !place.isShipped &&
    fromAddressId === CUSTOMER_ADDRESS &&
    place.claim.shippingAddress !== null &&
    to?.is_quick_ship_enabled === true &&
    place.claim.lines.some((line) => line.canceledOn === null)
  );
}

const notQuick = (): Refusal =>
  new Refusal(
    'conflict',
    'QUICK_SHIP_NOT_OFFERED',
    "Quick ship isn't available for this claim. Create a shipment instead.",
  );

/** Both ends of a way. Refuses ADDRESS_UNKNOWN and ADDRESSES_SAME. */
function ends(place: Place, { fromAddressId, toAddressId }: Way): { from: Address; to: Address } {
  const addresses = addressesOf(place);
  const from = addresses.find(({ id }) => id === fromAddressId)?.address;
  const to = addresses.find(({ id }) => id === toAddressId)?.address;
  if (!from || !to) throw new Refusal('notFound', 'ADDRESS_UNKNOWN', 'This address no longer exists. Choose another.');
  if (isSamePlace(from, to))
    throw new Refusal('notAllowed', 'ADDRESSES_SAME', 'The from and to addresses are the same.');
  return { from, to };
}

type Parcel = { from: Address; to: Address; ounces: number; place: Place };

/** What the carriers ask for a parcel, kept for buying; or why none takes it, in their words. Refuses LABELS_NOT_CONFIGURED. */
async function quote(
  { database, labelsOf }: Deps,
  storeId: number,
  { from, to, ounces, place }: Parcel,
  requestId: string,
): Promise<ShipmentQuote | { errors: string[] }> {
  const labels = await labelsOf(storeId);
  if (!labels) throw new Refusal('notAllowed', 'LABELS_NOT_CONFIGURED', 'No shipping label provider is set up.');
  const claimId = place.claim.id;
  try {
    // Ends with the claim, as the purposes of steps do: reconciling tells by it whose a label is.
    const reference = partnerKey(`quote:claim:${claimId}:${randomUUID()}`, place.claim.externalId);
    const answer = await labels.quote(
      { from, to, parcel: { weightOunces: ounces }, reference },
      { requestId, priority: 'staff' },
    );
    const kept: ShipmentQuote = { ...answer, claimId, from, to, weightOunces: ounces };
    await database.inStore(storeId, (db) => keepQuote(db, storeId, kept));
    return kept;
  } catch (error) {
    if (error instanceof NoRatesError) return { errors: [...error.reasons] };
    if (error instanceof PartnerError) return { errors: [error.message] };
    throw error;
  }
}

/** A label of a quote at one of its rates. Refuses QUOTE_UNKNOWN. */
function labelOf(quoted: ShipmentQuote | undefined, rateId: string): LabelToOrder {
  const rate = quoted?.rates.find((one) => one.id === rateId);
  if (!quoted || !rate)
    throw new Refusal('notFound', 'QUOTE_UNKNOWN', 'These rates are no longer available. Get new rates.');
  const { from, to, shipmentIdFromProvider } = quoted;
  return { type: 'Label', from, to, weightOunces: quoted.weightOunces, shipmentIdFromProvider, rate };
}

const MISSTATED = ['SHIPMENT_MISSTATED', "Some of the values don't match the quote."] as const;

/** What the quote knows better than the caller. */
function checkStated(
  body: LabelBody,
  claim: Claim,
  { from, to, rate }: LabelToOrder,
  addresses: ReturnType<typeof addressesOf>,
): void {
  const idAt = (stated: string | undefined, end: Address): string => {
    const ids = addresses.flatMap(({ id, address }) => (isSamePlace(address, end) ? [id] : []));
    return ids.find((id) => id === stated) ?? ids[0] ?? 'the one in the quote';
  };
  const { carrier, service, cost, currency } = showRate({ ...rate, deliveryDays: null });
  refuseMisstated(...MISSTATED, [
    ['claimId', body.claimId, claim.id],
    ['fromAddressId', body.fromAddressId, idAt(body.fromAddressId, from)],
    ['toAddressId', body.toAddressId, idAt(body.toAddressId, to)],
    ['rate.carrier', body.rate.carrier, carrier],
    ['rate.service', body.rate.service, service],
    ['rate.cost', body.rate.cost, cost],
    ['rate.currency', body.rate.currency, currency],
  ]);
}

/** Refuses QUOTE_UNKNOWN where an end of the way is not what it was when the rates were asked for. */
function refuseMoved({ from, to }: LabelToOrder, addresses: ReturnType<typeof addressesOf>): void {
  if ([from, to].every((end) => addresses.some(({ address }) => isSamePlace(address, end)))) return;
  throw new Refusal('notFound', 'QUOTE_UNKNOWN', 'An address changed. Get new rates.');
}

/** Whether this very label is ordered already, and bought or about to be. Refuses QUOTE_USED. */
async function isOrdered(
  db: Db,
  storeId: number,
  { id }: Claim,
  { shipmentIdFromProvider, rate }: LabelToOrder,
): Promise<boolean> {
  const steps = (await effectsOfClaim(db, storeId, id)).flatMap((row) => {
    const intent = readIntent(row);
    const quoted = intent?.kind === 'label' ? intent.payload.quoted : undefined;
    return quoted?.shipmentIdFromProvider === shipmentIdFromProvider
      ? [{ state: row.state, rateId: quoted.rateId }]
      : [];
  });
  if (steps.some(({ state }) => state === 'failed'))
    throw quoteUsed("A label for these rates couldn't be bought. Try that action again, or get new rates.");
  if (steps.some(({ state }) => state === 'calledOff'))
    throw quoteUsed('The label for these rates was canceled. Get new rates.');
  if (steps.some(({ rateId }) => rateId !== rate.id))
    throw quoteUsed('A label was already ordered at another of these rates.');
  return steps.length > 0;
}

const quoteUsed = (text: string): Refusal => new Refusal('conflict', 'QUOTE_USED', text);

const showRate = ({ id, carrier, service, cost, deliveryDays }: LabelRate): contract.ShipmentRate => ({
  id,
  carrier,
  service,
  cost: amountOf(cost.amount, cost.currencyCode),
  currency: cost.currencyCode,
  deliveryDays,
});

import { notFound, required } from './errors.ts';
import { shipmentsPage, trackingPage } from './page.ts';
import {
  addForm,
  buyShipment,
  convertLabel,
  createShipment,
  decideRefund,
  findShipment,
  isFields,
  nowText,
  rateAgain,
  refundShipment,
  shipmentOnWire,
} from './shipments.ts';
import { TRACKER_STATUSES, type Shipment, type State, type Tracker, type TrackerStatus } from './state.ts';
import { TEST_CODES, advance, newTracker } from './trackers.ts';
import type { createWebhooks } from './webhooks.ts';

export type Answer = {
  status: number;
  json?: unknown;
  content?: string | Uint8Array;
  contentType?: string;
  redirect?: string;
  /** What happens once the caller has been answered. */
  afterwards?: () => void;
};

type World = { state: State; save(): void; url(): string; webhooks: ReturnType<typeof createWebhooks> };
type Call = { params: readonly string[]; query: URLSearchParams; body: unknown; areCarriersSilent: boolean };
type Route = { method: string; path: RegExp; answer: (world: World, call: Call) => Answer | Promise<Answer> };

const ROUTES: Route[] = [
  { method: 'POST', path: /^\/v2\/shipments$/, answer: postShipment },
  { method: 'GET', path: /^\/v2\/shipments$/, answer: listShipments },
  { method: 'GET', path: /^\/v2\/shipments\/([^/]+)$/, answer: getShipment },
  { method: 'POST', path: /^\/v2\/shipments\/([^/]+)\/rerate$/, answer: postRerate },
  { method: 'POST', path: /^\/v2\/shipments\/([^/]+)\/buy$/, answer: postBuy },
  { method: 'POST', path: /^\/v2\/shipments\/([^/]+)\/refund$/, answer: postShipmentRefund },
  { method: 'POST', path: /^\/v2\/shipments\/([^/]+)\/forms$/, answer: postForm },
  { method: 'GET', path: /^\/v2\/shipments\/([^/]+)\/label$/, answer: getLabel },
  { method: 'POST', path: /^\/v2\/refunds$/, answer: postRefunds },
  { method: 'GET', path: /^\/v2\/refunds$/, answer: listRefunds },
  { method: 'GET', path: /^\/v2\/refunds\/([^/]+)$/, answer: getRefund },
  { method: 'POST', path: /^\/v2\/trackers$/, answer: postTracker },
  { method: 'GET', path: /^\/v2\/trackers$/, answer: listTrackers },
  { method: 'GET', path: /^\/v2\/trackers\/([^/]+)$/, answer: getTracker },
  { method: 'POST', path: /^\/_control\/track$/, answer: controlTrack },
  { method: 'POST', path: /^\/_control\/refund$/, answer: controlRefund },
  { method: 'GET', path: /^\/files\/([^/]+)\/([^/]+)$/, answer: getFile },
  { method: 'GET', path: /^\/track\/([^/]+)$/, answer: getTrackingPage },
  { method: 'GET', path: /^\/$/, answer: ({ state }) => html(shipmentsPage(state)) },
];

/** Answers one call; throws ApiError for what EasyPost would refuse. */
export function createApi(world: World) {
  return async (method: string, target: URL, body: unknown, areCarriersSilent = false): Promise<Answer> => {
    for (const route of ROUTES) {
      const match = route.method === method ? route.path.exec(target.pathname) : null;
      if (!match) continue;
      const params = match.slice(1).map((part) => decodeURIComponent(part ?? ''));
      const answer = await route.answer(world, { params, query: target.searchParams, body, areCarriersSilent });
      world.save();
      return answer;
    }
    throw notFound();
  };
}

function postShipment(world: World, { body, areCarriersSilent }: Call): Answer {
  const shipment = createShipment(world.state, body);
  if (areCarriersSilent) shipment.rates = [];
  const given = isFields(body) && isFields(body['shipment']) ? body['shipment'] : {};
  // Naming a service buys at once: one call instead of two.
  if (typeof given['service'] === 'string')
    return buy(world, shipment, 201, ({ service }) => service === given['service']);
  return { status: 201, json: shipmentOnWire(world.state, shipment) };
}

function postRerate(world: World, { params }: Call): Answer {
  return { status: 200, json: { rates: rateAgain(findShipment(world.state, params[0] ?? '')) } };
}

function postBuy(world: World, { params, body }: Call): Answer {
  const rate = isFields(body) ? body['rate'] : undefined;
  if (!isFields(rate)) throw required('rate');
  return buy(world, findShipment(world.state, params[0] ?? ''), 200, ({ id }) => id === rate['id']);
}

function buy(
  world: World,
  shipment: Shipment,
  status: number,
  isChosen: (rate: Shipment['rates'][number]) => boolean,
): Answer {
  buyShipment(world.state, shipment, shipment.rates.find(isChosen), world.url());
  return {
    status,
    json: shipmentOnWire(world.state, shipment),
    // EasyPost answers before the carrier knows of the label; that news follows as an event.
    afterwards: () => {
      const tracker = world.state.trackers.find(({ id }) => id === shipment.tracker);
      if (tracker) move(world, tracker, 'pre_transit');
    },
  };
}

function getShipment(world: World, { params }: Call): Answer {
  return { status: 200, json: shipmentOnWire(world.state, findShipment(world.state, params[0] ?? '')) };
}

function listShipments(world: World, { query }: Call): Answer {
  // As EasyPost has it: only bought shipments unless asked otherwise.
  const isWanted = (shipment: Shipment): boolean =>
    (query.get('purchased') === 'false' || shipment.postage_label !== null) && isInTime(shipment.created_at, query);
  const { items, hasMore } = pageOf(world.state.shipments.filter(isWanted), query);
  return {
    status: 200,
    json: { shipments: items.map((shipment) => shipmentOnWire(world.state, shipment)), has_more: hasMore },
  };
}

function postShipmentRefund(world: World, { params }: Call): Answer {
  const shipment = findShipment(world.state, params[0] ?? '');
  refundShipment(world.state, shipment);
  return { status: 200, json: shipmentOnWire(world.state, shipment) };
}

function postForm(world: World, { params, body }: Call): Answer {
  const shipment = findShipment(world.state, params[0] ?? '');
  addForm(shipment, body, world.url());
  return { status: 201, json: shipmentOnWire(world.state, shipment) };
}

function getLabel(world: World, { params, query }: Call): Answer {
  const shipment = findShipment(world.state, params[0] ?? '');
  convertLabel(shipment, query.get('file_format'), world.url());
  return { status: 200, json: shipmentOnWire(world.state, shipment) };
}

function postRefunds(world: World, { body }: Call): Answer {
  const given = isFields(body) ? body['refund'] : undefined;
  const codes = isFields(given) && Array.isArray(given['tracking_codes']) ? given['tracking_codes'] : null;
  if (codes === null) throw required('refund.tracking_codes');
  const refunds = codes.map((code: unknown) => {
    const shipment = world.state.shipments.find(({ tracking_code }) => tracking_code === code);
    if (!shipment) throw notFound();
    return refundShipment(world.state, shipment);
  });
  return { status: 201, json: refunds };
}

function listRefunds(world: World, { query }: Call): Answer {
  const inTime = world.state.refunds.filter(({ created_at }) => isInTime(created_at, query));
  const { items, hasMore } = pageOf(inTime, query);
  return { status: 200, json: { refunds: items, has_more: hasMore } };
}

function getRefund(world: World, { params }: Call): Answer {
  const refund = world.state.refunds.find(({ id }) => id === params[0]);
  if (!refund) throw notFound();
  return { status: 200, json: refund };
}

function postTracker(world: World, { body }: Call): Answer {
  const given = isFields(body) ? body['tracker'] : undefined;
  const code = isFields(given) ? given['tracking_code'] : undefined;
  if (!isFields(given) || typeof code !== 'string') throw required('tracker.tracking_code');
  const tracker = newTracker({
    trackingCode: code,
    carrier: typeof given['carrier'] === 'string' ? given['carrier'] : 'USPS',
    shipmentId: null,
    now: nowText(),
  });
  tracker.public_url = `${world.url()}/track/${encodeURIComponent(code)}`;
  const status = TEST_CODES[code];
  if (status !== undefined && status !== 'unknown') advance(tracker, status, routeOf(world.state, tracker), nowText());
  world.state.trackers.push(tracker);
  // The answer to a creation leaves the fees out and says two things more, as recorded.
  const { fees: _fees, public_url, ...rest } = structuredClone(tracker);
  return { status: 200, json: { ...rest, finalized: tracker.status !== 'unknown', is_return: false, public_url } };
}

function listTrackers(world: World, { query }: Call): Answer {
  const code = query.get('tracking_code');
  const { items, hasMore } = pageOf(
    world.state.trackers.filter(({ tracking_code }) => code === null || tracking_code === code),
    query,
  );
  return { status: 200, json: { trackers: items, has_more: hasMore } };
}

function getTracker(world: World, { params }: Call): Answer {
  const tracker = world.state.trackers.find(({ id }) => id === params[0]);
  if (!tracker) throw notFound();
  return { status: 200, json: tracker };
}

function controlTrack(world: World, { body }: Call): Answer {
  const given = isFields(body) ? body : {};
  const status = TRACKER_STATUSES.find((known) => known === given['status']);
  if (!status) throw required('status');
  const tracker = world.state.trackers.findLast(({ tracking_code }) => tracking_code === given['tracking_code']);
  if (!tracker) throw notFound();
  move(world, tracker, status);
  return given['fromPage'] === true ? { status: 303, redirect: '/' } : { status: 200, json: tracker };
}

function controlRefund(world: World, { body }: Call): Answer {
  const given = isFields(body) ? body : {};
  const { status } = given;
  if (status !== 'refunded' && status !== 'rejected') throw required('status');
  const refund = decideRefund(world.state, given['tracking_code'], status);
  // Of one that is rejected EasyPost sends no event.
  if (status === 'refunded') world.webhooks.refundSuccessful(refund);
  return given['fromPage'] === true ? { status: 303, redirect: '/' } : { status: 200, json: refund };
}

function move(world: World, tracker: Tracker, status: TrackerStatus): void {
  const previous = tracker.status;
  advance(tracker, status, routeOf(world.state, tracker), nowText());
  const shipment = world.state.shipments.find(({ id }) => id === tracker.shipment_id);
  if (shipment) shipment.status = status;
  world.save();
  world.webhooks.trackerUpdated(tracker, shipment?.is_return ?? false, previous);
}

function routeOf(state: State, tracker: Tracker) {
  const shipment = state.shipments.find(({ id }) => id === tracker.shipment_id);
  if (!shipment) return { origin: null, destination: null };
  return shipment.is_return
    ? { origin: shipment.to_address, destination: shipment.from_address }
    : { origin: shipment.from_address, destination: shipment.to_address };
}

async function getFile(world: World, { params }: Call): Promise<Answer> {
  const shipment = findShipment(world.state, params[0] ?? '');
  // What draws is loaded for the first document, not at the start.
  const { barcodePng, labelPdf, labelZpl, packingSlipPdf, qrPng } = await import('./documents.ts');
  switch (params[1]) {
    case 'label.pdf':
      return { status: 200, contentType: 'application/pdf', content: await labelPdf(shipment) };
    case 'label.png':
      return { status: 200, contentType: 'image/png', content: await barcodePng(shipment) };
    case 'label.zpl':
      return { status: 200, contentType: 'text/plain', content: labelZpl(shipment) };
    case 'qr.png':
      return { status: 200, contentType: 'image/png', content: await qrPng(shipment) };
    case 'packing-slip.pdf':
      return { status: 200, contentType: 'application/pdf', content: await packingSlipPdf(shipment) };
    default:
      throw notFound();
  }
}

function getTrackingPage(world: World, { params }: Call): Answer {
  const page = trackingPage(world.state, params[0] ?? '');
  if (page === null) throw notFound();
  return html(page);
}

const html = (content: string): Answer => ({ status: 200, content, contentType: 'text/html; charset=utf-8' });

function isInTime(createdAt: string, query: URLSearchParams): boolean {
  const start = query.get('start_datetime');
  return start === null || Date.parse(createdAt) >= Date.parse(start);
}

/** Newest first, `page_size` at a time, continuing before `before_id`. */
function pageOf<T extends { id: string }>(
  oldestFirst: readonly T[],
  query: URLSearchParams,
): { items: T[]; hasMore: boolean } {
  const newestFirst = oldestFirst.toReversed();
  const beforeId = query.get('before_id');
  const start = beforeId === null ? 0 : newestFirst.findIndex(({ id }) => id === beforeId) + 1;
  const size = Math.min(100, Number(query.get('page_size') ?? 20));
  return { items: newestFirst.slice(start, start + size), hasMore: newestFirst.length > start + size };
}

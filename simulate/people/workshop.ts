import type { ClaimShown } from '#contract/claim-shapes.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as shipments from '#contract/merchant/shipments.ts';
import type { Claim } from '#core/claims/claim.ts';
import type { Person, Place } from './people.ts';
import { decimalsOf } from './selection.ts';
import { arrivals, ask, decisionOn, finalizes, workOn, type Decision } from './staff.ts';

/** Somebody who repairs: says what it costs, works on it once it is agreed to, and sends it back. */
export const workshop = (turns: number): Person => ({
  name: 'workshop',
  async live(place, life) {
    const { scheduler, server, nextDue } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'looks for repairs', [], () => server.isUp && nextDue().repairs > 0);
      const claims = (await place.claims()).filter(isForWorkshop);
      if (claims.length > 0) await workOn(place, life, scheduler.chance.pick(claims).id, repairsOn);
    }
  },
});

const isForWorkshop = ({ claimType, lines }: Claim): boolean =>
  claimType === 'Warranty' &&
  lines.some(
    ({ canceledOn, finalizedOn, repair }) =>
      canceledOn === null && (finalizedOn === null || (repair !== undefined && repair.state !== 'sentBack')),
  );

/** Mostly the next step of each repair. Sometimes everything is denied. */
function repairsOn(place: Place, page: ClaimShown): Decision[] {
  const { chance } = place.scheduler;
  const isNew = page.finalizedOn === null && page.claimLineItems.every(({ repair }) => repair === null);
  if (isNew && chance.under(place.story.denies)) return deniesAll(place, page);
  const lines = page.claimLineItems.filter(({ canceledOn }) => canceledOn === null);
  const isToSendBack = lines.some((line) => line.isToSendBack);
  const decided = lines.flatMap((line) => nextOf(place, page, line));
  return [
    ...arrivals(place, page),
    ...decided,
    ...deniesBesideRepairs(place, page, lines),
    ...(isToSendBack && chance.under(0.8)
      ? [chance.under(0.4) ? sendsBack(place, page) : sendsBackWithLabel(place, page)]
      : []),
    ...voided(place, page),
    ...(page.finalizedOn === null && chance.under(endingOf(lines)) ? [finalizes(place, page)] : []),
  ];
}

/** An item beside a repair is denied after all. Where it pays for the repair, the shopper owes its price from then on. */
function deniesBesideRepairs(place: Place, page: ClaimShown, lines: readonly Line[]): Decision[] {
  if (!lines.some(({ repair }) => repair?.state === 'accepted' || repair?.state === 'inRepair')) return [];
  return lines
    .filter(({ repair, status, finalizedOn }) => !repair && status.id === 'approved' && finalizedOn === null)
    .filter(() => place.scheduler.chance.under(0.3))
    .map((line) => deniesOne(place, page, line));
}

/** How likely a claim is ended: mostly once nothing of it is to be repaired, and once in a while too early. */
function endingOf(lines: readonly Line[]): number {
  if (lines.some(({ status, repair }) => status.id === 'open' || repair?.state === 'quoted')) return 0.05;
  return lines.some(({ repair }) => repair?.state === 'accepted' || repair?.state === 'inRepair') ? 0.1 : 0.7;
}

function deniesAll(place: Place, page: ClaimShown): Decision[] {
  const open = page.claimLineItems.filter(({ canceledOn, finalizedOn }) => canceledOn === null && finalizedOn === null);
  return [...open.map((line) => deniesOne(place, page, line)), finalizes(place, page, 0)];
}

function deniesOne(place: Place, page: ClaimShown, { id }: Line): Decision {
  const params = { storeId: place.storeId, claimId: page.id, claimLineItemId: id };
  const change = { kind: 'denied', claimStatusDetailCode: 'Not_Covered_Under_Warranty' } as const;
  return {
    name: `denies line ${id}`,
    call: async ({ version }) => (await ask(place, actions.changeLine, { params, body: { version, change } })).claim,
  };
}

type Line = ClaimShown['claimLineItems'][number];

function nextOf(place: Place, page: ClaimShown, line: Line): Decision[] {
  const { chance } = place.scheduler;
  const roll = chance.next();
  const state = line.repair?.state;
  const isGivenUp = roll < (state === 'accepted' || state === 'inRepair' ? place.story.givesUp : 0.08);
  if (line.finalizedOn === null && isGivenUp)
    return [decidesOtherwise(place, page, line), ...(chance.under(0.5) ? [finalizes(place, page, 0)] : [])];
  // Found to take more or less than was thought.
  const isQuoted = state === undefined ? roll < 0.9 : roll < 0.25;
  if (line.canQuoteRepair && isQuoted) return [quotes(place, page, line)];
  if (state === 'quoted' && roll > 0.94) return [approves(place, page, line)];
  if (state === 'accepted') return [works(place, page, line, 'inRepair')];
  if (state === 'inRepair') return [works(place, page, line, 'done')];
  return [];
}

// In minor units; the small one no provider takes everywhere.
const PRICES = [12_500, 7_499, 6_001, 20_010, 9_000, 5_500, 30, 0];

function quotes(place: Place, page: ClaimShown, { id, repair }: Line): Decision {
  const price = place.scheduler.chance.pick(PRICES);
  const params = { storeId: place.storeId, claimId: page.id, claimLineItemId: id };
  const amount = price / 10 ** decimalsOf(page.currencyCode);
  return {
    name: repair ? 'quotes a repair again' : 'quotes a repair',
    call: async ({ version }) => {
      const named = place.quotes.named(page.externalId, id, price);
      const body = { version, amount, noteToCustomer: 'A new zipper.' };
      const quoted = await ask(place, actions.quoteRepair, { params, body });
      place.quotes.taken(named);
      return quoted;
    },
  };
}

/** What was agreed to comes to nothing: it cannot be repaired after all. */
const decidesOtherwise = (place: Place, page: ClaimShown, line: Line): Decision =>
  place.scheduler.chance.under(0.7) ? deniesOne(place, page, line) : decisionOn(place, page, line);

/** Nobody asks the shopper anymore: the store bears it. */
function approves(place: Place, page: ClaimShown, { id }: Line): Decision {
  const params = { storeId: place.storeId, claimId: page.id, claimLineItemId: id };
  const change: actions.LineChange = {
    kind: 'approved',
    resolutionMethod: 'repair',
    wasResolvedExternally: false,
    amount: null,
    variantExchangeLineItem: null,
    replacementItems: [],
  };
  return {
    name: 'approves a repair nobody answered about',
    call: async ({ version }) => {
      const { externalId } = page;
      place.forms.approves({ externalId, lineId: id, method: 'repair', amount: null, isExternal: false });
      return (await ask(place, actions.changeLine, { params, body: { version, change } })).claim;
    },
  };
}

function works(place: Place, page: ClaimShown, { id }: Line, state: 'inRepair' | 'done'): Decision {
  const params = { storeId: place.storeId, claimId: page.id, claimLineItemId: id };
  return {
    name: state === 'done' ? 'is done with a repair' : 'begins a repair',
    call: ({ version }) => ask(place, actions.workOnRepair, { params, body: { version, state } }),
  };
}

const sendsBack = (place: Place, { id: claimId }: ClaimShown): Decision => ({
  name: 'sends an item back',
  call: ({ version }) =>
    ask(place, actions.sendBack, {
      params: { storeId: place.storeId, claimId },
      body: { version, carrier: 'USPS', trackingCode: '' },
    }),
});

const sendsBackWithLabel = (place: Place, page: ClaimShown): Decision => ({
  name: 'buys a label for an item that goes back',
  async call({ version }) {
    const params = { storeId: place.storeId, claimId: page.id };
    const { fromAddressId, toAddressId } = await ask(place, shipments.shipmentOptions, { params });
    if (fromAddressId === null || toAddressId === null) return sendsBack(place, page).call({ ...page, version });
    // The way of a return, turned round.
    const way = { fromAddressId: toAddressId, toAddressId: fromAddressId };
    const quoted = await ask(place, shipments.quoteShipment, { params, body: { ...way, weightInOunces: 20 } });
    const rate = quoted.kind === 'success' ? quoted.rates[0] : undefined;
    if (quoted.kind !== 'success' || !rate) return page;
    const { shipmentIdFromPlatform } = quoted;
    const body = { version, returnShipmentType: 'Label' as const, shipmentIdFromPlatform, rate: { id: rate.id } };
    return ask(place, shipments.createShipment, { params, body });
  },
});

/** A label of the way back is not used after all. */
const voided = (place: Place, page: ClaimShown): Decision[] =>
  page.claimOutboundShipments
    .filter((shipment) => shipment.canCancelLabel && place.scheduler.chance.under(0.15))
    .map(({ returnShipmentId: shipmentId }): Decision => {
      const params = { storeId: place.storeId, claimId: page.id, shipmentId };
      return {
        name: 'cancels the label of the way back',
        call: ({ version }) => ask(place, actions.cancelLabel, { params, body: { version } }),
      };
    });

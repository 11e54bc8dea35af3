import type { Claim } from '#core/claims/claim.ts';
import { methodOf } from '#core/claims/method-names.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import type { RouteAnswer, RouteInput, RouteSpec } from '#contract/route.ts';
import type { SignedInUser } from '#server/http/context.ts';
import type { Life } from '../scheduler.ts';
import { outcomeOf, type Person, type Place } from './people.ts';
import { decimalsOf, someGoods } from './selection.ts';

/** Somebody in the back office, who opens claims and decides, on pages that may be out of date by then. */
export const staff = (name: string, turns: number): Person => ({
  name,
  async live(place, life) {
    const { scheduler, server } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(life, 'looks at the list', [], () => server.isUp && place.nextDue().claims > 0);
      const all = (await place.claims()).filter((claim) => !isLeftToWorkshop(place, claim));
      const open = all.filter((claim) => claim.finalizedOn === null);
      const claims = open.length > 0 && scheduler.chance.under(0.9) ? open : all;
      if (claims.length > 0) await workOn(place, life, scheduler.chance.pick(claims).id, turnOf);
    }
  },
});

/** Mostly: somebody else may decide about a repair at any time. */
const isLeftToWorkshop = ({ story, scheduler }: Place, { claimType }: Claim): boolean =>
  story.hasRepairs && claimType === 'Warranty' && scheduler.chance.under(0.8);

/** Somebody who goes through all that is open at the end of the day, and decides it. */
export const closing: Person = {
  name: 'closing',
  async live(place, life) {
    const { scheduler, server } = place;
    await scheduler.step(life, 'looks at the list', [], () => server.isUp);
    const claims = await place.claims();
    // Some of those that a shopper was asked about are left to wait for the answer.
    const isLeft = ({ lines }: Claim): boolean =>
      lines.some(({ repair, status }) => repair?.state === 'quoted' && status === 'open') &&
      scheduler.chance.under(0.4);
    for (const { id } of claims.filter((claim) => claim.finalizedOn === null && !isLeft(claim)))
      await workOn(place, life, id, (_place, page) => decideAll(place, page));
  },
};

/** Opens a claim and takes some decisions on it, until one is not taken. */
export async function workOn(
  place: Place,
  life: Life,
  claimId: number,
  decisionsOn: (place: Place, page: ClaimShown) => Decision[],
): Promise<void> {
  const { scheduler, server, storeId } = place;
  const opened = await outcomeOf(ask(place, merchant.getClaim, { params: { storeId, claimId } }));
  if (typeof opened === 'string') return;
  let page = opened.answer;
  for (const decide of decisionsOn(place, page)) {
    await scheduler.step(life, decide.name, [], () => server.isUp);
    const outcome = await outcomeOf(decide.call(page));
    scheduler.note(`${life.name}: ${decide.name} is ${typeof outcome === 'string' ? outcome : 'done'}`);
    if (typeof outcome === 'string') return;
    page = outcome.answer;
  }
}

/** Somebody who looks after goods that could not be sent, and mostly gives their value. */
export const afterSales = (turns: number): Person => ({
  name: 'after-sales',
  async live(place, life) {
    const { scheduler, server, storeId } = place;
    for (let turn = 0; turn < turns; turn += 1) {
      await scheduler.step(
        life,
        'looks for goods that were not sent',
        [],
        () => server.isUp && place.nextDue().unsent > 0,
      );
      const failed = await outcomeOf(
        ask(place, actions.listEffects, { params: { storeId }, query: { state: 'failed' } }),
      );
      const unsent = typeof failed === 'string' ? undefined : failed.answer.data.find((one) => one.canGiveValue);
      if (!unsent || scheduler.chance.under(0.2)) continue;
      await scheduler.step(life, 'gives their value', [], () => server.isUp);
      const outcome = await outcomeOf(giveValue(place, unsent.id));
      scheduler.note(`after-sales: gives their value is ${typeof outcome === 'string' ? outcome : 'done'}`);
    }
  },
});

async function giveValue(place: Place, effectId: number): Promise<unknown> {
  const params = { storeId: place.storeId, effectId };
  const { issued, ofPayment, resolutionMethodEnums } = await ask(place, actions.valueInstead, { params });
  const resolutionMethodEnum = place.scheduler.chance.pick(resolutionMethodEnums);
  const body = { resolutionMethodEnum, issued, ofPayment, notifyCustomerByEmail: null };
  return ask(place, actions.giveValueInstead, { params, body });
}

export const STAFF: SignedInUser = {
  userId: 1,
  idFromPlatform: 'staff',
  email: 'staff@makegood.example',
  firstName: 'Staff',
  lastName: '',
  isProviderAdmin: false,
  helpdesk: null,
};

/** Calls a route as somebody signed in with every right. */
export const ask = <R extends RouteSpec>(
  { server, storeId }: Place,
  route: R,
  input: RouteInput<R>,
): Promise<RouteAnswer<R>> =>
  server.ask(route, input, {
    user: STAFF,
    csrfToken: '',
    endSession: () => Promise.resolve(),
    storeId,
    roleCode: 'Admin',
  });

export type Decision = { name: string; call: (page: ClaimShown) => Promise<ClaimShown> };

/** What this person does with the page: mostly everything that is left to decide, and then finalizes. */
function turnOf(place: Place, page: ClaimShown): Decision[] {
  const { chance } = place.scheduler;
  const params = { storeId: place.storeId, claimId: page.id };
  const roll = chance.next();
  const { cancels } = place.story;
  if (roll < cancels)
    return [{ name: 'cancels', call: ({ version }) => ask(place, actions.cancelClaim, { params, body: { version } }) }];
  if (chance.under(Math.max(place.story.asides, page.canRestore ? 0.5 : place.story.hasElsewhere ? 0.2 : 0.07)))
    return asides(place, page);
  const back = chance.under(place.story.hasReplacements ? 0.5 : 0.1) ? arrivals(place, page) : [];
  const lines = [...back, ...decisionsOn(place, page, roll < 0.2)];
  const later = place.story.hasElsewhere && chance.under(0.4) ? [settlesElsewhere(place)] : [];
  // What came to cost more is mostly left for the shopper to pay first.
  const isLeft = lines.some(({ name }) => name.includes(SWAPPED)) && chance.under(0.75);
  return roll < 0.85 && !isLeft ? [...lines, finalizes(place, page), ...later] : [...lines, ...later];
}

/** Mostly at once, sometimes some items first and then the others. */
const decideAll = (place: Place, page: ClaimShown): Decision[] => [
  ...decisionsOn(place, page, false),
  ...(place.scheduler.chance.under(0.4) ? [finalizes(place, page, IN_PARTS)] : []),
  finalizes(place, page, 0),
];
const IN_PARTS = 1;

/** What was asked for as other is decided as it is. */
const decisionsOn = (place: Place, page: ClaimShown, isAgain: boolean): Decision[] =>
  page.claimLineItems
    .filter((line) => line.requestedResolutionMethodEnum !== 'Other' && (line.status.code === 'open' || isAgain))
    .map((line) => decisionOn(place, page, line));

/** What came back without a carrier's word of it. */
export const arrivals = (place: Place, page: ClaimShown): Decision[] =>
  page.claimReturnShipments
    .filter(({ canceledOn, tracker }) => canceledOn === null && tracker.status !== 'delivered')
    .filter(() => place.scheduler.chance.under(0.6))
    .map(({ returnShipmentId: shipmentId }): Decision => {
      const params = { storeId: place.storeId, claimId: page.id, shipmentId };
      return {
        name: 'receives a package',
        call: ({ version }) => ask(place, actions.receiveShipment, { params, body: { version } }),
      };
    });

/** `inParts`: how likely some of the items are left for another time. */
export function finalizes(place: Place, page: ClaimShown, inParts = 0.3): Decision {
  const { chance } = place.scheduler;
  const params = { storeId: place.storeId, claimId: page.id };
  const isWaiving = chance.under(0.3);
  const notifyCustomerByEmail = chance.under(0.4)
    ? { subject: 'Your return', header: 'Done', body: 'It is done.' }
    : null;
  const part = chance.under(inParts) ? chance.between(0, 1) : null;
  return {
    name: part === null ? 'finalizes' : 'finalizes some items',
    call: async ({ version }) => {
      const query = { waiveBalance: isWaiving ? ('true' as const) : ('false' as const) };
      const preview = await ask(place, actions.finalizePreview, { params, query });
      const lineItems = part === null ? preview.lineItems : everySecond(preview.lineItems, part);
      const body = { version, notifyCustomerByEmail, lineItems, waiveBalance: isWaiving };
      const finalized = ask(place, actions.finalize, { params, body });
      if (isWaiving && (await outcomeOf(finalized)) !== 'refused') place.quotes.waived(page.externalId);
      const { claim } = await finalized;
      noteReplacements(place, page, claim);
      return claim;
    },
  };
}

/** Says of replacements whether they went out before what they replace was back. */
function noteReplacements(
  { scheduler }: Place,
  before: ClaimShown,
  { claimLineItems, claimReturnShipments }: ClaimShown,
) {
  const isOpen = (id: number): boolean => before.claimLineItems.some((line) => line.id === id && !line.finalizedOn);
  const sent = claimLineItems.filter(
    ({ id, finalizedOn, status, resolutionMethodEnum: method, wasResolvedExternally }) =>
      isOpen(id) &&
      finalizedOn !== null &&
      status.id === 'approved' &&
      method === 'Replacement_Order' &&
      !wasResolvedExternally,
  );
  const awaited = claimReturnShipments.filter(({ canceledOn }) => canceledOn === null);
  if (sent.length === 0 || awaited.length === 0) return;
  const isBack = awaited.every(({ tracker }) => tracker.status === 'delivered');
  scheduler.note(`replacement: is decided ${isBack ? 'after' : 'before'} the return`);
}

/** Every second item of what can be finalized. What is deducted of it then is another sum than for all. */
function everySecond(groups: Preview['lineItems'], first: number): actions.FinalizeGroups {
  const chosen = Object.values(groups)
    .flat()
    .toSorted((one, other) => one.id - other.id)
    .filter((_item, index) => index % 2 === first)
    .map(({ id }) => id);
  return Object.fromEntries(
    Object.entries(groups).map(([group, items]) => [
      group,
      items.filter(({ id }) => chosen.includes(id)).map((item) => ({ ...item, deductedAmount: null })),
    ]),
  );
}
type Preview = RouteAnswer<typeof actions.finalizePreview>;

/** Says of one step on the page that is not done that it was done another way, whatever became of it meanwhile. */
const settlesElsewhere = (place: Place): Decision => ({
  name: 'marks an effect as resolved externally',
  async call(page) {
    const open = page.effects.filter(({ state }) => state === 'failed' || state === 'waiting');
    if (open.length === 0) return page;
    const { id: effectId, kind } = place.scheduler.chance.pick(open);
    place.scheduler.note(`which is ${kind}`);
    const params = { storeId: place.storeId, effectId };
    await ask(place, actions.settleEffect, { params, body: { reason: 'Done by hand' } });
    return page;
  },
});

/** What staff do besides deciding lines: they try failed steps again, give payments back, ask, and bring back what was canceled. */
function asides(place: Place, page: ClaimShown): Decision[] {
  const { storeId } = place;
  const again = page.effects
    .filter(({ state }) => state === 'failed')
    .map(({ id, kind }): Decision => {
      const call = () => ask(place, actions.retryEffect, { params: { storeId, effectId: id } });
      return { name: `tries ${kind} again`, call: () => call().then(() => page) };
    });
  const back = page.customerPayments
    .filter(({ canRefund }) => canRefund)
    .map(({ id, refundable: amount }): Decision => {
      const params = { storeId, customerPaymentId: id };
      const call = () => ask(place, actions.refundCustomerPayment, { params, body: { amount } });
      return { name: 'gives a payment back', call };
    });
  const labels = page.claimReturnShipments
    .filter((shipment) => shipment.canCancelLabel)
    .map(({ returnShipmentId: id }): Decision => {
      const params = { storeId, claimId: page.id, shipmentId: id };
      const call = ({ version }: ClaimShown) => ask(place, actions.cancelLabel, { params, body: { version } });
      return { name: 'cancels a label', call };
    });
  const params = { storeId, claimId: page.id };
  const waived: Decision[] = page.canWaiveReturn
    ? [
        {
          name: 'waits no longer for the return',
          call: ({ version }) => ask(place, actions.waiveReturn, { params, body: { version } }),
        },
      ]
    : [];
  const restored: Decision[] = page.canRestore
    ? [{ name: 'restores', call: ({ version }) => ask(place, actions.reopenClaim, { params, body: { version } }) }]
    : [];
  const asked: Decision[] =
    page.finalizedOn === null && place.scheduler.chance.under(0.5)
      ? [
          {
            name: 'asks the customer',
            call: ({ version }) =>
              ask(place, actions.requestInfo, { params, body: { version, message: 'Which size is it?' } }),
          },
        ]
      : [];
  return [
    ...restored,
    ...again,
    ...back,
    ...labels,
    ...waived,
    ...asked,
    ...(place.story.hasElsewhere ? [settlesElsewhere(place)] : []),
  ];
}

export function decisionOn(place: Place, page: ClaimShown, line: ClaimShown['claimLineItems'][number]): Decision {
  const { chance } = place.scheduler;
  const params = { storeId: place.storeId, claimId: page.id, claimLineItemId: line.id };
  const change = async (version: number, how: actions.LineChange): Promise<ClaimShown> =>
    (await ask(place, actions.changeLine, { params, body: { version, change: how } })).claim;
  if (chance.under(0.1))
    return {
      name: `denies line ${line.id}`,
      call: ({ version }) => change(version, { kind: 'denied', claimStatusDetailCode: 'Wrong_Item' }),
    };
  if (chance.under(0.05))
    return {
      name: `reverts line ${line.id}`,
      call: ({ version }) => change(version, { kind: 'requested' }),
    };
  const others = line.allowedMethods.filter(
    (one) => METHODS.includes(one) && (one !== 'variantExchange' || line.variantExchangeLineItem),
  );
  const isReplaced =
    place.story.hasReplacements && line.allowedMethods.includes('replacementOrder') && chance.under(0.5);
  const method = isReplaced
    ? 'replacementOrder'
    : chance.under(0.25) && others.length > 0
      ? chance.pick(others)
      : usualMethod(place, line);
  // Where shoppers pay, another thing than the one they chose may cost what they have not paid yet.
  const isSwapped = method === 'variantExchange' && place.story.isPaid && chance.under(0.4);
  const exchange = isSwapped ? { ...chance.pick(someGoods(place)), quantity: 1 } : choiceOf(line);
  const isExternal = place.story.hasExternal && chance.under(0.2);
  const unit = 10 ** decimalsOf(page.currencyCode);
  const asked = Math.round(line.requestedAmount * unit);
  const changed = chance.pick([
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    null,
    Math.floor(asked / 2),
    Math.floor((asked * 3) / 2),
  ]);
  return {
    name: `approves line ${line.id} as ${method}${isSwapped ? SWAPPED : ''}${isExternal ? ', resolved externally' : ''}`,
    call: ({ version }) => {
      const { externalId } = page;
      place.forms.approves({ externalId, lineId: line.id, method, amount: changed, isExternal });
      return change(version, {
        kind: 'approved',
        resolutionMethod: method,
        wasResolvedExternally: isExternal,
        amount: changed === null ? null : changed / unit,
        variantExchangeLineItem: exchange,
        replacementItems: method === 'replacementOrder' ? someGoods(place) : [],
      });
    },
  };
}

/** As it was asked for; a review ends as something else. */
const usualMethod = (
  place: Place,
  { requestedResolutionMethodEnum, allowedMethods }: ClaimShown['claimLineItems'][number],
) =>
  requestedResolutionMethodEnum === 'Warranty_Review' && allowedMethods.length > 0
    ? place.scheduler.chance.pick(allowedMethods)
    : methodOf(requestedResolutionMethodEnum);

/** What the shopper chose, again. */
const choiceOf = ({
  variantExchangeLineItem: exchange,
  originalStoreOrderLineItem: { productIdFromPlatform },
}: ClaimShown['claimLineItems'][number]) =>
  exchange && {
    variantIdFromPlatform: exchange.variantIdFromPlatform,
    productIdFromPlatform: exchange.productIdFromPlatform ?? productIdFromPlatform ?? '',
    quantity: exchange.quantity,
  };

const SWAPPED = ' of something else';
const METHODS: readonly string[] = ['refund', 'giftCard', 'storeCredit', 'variantExchange'];

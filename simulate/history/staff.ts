import * as actions from '#contract/merchant/claim-actions.ts';
import * as merchant from '#contract/merchant/merchant.ts';
import * as tags from '#contract/merchant/tags.ts';
import type { ClaimShown } from '#contract/claim-shapes.ts';
import { LABEL_URL } from '../settings.ts';
import type { Person, World } from './world.ts';

export const ADA: Person = { email: 'ada@demo.test', firstName: 'Ada', lastName: 'Admin' };
const SAM: Person = { email: 'sam@demo.test', firstName: 'Sam', lastName: 'Staff' };

/** Sam does most of it. */
export const someone = ({ chance }: World): Person => (chance.under(0.7) ? SAM : ADA);

export const pageOf = (world: World, claimId: number): Promise<ClaimShown> =>
  world.staff(SAM, merchant.getClaim, { params: { storeId: 1, claimId } });

const paramsOf = (claimId: number) => ({ storeId: 1, claimId });

/** Approves what is left open as it was asked for, finalizes, and tells the customer. */
export async function finalize(world: World, claimId: number): Promise<void> {
  const who = someone(world);
  const params = paramsOf(claimId);
  const page = await pageOf(world, claimId);
  if (!page.canFinalize && page.finalizedOn !== null) return;
  const query = { approveRequested: 'true' } as const;
  const preview = await world.staff(who, actions.finalizePreview, { params, query });
  const body = {
    version: page.version,
    approveRequested: true,
    lineItems: preview.lineItems,
    notifyCustomerByEmail: { subject: preview.subject, header: preview.header, body: preview.body },
  };
  await world.staff(who, actions.finalize, { params, body });
}

/** Decides every open line of a claim. */
export async function decide(
  world: World,
  claimId: number,
  changeOf: (line: ClaimShown['claimLineItems'][number]) => actions.LineChange | null,
): Promise<void> {
  const who = someone(world);
  let page = await pageOf(world, claimId);
  for (const { id: claimLineItemId } of page.claimLineItems.filter(({ status }) => status.code === 'open')) {
    const line = page.claimLineItems.find(({ id }) => id === claimLineItemId);
    const change = line ? changeOf(line) : null;
    if (change === null) continue;
    const params = { ...paramsOf(claimId), claimLineItemId };
    page = (await world.staff(who, actions.changeLine, { params, body: { version: page.version, change } })).claim;
  }
}

export async function ask(world: World, claimId: number, message: string): Promise<void> {
  const { version } = await pageOf(world, claimId);
  await world.staff(someone(world), actions.requestInfo, { params: paramsOf(claimId), body: { version, message } });
}

export async function cancel(world: World, claimId: number): Promise<void> {
  const { version } = await pageOf(world, claimId);
  await world.staff(someone(world), actions.cancelClaim, { params: paramsOf(claimId), body: { version } });
}

export async function note(world: World, claimId: number, message: string): Promise<void> {
  await world.staff(someone(world), actions.addToTimeline, { params: paramsOf(claimId), body: { message } });
}

export async function tag(world: World, claimId: number, name: string): Promise<void> {
  await world.staff(someone(world), tags.setClaimTags, { params: paramsOf(claimId), body: { tags: [name] } });
}

/** Nothing comes back anymore, and staff stop waiting for it. */
export async function waiveReturn(world: World, claimId: number): Promise<void> {
  const { canWaiveReturn, version } = await pageOf(world, claimId);
  if (canWaiveReturn)
    await world.staff(someone(world), actions.waiveReturn, { params: paramsOf(claimId), body: { version } });
}

type Line = ClaimShown['claimLineItems'][number];

async function ofEachLine(world: World, claimId: number, deed: (line: Line, version: number) => Promise<unknown>) {
  for (const { id } of (await pageOf(world, claimId)).claimLineItems) {
    const { claimLineItems, version } = await pageOf(world, claimId);
    const line = claimLineItems.find((one) => one.id === id);
    if (line) await deed(line, version);
  }
}

/** Says what repairing the items of a claim costs. */
export const quoteRepair = (world: World, claimId: number, amount: number, noteToCustomer: string): Promise<void> =>
  ofEachLine(world, claimId, ({ id: claimLineItemId }, version) =>
    world.staff(someone(world), actions.quoteRepair, {
      params: { ...paramsOf(claimId), claimLineItemId },
      body: { version, amount, noteToCustomer },
    }),
  );

export const workOnRepair = (world: World, claimId: number, state: 'inRepair' | 'done'): Promise<void> =>
  ofEachLine(world, claimId, ({ id: claimLineItemId }, version) =>
    world.staff(someone(world), actions.workOnRepair, {
      params: { ...paramsOf(claimId), claimLineItemId },
      body: { version, state },
    }),
  );

export async function sendBack(world: World, claimId: number): Promise<void> {
  const { version } = await pageOf(world, claimId);
  const trackingCode = `9400 1118 9922 ${1000 + Math.floor(world.chance.next() * 9000)} 77`;
  const body = { version, carrier: 'USPS', trackingCode };
  await world.staff(someone(world), actions.sendBack, { params: paramsOf(claimId), body });
}

/** Staff unpack a parcel that no carrier reports on. */
export async function receive(world: World, claimId: number): Promise<void> {
  for (const { returnShipmentId: shipmentId } of (await pageOf(world, claimId)).claimReturnShipments) {
    const { version } = await pageOf(world, claimId);
    const params = { ...paramsOf(claimId), shipmentId };
    await world.staff(someone(world), actions.receiveShipment, { params, body: { version } });
  }
}

/** The carrier scans every parcel of a claim. False when there is none. */
export async function scan(world: World, claimId: number, status: string): Promise<boolean> {
  const page = await pageOf(world, claimId);
  const codes = page.claimReturnShipments.flatMap(({ tracker }) =>
    tracker && tracker.carrier.trackingCode !== '' ? [tracker.carrier.trackingCode] : [],
  );
  for (const tracking_code of codes)
    await world.twins.answer(new URL(`${LABEL_URL}/_control/track`), {
      method: 'POST',
      body: JSON.stringify({ tracking_code, status }),
    });
  await world.settle();
  return codes.length > 0;
}

/** Staff do what the product asked of people, and leave what came up in the last days. */
export async function finishTasks(world: World, since: number): Promise<void> {
  const who = someone(world);
  const { data } = await world.staff(who, actions.listTasks, { params: { storeId: 1 } });
  for (const { id: taskId, createdOn } of data)
    if (Date.parse(createdOn) < since)
      await world.staff(who, actions.finishTask, { params: { storeId: 1, taskId }, body: { note: 'Done' } });
}

import * as customer from '#contract/customer/customer.ts';
import * as actions from '#contract/merchant/claim-actions.ts';
import { Refusal } from '#core/refusal.ts';
import type { Order } from '#sandbox/shopify/state.ts';
import type { PortalSession } from '#server/http/context.ts';
import { DEMO_SHOP } from '#start/sandboxes.ts';
import { Agenda, atWork, DAY_MS, ENDS, HOUR_MS } from './calendar.ts';
import { payForRepair, portalOf, SLUG, submit, type Wish } from './shoppers.ts';
import * as owner from './owner.ts';
import * as staff from './staff.ts';
import type { World } from './world.ts';

const CLAIMS = 400;
/** When the store began to take registrations and withdrawals, and when it published its rules. */
const NEW_AREAS = ENDS - 210 * DAY_MS;
const FIRST_RULES = ENDS - 110 * DAY_MS;
const LATER_RULES = ENDS - 38 * DAY_MS;
const REGISTRATIONS = 46;

/** How long ago the claims of these repairs were made, in hours, and how far they are. */
const UNDER_REPAIR = [
  [38, 'quoted'],
  [62, 'inRepair'],
  [88, 'done'],
] as const;

/** What shoppers come for, by how often. */
const WISHES: readonly (readonly [Wish | 'staff', number])[] = [
  ['refund', 40],
  ['storeCredit', 8],
  ['giftCard', 7],
  ['exchange', 15],
  ['otherProduct', 5],
  ['instantExchange', 5],
  ['shopNow', 5],
  ['gift', 3],
  ['warranty', 8],
  ['staff', 4],
];

/** How often things of a kind come back: what has to fit more than what does not. */
const RETURN_RATE: Readonly<Record<string, number>> = {
  Dresses: 2,
  Shoes: 1.9,
  Trousers: 1.8,
  Jackets: 1.3,
  Sweaters: 1.1,
  Shirts: 1,
  'T-Shirts': 0.8,
  Jewelry: 0.5,
  Home: 0.5,
  Hats: 0.45,
  Bags: 0.5,
  Socks: 0.2,
};

const TAGS = ['Repeat customer', 'Sizing issue', 'Photo checked', 'VIP', 'Quality report'] as const;
const NOTES = [
  'Called the customer; she will drop the parcel off on Saturday.',
  'Third report about this seam. Passed on to production.',
  'Box came back without the dust bag, fine for a first time.',
  'Customer was charged twice by her bank, not by us. Explained.',
  'Looks unworn. Back on the shelf.',
  'Size chart of this style needs another look.',
] as const;
const QUESTIONS = [
  'Could you send us a photo of the label inside?',
  'Which size would you like instead?',
  'When did you first notice the damage?',
] as const;
const ANSWERS = [
  'It says M, but it fits like a small.',
  'One size up, please. Thank you!',
  'Right after unpacking it.',
] as const;
const DENIALS = [
  [
    'Noncompliant_Return',
    'The item shows clear signs of wear, so we cannot take it back. We can send it to you again for free.',
  ],
  [
    'Wrong_Item',
    'The parcel held another item than the one you bought from us. Please get in touch, so that we can sort it out.',
  ],
  ['Item_Not_Returned', 'The box arrived empty. Please ask the carrier about it; we are happy to help.'],
] as const;

type Bought = { order: Order; orderId: number; deliveredAt: number; weight: number };

/** Tells 18 months of claims, from the first to the last moment. Returns how many were made. */
export async function tell(world: World, onDay: (claims: number) => void): Promise<number> {
  const agenda = new Agenda();
  const tale = new Tale(world, agenda);
  const { claiming, others } = await chosen(world);
  for (const bought of claiming) tale.begin(bought);
  tale.beginLately(others);
  tale.grow(others);
  for (let day = ENDS - 548 * DAY_MS; day < ENDS; day += DAY_MS)
    agenda.at(day, async () => {
      await world.daily();
      await staff.finishTasks(world, day - 3 * DAY_MS);
      // Older runs are on no screen.
      if (day > ENDS - 14 * DAY_MS) await world.reconcile();
      onDay(tale.made);
    });
  for (let next = agenda.next(); next && next.at < ENDS; next = agenda.next()) {
    world.clock.now = Math.max(world.clock.now, next.at);
    await next.deed();
    await world.settle();
  }
  world.clock.now = Math.max(world.clock.now, ENDS);
  await world.daily();
  return tale.made;
}

/** The orders somebody claims something of. */
async function chosen(world: World): Promise<{ claiming: Bought[]; others: Bought[] }> {
  const { chance, deps, twins } = world;
  const shop = twins.shopify.store(DEMO_SHOP);
  const rows = await deps.database.inStore(1, (db) =>
    db.selectFrom('store_order').select(['order_id', 'id_from_platform']).execute(),
  );
  const ids = new Map(rows.map(({ order_id, id_from_platform }) => [id_from_platform, order_id]));
  const kindOf = new Map(shop.products.map(({ id, productType }) => [id, productType]));
  const all = shop.orders.flatMap((order): Bought[] => {
    const orderId = ids.get(String(order.id));
    const delivered = order.fulfillments.flatMap(({ events }) => events).find(({ status }) => status === 'DELIVERED');
    // Samples are for those who try the product.
    if (!delivered || orderId === undefined || order.cancelledAt !== null || order.customAttributes.length > 0)
      return [];
    if (order.refunds.length > 0) return [];
    const weight = order.lineItems.reduce(
      (most, { productId }) => Math.max(most, RETURN_RATE[kindOf.get(productId ?? 0) ?? ''] ?? 0),
      0,
    );
    return [{ order, orderId, deliveredAt: Date.parse(delivered.happenedAt), weight }];
  });
  const whole = all.reduce((sum, { weight }) => sum + weight, 0);
  const claiming = all.filter(({ weight }) => chance.under((CLAIMS * 1.06 * weight) / whole));
  return { claiming, others: all.filter((one) => !claiming.includes(one)) };
}

class Tale {
  made = 0;
  private isDiscontinued = false;
  private readonly world: World;
  private readonly agenda: Agenda;
  constructor(world: World, agenda: Agenda) {
    this.world = world;
    this.agenda = agenda;
  }

  begin(bought: Bought): void {
    const { chance } = this.world;
    const kind = weighted(WISHES, chance.next());
    const after = kind === 'warranty' ? 35 + chance.next() * 240 : 0.4 + 22 * chance.next() ** 2;
    const at = bought.deliveredAt + after * DAY_MS;
    this.agenda.at(at, () => this.claim(bought, kind));
  }

  /** Warranty claims are few, and today some wait for staff. */
  beginLately(others: readonly Bought[]): void {
    const { chance } = this.world;
    const worn = others.filter(
      ({ deliveredAt }) => deliveredAt < ENDS - 60 * DAY_MS && deliveredAt > ENDS - 250 * DAY_MS,
    );
    for (const hours of [4, 17, 26, 41, 66, 90]) {
      const bought = chance.pick(worn);
      this.agenda.at(ENDS - hours * HOUR_MS, () => this.claim(bought, 'warranty'));
    }
    for (const [hours, reached] of UNDER_REPAIR) {
      const bought = chance.pick(worn);
      this.at(ENDS - hours * HOUR_MS, () => this.underRepair(bought, reached));
    }
  }

  /** A repair that has only come so far. */
  private async underRepair(bought: Bought, reached: 'quoted' | 'inRepair' | 'done'): Promise<void> {
    const { world } = this;
    const { clock } = world;
    const portal = portalOf(bought.orderId, bought.order);
    const externalId = await submit(world, portal, 'warranty');
    if (externalId === null) return;
    this.made += 1;
    await world.settle();
    const claimId = await this.idOf(externalId);
    const after = (hours: number, deed: () => Promise<unknown>): void => this.at(clock.now + hours * HOUR_MS, deed);
    after(6, () => staff.quoteRepair(world, claimId, 28, 'A new zipper, and the seam next to it.'));
    if (reached === 'quoted') return;
    after(15, async () => {
      await payForRepair(world, portal, externalId);
      await world.settle();
      await staff.finalize(world, claimId);
    });
    after(27, () => staff.workOnRepair(world, claimId, 'inRepair'));
    if (reached === 'done') after(49, () => staff.workOnRepair(world, claimId, 'done'));
  }

  /** What the store's owner adds in these months, and who registers products. */
  grow(others: readonly Bought[]): void {
    const { world, agenda } = this;
    const { chance } = world;
    agenda.at(NEW_AREAS, () => owner.openNewAreas(world));
    agenda.at(FIRST_RULES, () => owner.publishFirstRules(world));
    agenda.at(LATER_RULES, () => owner.publishLaterRules(world));
    for (let index = 0; index < REGISTRATIONS; index += 1) {
      const { orderId, order } = chance.pick(others);
      const at = NEW_AREAS + HOUR_MS + (ENDS - NEW_AREAS - 3 * HOUR_MS) * Math.sqrt(chance.next());
      this.at(at, () => owner.register(world, portalOf(orderId, order)));
    }
  }

  private async claim(bought: Bought, kind: Wish | 'staff'): Promise<void> {
    const { world } = this;
    const isGift = kind === 'gift';
    const portal = portalOf(bought.orderId, bought.order, isGift);
    const wishes: Wish[] = kind === 'staff' ? [] : isGift ? ['gift'] : [kind, 'exchange', 'refund'];
    let externalId: string | null = null;
    let wish: Wish | 'staff' = kind;
    if (kind === 'refund' && owner.mayWithdraw(bought.order, world.clock.now, NEW_AREAS))
      externalId = await quietly(owner.withdraw(world, portal, bought.order));
    for (const each of externalId === null ? wishes : []) {
      externalId = await quietly(submit(world, portal, each));
      wish = each;
      if (externalId !== null) break;
    }
    if (kind === 'staff') externalId = await this.madeByStaff(bought);
    if (externalId === null) return;
    this.made += 1;
    await world.settle();
    const claimId = await this.idOf(externalId);
    this.follow(claimId, externalId, portal, wish);
  }

  private async idOf(externalId: string): Promise<number> {
    const { deps } = this.world;
    const row = await deps.database.inStore(1, (db) =>
      db.selectFrom('claim').select('claim_id').where('external_id', '=', externalId).executeTakeFirstOrThrow(),
    );
    return row.claim_id;
  }

  /** Somebody writes or calls, and staff make the return for them. */
  private async madeByStaff({ order, orderId }: Bought): Promise<string | null> {
    const { world } = this;
    const line = order.lineItems.find(({ requiresShipping }) => requiresShipping);
    const customerName = `${order.shippingAddress?.firstName ?? ''} ${order.shippingAddress?.lastName ?? ''}`;
    if (!line || order.email === null) return null;
    const body = {
      claimType: 'Return' as const,
      originalStoreOrderId: orderId,
      customerEmail: order.email,
      customerName,
      shippingMethod: 'label' as const,
      claimLineItems: [
        {
          lineIdFromPlatform: String(line.id),
          quantity: 1,
          reasonId: world.chance.pick(['Wrong_Fit', 'Not_As_Expected', 'No_Longer_Needed']),
          requestedResolutionMethodEnum: world.chance.pick(['Refund', 'Refund', 'Gift_Card'] as const),
          comments: 'Asked by phone.',
        },
      ],
    };
    const made = await quietly(
      world.staff(staff.someone(world), actions.createClaim, { params: { storeId: 1 }, body }),
    );
    return made?.externalId ?? null;
  }

  private at(at: number, deed: () => Promise<unknown>): void {
    this.agenda.at(at, async () => void (await quietly(deed())));
  }

  /** What becomes of a claim. */
  private follow(claimId: number, externalId: string, portal: PortalSession, wish: Wish | 'staff'): void {
    const { world } = this;
    const { chance, clock } = world;
    const now = clock.now;
    if (chance.under(0.16))
      this.at(atWork(now + DAY_MS * chance.next(), chance), () => staff.note(world, claimId, chance.pick(NOTES)));
    if (chance.under(0.2))
      this.at(atWork(now + 2 * DAY_MS * chance.next(), chance), () => staff.tag(world, claimId, chance.pick(TAGS)));
    if (wish === 'warranty') return this.warranty(claimId, externalId, portal);
    const roll = chance.next();
    if (roll < 0.035) {
      // The shopper thinks better of it.
      this.at(atWork(now + 3 * DAY_MS * chance.next(), chance), () => staff.cancel(world, claimId));
      return;
    }
    if (roll < 0.075) {
      // Nothing ever comes; staff tidy up after the label has run out.
      const given = now + (38 + 10 * chance.next()) * DAY_MS;
      if (wish === 'instantExchange') this.decision(claimId, wish, given);
      else this.at(atWork(given, chance), () => staff.cancel(world, claimId));
      return;
    }
    if (roll < (now > ENDS - 5 * DAY_MS ? 0.3 : 0.11))
      return this.question(claimId, externalId, portal, now + DAY_MS * chance.next(), () => this.parcel(claimId, wish));
    this.parcel(claimId, wish);
  }

  private question(claimId: number, externalId: string, portal: PortalSession, at: number, then: () => void): void {
    const { world } = this;
    const { chance } = world;
    const asked = atWork(at, chance);
    this.at(asked, () => staff.ask(world, claimId, chance.pick(QUESTIONS)));
    const answered = asked + (0.2 + 3 * chance.next()) * DAY_MS;
    this.at(answered, async () => {
      const answer = chance.pick(ANSWERS);
      const own = portal.gift ? { ...portal, gift: { externalIds: [externalId] } } : portal;
      await world.shopper(own, customer.answerInfo, { params: { slug: SLUG, externalId }, body: { answer } });
      then();
    });
  }

  /** The parcel travels, and staff decide when it is back. */
  private parcel(claimId: number, wish: Wish | 'staff'): void {
    const { world } = this;
    const { chance, clock } = world;
    const days = (least: number, most: number): number => (least + (most - least) * chance.next()) * DAY_MS;
    const handed = clock.now + days(0.6, wish === 'instantExchange' ? 3 : 6.5);
    const roll = chance.next();
    this.at(handed, async () => {
      const hasLabel = await staff.scan(world, claimId, 'in_transit');
      if (!hasLabel) {
        const back = atWork(handed + days(4, 9), chance);
        this.at(back, () => staff.receive(world, claimId));
        return this.decision(claimId, wish, back + days(0.1, 2));
      }
      // Lost on the way: the carrier never scans it again, and staff decide without it.
      if (roll < 0.02) return this.lost(claimId, wish, handed + days(17, 26));
      if (roll < 0.03) {
        this.at(handed + days(3, 6), () => staff.scan(world, claimId, 'failure'));
        return this.lost(claimId, wish, handed + days(10, 18));
      }
      const back = handed + days(2.2, 6.5);
      this.at(back - 9 * HOUR_MS, () => staff.scan(world, claimId, 'out_for_delivery'));
      this.at(back, () => staff.scan(world, claimId, 'delivered'));
      // What came yesterday and today still waits.
      const behind = back > ENDS - 1.5 * DAY_MS ? 2 * DAY_MS : 0;
      this.decision(claimId, wish, back + days(0.2, 2.6) + behind);
    });
  }

  private lost(claimId: number, wish: Wish | 'staff', from: number): void {
    const { world } = this;
    const at = atWork(from, world.chance);
    this.at(at, () =>
      staff.note(world, claimId, 'The carrier confirms the loss. The customer should not have to wait.'),
    );
    this.decision(claimId, wish, at + HOUR_MS / 4);
    this.at(at + 30 * HOUR_MS, () => staff.waiveReturn(world, claimId));
  }

  private decision(claimId: number, wish: Wish | 'staff', from: number): void {
    const { world } = this;
    const { chance } = world;
    this.at(atWork(from, chance), async () => {
      const roll = chance.next();
      if (roll < 0.05) {
        const [claimStatusDetailCode, noteToCustomer] = chance.pick(DENIALS);
        await staff.decide(world, claimId, () => ({ kind: 'denied', claimStatusDetailCode, noteToCustomer }));
      } else if (roll < 0.09)
        await staff.decide(world, claimId, ({ requestedResolutionMethodEnum: asked, requestedAmount }) =>
          asked === 'Refund'
            ? {
                kind: 'approved',
                resolutionMethod: 'refund',
                amount: Math.round(requestedAmount * 0.8),
                noteToCustomer: 'The tags were missing, so we refund 80% of the price.',
              }
            : null,
        );
      else if (roll < 0.105)
        await staff.decide(world, claimId, ({ requestedResolutionMethodEnum: asked }) =>
          asked === 'Refund'
            ? {
                kind: 'approved',
                resolutionMethod: 'refund',
                wasResolvedExternally: true,
                noteToCustomer: 'Paid to your bank account, as we agreed.',
              }
            : null,
        );
      // What a rule finalized has its order already.
      const isOurs = (await staff.pageOf(world, claimId)).finalizedOn === null;
      await staff.finalize(world, claimId);
      const isExchange = wish === 'exchange' || wish === 'otherProduct';
      if (isOurs && isExchange && !this.isDiscontinued && world.clock.now > ENDS - 20 * DAY_MS)
        await this.discontinue(claimId);
    });
  }

  /** Somebody takes the size off the shop in the very moment in which it is promised: its order fails. */
  private async discontinue(claimId: number): Promise<void> {
    const { claimLineItems } = await staff.pageOf(this.world, claimId);
    const wanted = claimLineItems.map((line) => line.variantExchangeLineItem?.variantIdFromPlatform);
    for (const product of this.world.twins.shopify.store(DEMO_SHOP).products) {
      const left = product.variants.filter(({ id }) => !wanted.includes(String(id)));
      if (left.length === product.variants.length) continue;
      product.variants = left;
      this.isDiscontinued = true;
    }
  }

  /** Staff look at the photos, ask, and decide without the item. */
  private warranty(claimId: number, externalId: string, portal: PortalSession): void {
    const { world } = this;
    const { chance, clock } = world;
    const decides = (from: number): void =>
      this.at(atWork(from, chance), () => this.warrantyDecision(claimId, externalId, portal));
    if (chance.under(0.3))
      return this.question(claimId, externalId, portal, clock.now + DAY_MS, () =>
        decides(clock.now + 2 * DAY_MS * chance.next()),
      );
    decides(clock.now + (0.3 + 4 * chance.next()) * DAY_MS);
  }

  private async warrantyDecision(claimId: number, externalId: string, portal: PortalSession): Promise<void> {
    const { world } = this;
    const { chance } = world;
    const roll = chance.next();
    if (roll >= 0.56 && roll < 0.64) return this.repairForMoney(claimId, externalId, portal);
    await staff.decide(world, claimId, (line): actions.LineChange => {
      const same = line.suggestedWarrantyReplacementItem;
      if (roll < 0.16)
        return {
          kind: 'denied',
          claimStatusDetailCode: 'Not_Covered_Under_Warranty',
          noteToCustomer: 'This is wear from use, which our warranty does not cover. Our repair guide may help.',
        };
      if (roll < 0.56 && same)
        return {
          kind: 'approved',
          resolutionMethod: 'replacementOrder',
          replacementItems: [
            {
              productIdFromPlatform: same.productIdFromPlatform ?? '',
              variantIdFromPlatform: same.variantIdFromPlatform,
              quantity: 1,
            },
          ],
        };
      if (roll < 0.76) return { kind: 'approved', resolutionMethod: 'repair' };
      return { kind: 'approved', resolutionMethod: roll < 0.9 ? 'refund' : 'giftCard' };
    });
    await staff.finalize(world, claimId);
    if (roll >= 0.64 && roll < 0.76) this.repair(claimId);
    else if (roll < 0.16 && chance.under(0.4)) this.appeal(claimId, externalId, portal);
  }

  /** Wear that the warranty does not cover: the shopper pays for the repair, or leaves it. */
  private async repairForMoney(claimId: number, externalId: string, portal: PortalSession): Promise<void> {
    const { world } = this;
    const { chance, clock } = world;
    const { currencyCode } = await staff.pageOf(world, claimId);
    const price = chance.pick([18, 24, 35, 42]) * (currencyCode === 'JPY' ? 100 : 1);
    await staff.quoteRepair(world, claimId, price, 'New stitching by hand, and a check of all other seams.');
    const answers = clock.now + (0.3 + 3 * chance.next()) * DAY_MS;
    if (chance.under(0.75))
      this.at(answers, async () => {
        await payForRepair(world, portal, externalId);
        await world.settle();
        await staff.finalize(world, claimId);
        this.repair(claimId);
      });
    else
      this.at(answers, async () => {
        for (const { id: claimLineItemId } of (await staff.pageOf(world, claimId)).claimLineItems) {
          const params = { slug: SLUG, externalId, claimLineItemId };
          await world.shopper(portal, customer.declineQuote, { params });
        }
        await staff.finalize(world, claimId);
      });
  }

  /** The workshop begins when the item is there, and sends it back some days later. */
  private repair(claimId: number): void {
    const { world } = this;
    const { chance, clock } = world;
    const begun = atWork(clock.now + (2 + 4 * chance.next()) * DAY_MS, chance);
    const done = atWork(begun + (1 + 5 * chance.next()) * DAY_MS, chance);
    this.at(begun - 2 * HOUR_MS, () => staff.receive(world, claimId));
    this.at(begun, () => staff.workOnRepair(world, claimId, 'inRepair'));
    this.at(done, () => staff.workOnRepair(world, claimId, 'done'));
    this.at(done + 7 * HOUR_MS, () => staff.sendBack(world, claimId));
  }

  /** The shopper asks for another look, and staff give in more often than not. */
  private appeal(claimId: number, externalId: string, portal: PortalSession): void {
    const { world } = this;
    const { chance, clock } = world;
    const asked = clock.now + (0.2 + 2 * chance.next()) * DAY_MS;
    this.at(asked, () =>
      world.shopper(portal, customer.appealClaim, {
        params: { slug: SLUG, externalId },
        body: { message: 'I wore it for one season only. Please look at the photo again.', mediaIds: [] },
      }),
    );
    this.at(atWork(asked + DAY_MS, chance), async () => {
      const isAccepted = chance.under(0.6);
      await staff.decide(world, claimId, () =>
        isAccepted
          ? { kind: 'approved', resolutionMethod: 'giftCard' }
          : {
              kind: 'denied',
              claimStatusDetailCode: 'Not_Covered_Under_Warranty',
              noteToCustomer: 'We looked at it again with our workshop. It stays with wear from use.',
            },
      );
      await staff.finalize(world, claimId);
    });
  }
}

const refusals = new Map<string, number>();
/** What the product refused while the story was told, by code. */
export const refusedSoFar = (): ReadonlyMap<string, number> => refusals;

/** People do not insist on what the product refuses. */
async function quietly<T>(deed: Promise<T>): Promise<T | null> {
  try {
    return await deed;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    refusals.set(error.code, (refusals.get(error.code) ?? 0) + 1);
    return null;
  }
}

function weighted<T>(choices: readonly (readonly [T, number])[], chance: number): T {
  let left = chance * choices.reduce((sum, [, weight]) => sum + weight, 0);
  const found = choices.find(([, weight]) => (left -= weight) < 0) ?? choices[0];
  if (!found) throw new Error('there is nothing to choose from');
  return found[0];
}

import { expect, test } from 'vitest';
import type { Address } from '#core/address.ts';
import { PartnerError, type CallContext, type Labels } from '#partners/ports.ts';

export const SHOPPER: Address = {
  firstName: 'Elizabeth',
  lastName: 'Swan',
  line1: '179 N Harbor Dr',
  line2: 'Apt 20',
  city: 'Redondo Beach',
  stateOrProvinceCode: 'CA',
  postalCode: '90277',
  countryCode: 'US',
  phone: '5555555555',
};
export const MERCHANT: Address = {
  firstName: '',
  lastName: '',
  company: 'Returns Desk',
  line1: '388 Townsend St',
  line2: '',
  city: 'San Francisco',
  stateOrProvinceCode: 'CA',
  postalCode: '94107',
  countryCode: 'US',
  phone: '5555555555',
};
export const CONTEXT: CallContext = { requestId: 'req-conformance' };

let references = 0;
export const newReference = (): string => `label:claim:${(references += 1)}:${Date.now()}`;

/** What every Labels adapter must do, against a provider that answers normally. */
export function labelsConformance(open: () => Labels): void {
  const quote = (labels: Labels, reference: string) =>
    labels.quote({ from: SHOPPER, to: MERCHANT, parcel: { weightOunces: 15.4 }, reference }, CONTEXT);

  test('a quote has rates in whole minor units', async () => {
    const { rates, shipmentIdFromProvider } = await quote(open(), newReference());
    expect(shipmentIdFromProvider).not.toBe('');
    expect(rates.length).toBeGreaterThan(0);
    for (const rate of rates) {
      expect(Number.isSafeInteger(rate.cost.amount)).toBe(true);
      expect(rate.cost.amount).toBeGreaterThan(0);
      expect(rate.cost.currencyCode).toMatch(/^[A-Z]{3}$/);
    }
    expect(new Set(rates.map(({ id }) => id)).size).toBe(rates.length);
  });

  test('buying gives the label at the chosen rate, as a PDF', async () => {
    const labels = open();
    const { rates, shipmentIdFromProvider } = await quote(labels, newReference());
    const rate = rates.at(-1);
    const bought = await labels.buy(shipmentIdFromProvider, rate?.id ?? '', CONTEXT);
    expect(bought).toMatchObject({
      shipmentIdFromProvider,
      carrier: rate?.carrier,
      service: rate?.service,
      cost: rate?.cost,
    });
    expect(bought.trackingCode).not.toBe('');
    expect(bought.trackingUrl).toMatch(/^https?:/);
    expect(new TextDecoder().decode(bought.labelPdf.slice(0, 5))).toBe('%PDF-');
  });

  test('buying twice, even at another rate, is buying once', async () => {
    const labels = open();
    const { rates, shipmentIdFromProvider } = await quote(labels, newReference());
    const first = await labels.buy(shipmentIdFromProvider, rates[0]?.id ?? '', CONTEXT);
    const second = await labels.buy(shipmentIdFromProvider, rates.at(-1)?.id ?? '', CONTEXT);
    expect(second.trackingCode).toBe(first.trackingCode);
    expect(second.cost).toEqual(first.cost);
  });

  test('a shipment is found again by its reference, before and after buying', async () => {
    const labels = open();
    const reference = newReference();
    expect(await labels.findByReference(reference, CONTEXT)).toBeNull();
    const quoted = await quote(labels, reference);
    const found = await labels.findByReference(reference, CONTEXT);
    expect(found).toEqual({ ...quoted, bought: null });
    const bought = await labels.buy(quoted.shipmentIdFromProvider, quoted.rates[0]?.id ?? '', CONTEXT);
    const foundBought = await labels.findByReference(reference, CONTEXT);
    expect(foundBought?.bought?.trackingCode).toBe(bought.trackingCode);
  });

  test('where a package is can be asked, of those that were bought', async () => {
    const labels = open();
    const { rates, shipmentIdFromProvider } = await quote(labels, newReference());
    const { trackingCode } = await labels.buy(shipmentIdFromProvider, rates[0]?.id ?? '', CONTEXT);
    expect((await labels.track(trackingCode, CONTEXT))?.trackingCode).toBe(trackingCode);
    expect(await labels.track('nobody-follows-it', CONTEXT)).toBeNull();
  });

  test('refunding twice gives the same answer', async () => {
    const labels = open();
    const { rates, shipmentIdFromProvider } = await quote(labels, newReference());
    await labels.buy(shipmentIdFromProvider, rates[0]?.id ?? '', CONTEXT);
    const first = await labels.refundLabel(shipmentIdFromProvider, CONTEXT);
    expect(['submitted', 'refunded', 'rejected', 'notApplicable']).toContain(first);
    expect(await labels.refundLabel(shipmentIdFromProvider, CONTEXT)).toBe(first);
  });

  const allOf = async <T>(pageAfter: (cursor: string | null) => Promise<{ items: T[]; nextCursor: string | null }>) => {
    const items: T[] = [];
    let cursor: string | null = null;
    do {
      const page = await pageAfter(cursor);
      items.push(...page.items);
      cursor = page.nextCursor;
    } while (cursor !== null);
    return items;
  };

  test('what was bought and what was given back since an instant is reported once each, whatever was only quoted left out', async () => {
    const labels = open();
    const since = new Date(Date.now() - 60_000).toISOString();
    const [kept, back, asked] = [newReference(), newReference(), newReference()];
    const bought = new Map<string, string>();
    for (const reference of [kept, back]) {
      const { rates, shipmentIdFromProvider } = await quote(labels, reference);
      const { trackingCode } = await labels.buy(shipmentIdFromProvider, rates[0]?.id ?? '', CONTEXT);
      const label = await labels.find(shipmentIdFromProvider, CONTEXT);
      expect(label).toMatchObject({ reference, trackingCode, cost: rates[0]?.cost, refund: null });
      bought.set(reference, shipmentIdFromProvider);
    }
    const onlyQuoted = await quote(labels, asked);
    expect(await labels.find(onlyQuoted.shipmentIdFromProvider, CONTEXT)).toBeNull();
    expect(await labels.find('shp_unknown', CONTEXT)).toBeNull();
    const refund = await labels.refundLabel(bought.get(back) ?? '', CONTEXT);
    const told = await allOf((cursor) => labels.boughtSince(since, cursor, CONTEXT));
    const ours = told.filter(({ reference }) => [kept, back, asked].includes(reference ?? ''));
    expect(new Map(ours.map(({ reference, refund: state }) => [reference, state]))).toEqual(
      new Map([
        [kept, null],
        [back, refund],
      ]),
    );
    expect(ours).toHaveLength(2);
    for (const { createdOn } of ours) expect(Date.parse(createdOn)).toBeGreaterThan(Date.parse(since));
    const givenBack = await allOf((cursor) => labels.voidedSince(since, cursor, CONTEXT));
    const ids = givenBack.map(({ shipmentIdFromProvider }) => shipmentIdFromProvider);
    expect(ids.filter((id) => [...bought.values()].includes(id))).toEqual([bought.get(back)]);
    const later = new Date(Date.now() + 86_400_000).toISOString();
    expect(await allOf((cursor) => labels.boughtSince(later, cursor, CONTEXT))).toEqual([]);
    expect(await allOf((cursor) => labels.voidedSince(later, cursor, CONTEXT))).toEqual([]);
  });

  test('what can never succeed is refused', async () => {
    const labels = open();
    await expect(labels.buy('shp_unknown', 'rate_unknown', CONTEXT)).rejects.toMatchObject({ kind: 'refused' });
    await expect(labels.refundLabel('shp_unknown', CONTEXT)).rejects.toBeInstanceOf(PartnerError);
    const nowhere = { ...SHOPPER, line1: '', postalCode: '' };
    const impossible = labels.quote(
      { from: nowhere, to: MERCHANT, parcel: { weightOunces: 8 }, reference: newReference() },
      CONTEXT,
    );
    await expect(impossible).rejects.toMatchObject({ kind: 'refused' });
  });

  test('an unsigned webhook is nothing', () => {
    expect(open().readCall(new TextEncoder().encode('{}'), {})).toBeNull();
  });
}

import { z } from 'zod';
import { decimalFromMinor, minorFromDecimal, type Minor } from '#core/money.ts';
import type { CallContext, ReturnExchangeRequest, ReturnExchangeResult } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused } from './client.ts';
import { readOn } from './complete.ts';
import { gidOf, tailOf } from './gid.ts';
import type { MarkedReturn, RefundState } from './marked-return.ts';
import { isProcessed, openReturn, processReturn, readState, returnFor } from './marked-return.ts';
import { EXCHANGE_LINES, TAX_RATES } from './operations.ts';
import { transferOf } from './refund.ts';
import { outOfStock, readVariants } from './stock.ts';
import { connection, movedBy } from './wire.ts';

type Caller = { client: ShopifyClient; context: CallContext };

/**
 * Exchanges within the order, once per purpose key: one return, marked in its reason note, takes the items back, sends
 * the new ones and refunds the difference, in one step of the platform.
 */
export async function returnExchangeOnce(
  caller: Caller,
  request: ReturnExchangeRequest,
): Promise<ReturnExchangeResult> {
  const { returnLines, exchangeLines, refund } = request;
  const [first] = exchangeLines;
  if (!first || returnLines.length === 0) throw refused('an exchange takes something in and sends something out');
  const { currencyCode } = first.total;
  if (refund && (refund.amount.currencyCode !== currencyCode || refund.amount.amount <= 0)) {
    throw refused('what goes back in an exchange is more than nothing and in its currency');
  }
  const state = await readState(caller, { ...request, currencyCode });
  const earlier = returnFor(state, request.purposeKey);
  if (earlier && isProcessed(earlier)) return resultOf(request, earlier, currencyCode);
  const transfer = refund ? transferOf(refund, state) : null;
  const opened = earlier ?? (await open(caller, request, currencyCode, state));
  const processed = await processReturn(caller, asReturn(request), opened, transfer, await linesOf(caller, opened));
  return resultOf(request, processed, currencyCode);
}

const asReturn = ({ returnLines, ...request }: ReturnExchangeRequest) => ({ ...request, lines: returnLines });

async function open(
  caller: Caller,
  request: ReturnExchangeRequest,
  currencyCode: string,
  state: RefundState,
): Promise<MarkedReturn> {
  const { exchangeLines } = request;
  const variants = await readVariants(caller, exchangeLines);
  // The platform takes an exchange on even without stock: the shopper waits, where the store wants it so.
  const shortage = outOfStock(request.outOfStock === 'fail' ? exchangeLines : [], variants);
  if (shortage.short.length > 0) throw shortage;
  if (variants.currencyCode !== currencyCode) {
    throw refused(
      `order ${tailOf(state.id)} is in ${currencyCode}, the shop in ${variants.currencyCode}: exchange it by an order of its own`,
    );
  }
  const ratesOf = await taxRates(caller, state);
  const exchangeLineItems = exchangeLines.map(
    ({ variantIdFromPlatform, quantity, insteadOfLineIdFromPlatform, total }) => {
      const price = minorFromDecimal(variants.byId.get(variantIdFromPlatform)?.price ?? '0', currencyCode);
      const off = price * quantity - beforeTax(total.amount, ratesOf(insteadOfLineIdFromPlatform));
      return {
        variantId: gidOf('ProductVariant', variantIdFromPlatform),
        quantity,
        ...(off > 0
          ? {
              appliedDiscount: {
                description: `Exchange ${request.claimExternalId}`,
                value: { amount: { amount: decimalFromMinor(off, currencyCode), currencyCode } },
              },
            }
          : {}),
      };
    },
  );
  return openReturn(caller, { ...asReturn(request), exchangeLineItems });
}

/** The rates of the taxes on top of an order's lines; none where prices include them. */
async function taxRates({ client, context }: Caller, { id }: RefundState): Promise<(lineId: string) => number[]> {
  const Line = z.object({ id: z.string(), taxLines: z.array(z.object({ rate: z.number().nullable() })) });
  const answer = z.object({ order: z.object({ taxesIncluded: z.boolean(), lineItems: connection(Line) }) });
  const read = async (after: string | null) => (await client.run(TAX_RATES, { id, after }, answer, context)).order;
  const order = await read(null);
  await readOn(order.lineItems, async (after) => (await read(after)).lineItems);
  const rates = new Map(
    order.lineItems.nodes.map((line) => [tailOf(line.id), line.taxLines.map(({ rate }) => rate ?? 0)]),
  );
  return (lineId) => (order.taxesIncluded ? [] : (rates.get(lineId) ?? []));
}

/**
 * The highest price that comes to no more than a total once its taxes are on top: the platform holds goods back for a
 * cent that is owed, and a cent too little concerns nobody.
 */
function beforeTax(total: Minor, rates: readonly number[]): Minor {
  const withTax = (price: Minor): Minor => rates.reduce((sum, rate) => sum + Math.round(price * rate), price);
  const all = rates.reduce((sum, rate) => sum + rate, 0);
  let price = Math.ceil(total / (1 + all)) + rates.length;
  while (withTax(price) > total) price -= 1;
  return price;
}

async function linesOf({ client, context }: Caller, { id }: MarkedReturn): Promise<{ id: string; quantity: number }[]> {
  const Line = z.object({ id: z.string(), processableQuantity: z.number() });
  const answer = z.object({ node: z.object({ exchangeLineItems: connection(Line) }) });
  const read = async (after: string | null) =>
    (await client.run(EXCHANGE_LINES, { id, after }, answer, context)).node.exchangeLineItems;
  const lines = await read(null);
  await readOn(lines, read);
  return lines.nodes
    .filter(({ processableQuantity }) => processableQuantity > 0)
    .map((line) => ({ id: line.id, quantity: line.processableQuantity }));
}

function resultOf(request: ReturnExchangeRequest, done: MarkedReturn, currencyCode: string): ReturnExchangeResult {
  // The platform may write a refund of nothing for the goods that came back.
  const moved = done.refunds.nodes.filter((refund) => movedBy(refund, currencyCode) > 0);
  const amount = moved.reduce((sum, refund) => sum + movedBy(refund, currencyCode), 0);
  const [refund] = moved;
  return {
    returnIdFromPlatform: tailOf(done.id),
    refundIdFromPlatform: refund ? tailOf(refund.id) : null,
    orderIdFromPlatform: request.orderIdFromPlatform,
    amountRefunded: refund ? { amount, currencyCode } : null,
  };
}

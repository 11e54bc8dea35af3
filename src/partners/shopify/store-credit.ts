import { z } from 'zod';
import { decimalFromMinor, minorFromDecimal } from '#core/money.ts';
import type { CallContext, GiftCardRequest, IssuedGiftCard } from '#partners/ports.ts';
import type { ShopifyClient } from './client.ts';
import { refused, retryLater } from './client.ts';
import { gidOf, tailOf } from './gid.ts';
import { uuidOf } from './marks.ts';
import { METAFIELDS_SET, STORE_CREDIT, STORE_CREDIT_STATE } from './operations.ts';
import { UserErrors, refuseUserErrors } from './user-errors.ts';
import { Amount, Instant } from './wire.ts';

/** Only we can read and write it. */
const NAMESPACE = '$app:makegood';
const LONGEST_READ = 50;

/** What is written down with the customer before the platform is asked for a credit, and after it answered. */
export const CreditMark = z.object({
  purposeKey: z.string(),
  amount: z.number().int(),
  currencyCode: z.string(),
  /** How often it was asked for. */
  attempts: z.number().int(),
  /** The latest movement of the account before the first time; null for an account without any. */
  after: z.string().nullable(),
  /** The movement that is ours, once it is known. */
  transactionId: z.string().nullable(),
  createdOn: Instant.nullable(),
});
type CreditMark = z.infer<typeof CreditMark>;

/** A mark as it is read from the field it is kept in. */
export const WrittenMark = z
  .string()
  .transform((text, problems): unknown => {
    try {
      return JSON.parse(text);
    } catch {
      problems.addIssue('not JSON');
      return z.NEVER;
    }
  })
  .pipe(CreditMark);

const Movement = z.object({ id: z.string().optional(), createdAt: Instant, event: z.string(), amount: Amount });
const Field = z.object({ value: z.string(), compareDigest: z.string() });
const Customer = z.object({
  id: z.string(),
  metafield: Field.nullable(),
  metafields: z.object({ nodes: z.array(Field) }),
  storeCreditAccounts: z.object({
    nodes: z.array(
      z.object({
        balance: z.object({ currencyCode: z.string() }),
        transactions: z.object({ nodes: z.array(Movement) }),
      }),
    ),
  }),
});
type Customer = z.infer<typeof Customer>;
type Caller = { client: ShopifyClient; context: CallContext };

/**
 * Credits a customer's account once per purpose key. The platform keeps no note with a credit, so what
 * is about to be done is first written into a field of the customer, by compare-and-set. An attempt
 * whose answer was lost is recognized by a later credit of the same amount that no mark claims; with
 * more such credits than marks that wait for one nothing is done, and staff must say. So the shopper
 * never gets it twice. What this cannot tell: a credit of the same amount that staff or another app
 * gave between an attempt that came to nothing and the next one is taken for ours.
 */
export async function storeCreditOnce(caller: Caller, request: GiftCardRequest): Promise<IssuedGiftCard> {
  const { amount, customerIdFromPlatform } = request;
  if (amount.amount <= 0) throw refused('store credit must be of more than nothing');
  if (!customerIdFromPlatform) throw refused('store credit needs a customer account at Shopify');
  const customer = await readCustomer(caller, customerIdFromPlatform, request.purposeKey);
  const mark = customer.metafield ? WrittenMark.parse(customer.metafield.value) : null;
  if (mark && (mark.amount !== amount.amount || mark.currencyCode !== amount.currencyCode)) {
    throw refused(
      `this store credit was begun as ${decimalFromMinor(mark.amount, mark.currencyCode)} ${mark.currencyCode}`,
    );
  }
  if (mark?.transactionId) return resultOf(mark.transactionId, request);
  const found = mark ? findCredit(customer, mark) : null;
  if (mark && found) {
    await write(caller, customer, { ...mark, transactionId: found.id, createdOn: found.createdOn });
    return resultOf(found.id, request);
  }
  return credit(caller, customer, mark ?? firstMark(customer, request), request);
}

async function readCustomer(
  { client, context }: Caller,
  idFromPlatform: string,
  purposeKey: string,
): Promise<Customer> {
  const variables = { id: gidOf('Customer', idFromPlatform), namespace: NAMESPACE, key: keyOf(purposeKey) };
  const answer = z.object({ customer: Customer.nullable() });
  const { customer } = await client.run(STORE_CREDIT_STATE, variables, answer, context);
  if (!customer) throw refused('Shopify does not know this customer any more');
  return customer;
}

const keyOf = (purposeKey: string): string => `credit-${uuidOf(purposeKey)}`;

const movementsIn = (customer: Customer, currencyCode: string): z.infer<typeof Movement>[] =>
  customer.storeCreditAccounts.nodes.find(({ balance }) => balance.currencyCode === currencyCode)?.transactions.nodes ??
  [];

const instantOf = (movement: z.infer<typeof Movement> | undefined): string | null =>
  movement ? `${movement.createdAt} ${movement.id ?? ''}` : null;

function firstMark(customer: Customer, { purposeKey, amount }: GiftCardRequest): CreditMark {
  const after = instantOf(movementsIn(customer, amount.currencyCode)[0]);
  return { purposeKey, ...amount, attempts: 0, after, transactionId: null, createdOn: null };
}

/** The credit that an earlier attempt made, if it made one. */
function findCredit(customer: Customer, mark: CreditMark): { id: string; createdOn: string } | null {
  const movements = movementsIn(customer, mark.currencyCode);
  const before = movements.findIndex((movement) => instantOf(movement) === mark.after);
  if (before < 0 && movements.length >= LONGEST_READ) {
    throw refused('too much happened on the store credit account since; look there and mark this one by hand');
  }
  const marks = customer.metafields.nodes.flatMap(({ value }) => WrittenMark.safeParse(value).data ?? []);
  const claimed = new Set(marks.map(({ transactionId }) => transactionId));
  const waiting = marks.filter(
    ({ transactionId, amount, currencyCode }) =>
      transactionId === null && amount === mark.amount && currencyCode === mark.currencyCode,
  );
  const candidates = (before < 0 ? movements : movements.slice(0, before)).flatMap(
    ({ id, createdAt, event, amount }) => {
      const minor = minorFromDecimal(amount.amount, amount.currencyCode);
      const isLike = id !== undefined && event === 'ADJUSTMENT' && minor === mark.amount;
      return isLike && !claimed.has(tailOf(id)) ? [{ id: tailOf(id), createdOn: createdAt }] : [];
    },
  );
  if (candidates.length > waiting.length) {
    throw refused('several credits of this amount were given since; see the store credit account at Shopify');
  }
  // The oldest of them; which of ours takes which makes no difference to the shopper.
  return candidates.at(-1) ?? null;
}

async function credit(
  caller: Caller,
  customer: Customer,
  mark: CreditMark,
  { amount, ...request }: GiftCardRequest,
): Promise<IssuedGiftCard> {
  const begun = { ...mark, attempts: mark.attempts + 1 };
  await write(caller, customer, begun, customer.metafield?.compareDigest ?? null);
  const creditAmount = {
    amount: decimalFromMinor(amount.amount, amount.currencyCode),
    currencyCode: amount.currencyCode,
  };
  const Transaction = z.object({ id: z.string(), createdAt: Instant });
  const answer = z.object({
    storeCreditAccountCredit: z.object({
      storeCreditAccountTransaction: Transaction.nullable(),
      userErrors: UserErrors,
    }),
  });
  const variables = { id: customer.id, creditInput: { creditAmount, notify: false } };
  const { storeCreditAccountCredit: done } = await caller.client.run(STORE_CREDIT, variables, answer, caller.context);
  refuseUserErrors(STORE_CREDIT, done.userErrors);
  const made = done.storeCreditAccountTransaction;
  if (!made) throw refused('Shopify gave no store credit and no reason');
  const id = tailOf(made.id);
  await write(caller, customer, { ...begun, transactionId: id, createdOn: made.createdAt });
  return resultOf(id, { ...request, amount });
}

/** Writes the mark; with a digest only over what we saw (null: over nothing), so that of two attempts one goes on. */
async function write(
  { client, context }: Caller,
  customer: Customer,
  mark: CreditMark,
  compareDigest?: string | null,
): Promise<void> {
  const field = {
    ownerId: customer.id,
    namespace: NAMESPACE,
    key: keyOf(mark.purposeKey),
    type: 'json',
    value: JSON.stringify(mark),
    ...(compareDigest === undefined ? {} : { compareDigest }),
  };
  const answer = z.object({ metafieldsSet: z.object({ userErrors: UserErrors }) });
  const { metafieldsSet } = await client.run(METAFIELDS_SET, { metafields: [field] }, answer, context);
  if (metafieldsSet.userErrors.some(({ code }) => code === 'STALE_OBJECT')) {
    throw retryLater('this store credit is being given by another attempt', METAFIELDS_SET.settleMs);
  }
  refuseUserErrors(METAFIELDS_SET, metafieldsSet.userErrors);
}

const resultOf = (idFromPlatform: string, { amount }: Pick<GiftCardRequest, 'amount'>): IssuedGiftCard => ({
  idFromPlatform,
  code: '',
  amount,
  orderNo: null,
  platformAdminUrl: null,
});

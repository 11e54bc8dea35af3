import { minorOf } from '../amounts.ts';
import { customerById } from '../lookup.ts';
import type { StoreCreditAccount, StoreCreditMovement } from '../state.ts';
import { nextId, numberOf } from '../state.ts';
import type { Context, View } from '../views/connection.ts';
import { movementView } from '../views/customer.ts';
import { isoNow } from './announce.ts';

/** Credits the customer's account in that currency, opening it first where there is none. */
export function credit(
  context: Context,
  customerId: number,
  currency: string,
  amount: number,
  expiresAt: string | null,
  event: StoreCreditMovement['event'],
  origin: StoreCreditMovement['origin'],
): { account: StoreCreditAccount; movement: StoreCreditMovement } {
  const { shop } = context;
  let account = shop.storeCreditAccounts.find((each) => each.customerId === customerId && each.currency === currency);
  if (account === undefined) {
    account = { id: nextId(shop), customerId, currency, balance: 0, movements: [] };
    shop.storeCreditAccounts.push(account);
  }
  account.balance += amount;
  const movement: StoreCreditMovement = {
    id: nextId(shop),
    kind: 'credit',
    amount,
    balanceAfter: account.balance,
    createdAt: isoNow(),
    expiresAt,
    event,
    origin,
  };
  account.movements.push(movement);
  return { account, movement };
}

type Money = { amount: unknown; currencyCode: string };

const refused = (code: string, field: string[], message: string): View => ({
  storeCreditAccountTransaction: null,
  userErrors: [{ code, field, message }],
});

export function storeCreditAccountCredit(
  context: Context,
  args: { id: string; creditInput: { creditAmount: Money; expiresAt?: string | null } },
): View {
  const { shop } = context;
  const input = args.creditInput;
  const account = shop.storeCreditAccounts.find((each) => each.id === numberOf(args.id, 'StoreCreditAccount'));
  const customer = customerById(shop, account?.customerId ?? numberOf(args.id, 'Customer'));
  if (customer === undefined) {
    return args.id.includes('/StoreCreditAccount/')
      ? refused('ACCOUNT_NOT_FOUND', ['id'], 'Store credit account does not exist')
      : refused('OWNER_NOT_FOUND', ['id'], 'Owner does not exist');
  }
  const currency = input.creditAmount.currencyCode;
  if (account !== undefined && account.currency !== currency)
    return refused(
      'MISMATCHING_CURRENCY',
      ['creditInput', 'creditAmount', 'currencyCode'],
      'The currency provided does not match the currency of the store credit account',
    );
  if (!shop.presentmentCurrencies.includes(currency))
    return refused(
      'UNSUPPORTED_CURRENCY',
      ['creditInput', 'creditAmount', 'currencyCode'],
      'The currency provided is not currently supported',
    );
  const amount = minorOf(input.creditAmount.amount, currency);
  if (amount === null || amount <= 0)
    return refused(
      'NEGATIVE_OR_ZERO_AMOUNT',
      ['creditInput', 'creditAmount', 'amount'],
      'A positive amount must be used',
    );
  const expiresAt = input.expiresAt ?? null;
  if (expiresAt !== null && Date.parse(expiresAt) < Date.now())
    return refused('EXPIRES_AT_IN_PAST', ['creditInput', 'expiresAt'], 'The expiry date must be in the future');
  const made = credit(context, customer.id, currency, amount, expiresAt, 'ADJUSTMENT', null);
  return { storeCreditAccountTransaction: movementView(context, made.account, made.movement), userErrors: [] };
}

export function storeCreditAccountDebit(
  context: Context,
  args: { id: string; debitInput: { debitAmount: Money } },
): View {
  const { shop } = context;
  const { amount: decimal, currencyCode } = args.debitInput.debitAmount;
  const customerId = numberOf(args.id, 'Customer');
  const account = shop.storeCreditAccounts.find(
    (each) =>
      each.id === numberOf(args.id, 'StoreCreditAccount') ||
      (each.customerId === customerId && each.currency === currencyCode),
  );
  if (account === undefined) return refused('ACCOUNT_NOT_FOUND', ['id'], 'Store credit account does not exist');
  if (account.currency !== currencyCode)
    return refused(
      'MISMATCHING_CURRENCY',
      ['debitInput', 'debitAmount', 'currencyCode'],
      'The currency provided does not match the currency of the store credit account',
    );
  const amount = minorOf(decimal, currencyCode);
  if (amount === null || amount <= 0)
    return refused(
      'NEGATIVE_OR_ZERO_AMOUNT',
      ['debitInput', 'debitAmount', 'amount'],
      'A positive amount must be used',
    );
  if (amount > account.balance)
    return refused(
      'INSUFFICIENT_FUNDS',
      ['debitInput', 'debitAmount', 'amount'],
      'The store credit account does not have sufficient funds to satisfy the request',
    );
  account.balance -= amount;
  const movement: StoreCreditMovement = {
    id: nextId(shop),
    kind: 'debit',
    amount,
    balanceAfter: account.balance,
    createdAt: isoNow(),
    expiresAt: null,
    event: 'ADJUSTMENT',
    origin: null,
  };
  account.movements.push(movement);
  return { storeCreditAccountTransaction: movementView(context, account, movement), userErrors: [] };
}

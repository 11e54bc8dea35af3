import { accountsOf, customerById, orderById, transactionById } from '../lookup.ts';
import { orderSums } from '../order-sums.ts';
import { metafieldView, namespaceOf } from '../mutations/metafields.ts';
import { searchCustomers, searchOrders } from '../search.ts';
import type { Address, Customer, GiftCard, StoreCreditAccount, StoreCreditMovement } from '../state.ts';
import { gid } from '../state.ts';
import type { Context, PageArgs, View } from './connection.ts';
import { connection, firstOf, innerConnection, money } from './connection.ts';

export function addressView(address: Address, ownerId: number, role: string): View {
  const name = `${address.firstName} ${address.lastName}`.trim();
  return {
    __typename: 'MailingAddress',
    ...address,
    id: gid('MailingAddress', `${ownerId}?model_name=${role}`),
    name,
    countryCodeV2: address.countryCode,
    formattedArea: [address.city, address.provinceCode, address.country].filter(Boolean).join(', '),
    formatted: (args: { withName: boolean; withCompany: boolean }) =>
      [
        args.withName ? name : null,
        args.withCompany ? address.company : null,
        address.address1,
        address.address2,
        [address.city, address.provinceCode, address.zip].filter(Boolean).join(' '),
        address.country,
      ].filter((line) => typeof line === 'string' && line !== ''),
    latitude: null,
    longitude: null,
  };
}

export function customerView(context: Context, customer: Customer): View {
  const { shop } = context;
  const orders = () => shop.orders.filter((order) => order.customerId === customer.id);
  const address = customer.address === null ? null : addressView(customer.address, customer.id, 'CustomerAddress');
  return {
    __typename: 'Customer',
    id: gid('Customer', customer.id),
    legacyResourceId: String(customer.id),
    firstName: customer.firstName,
    lastName: customer.lastName,
    displayName: `${customer.firstName} ${customer.lastName}`.trim() || customer.email,
    email: customer.email,
    phone: customer.phone,
    note: customer.note,
    tags: customer.tags,
    addresses: (args: { first?: number | null }) => firstOf(address === null ? [] : [address], args.first),
    defaultAddress: address,
    defaultEmailAddress: { emailAddress: customer.email, marketingState: 'NOT_SUBSCRIBED', validFormat: true },
    defaultPhoneNumber:
      customer.phone === null ? null : { phoneNumber: customer.phone, marketingState: 'NOT_SUBSCRIBED' },
    amountSpent: () =>
      money(
        orders().reduce((sum, order) => sum + orderSums(order).net.shop, 0),
        shop.currency,
      ),
    numberOfOrders: () => String(orders().length),
    metafield: (args: { key: string; namespace?: string | null }) => {
      const found = customer.metafields?.find(
        (each) => each.key === args.key && each.namespace === namespaceOf(args.namespace),
      );
      return found === undefined ? null : metafieldView(found);
    },
    metafields: (args: PageArgs & { keys?: string[] | null; namespace?: string | null }) => {
      const rows = (customer.metafields ?? []).filter(
        (each) =>
          (!args.namespace || each.namespace === namespaceOf(args.namespace)) &&
          (!args.keys || args.keys.includes(each.key)),
      );
      return innerConnection(context, rows, args, metafieldView);
    },
    canDelete: () => orders().length === 0,
    lifetimeDuration: 'over 1 year',
    locale: 'en',
    state: 'DISABLED',
    taxExempt: false,
    hasTimelineComment: false,
    validEmailAddress: true,
    verifiedEmail: true,
    createdAt: customer.createdAt,
    updatedAt: customer.updatedAt,
    orders: (args: PageArgs & { query?: string | null; sortKey: string }) =>
      context.views.orders(context, searchOrders(context.shop, orders(), args.query), args),
    storeCreditAccounts: (args: PageArgs) =>
      innerConnection(context, accountsOf(shop, customer.id), args, (account) => accountView(context, account)),
  };
}

export function customerConnection(
  context: Context,
  args: PageArgs & { query?: string | null; sortKey: string },
): View {
  const value = (customer: Customer) =>
    args.sortKey === 'UPDATED_AT'
      ? customer.updatedAt
      : args.sortKey === 'CREATED_AT'
        ? customer.createdAt
        : customer.id;
  return connection(
    context,
    searchCustomers(context.shop, context.shop.customers, args.query),
    args,
    (each) => [value(each), each.id],
    (each) => customerView(context, each),
  );
}

export function accountView(context: Context, account: StoreCreditAccount): View {
  return {
    __typename: 'StoreCreditAccount',
    id: gid('StoreCreditAccount', account.id),
    balance: money(account.balance, account.currency),
    owner: () => {
      const customer = customerById(context.shop, account.customerId);
      return customer === undefined ? null : customerView(context, customer);
    },
    transactions: (args: PageArgs & { sortKey: string }) =>
      connection(
        context,
        account.movements,
        args,
        (each) => [each.createdAt, each.id],
        (each) => movementView(context, account, each),
      ),
  };
}

export function movementView(context: Context, account: StoreCreditAccount, movement: StoreCreditMovement): View {
  const credit = movement.kind === 'credit';
  return {
    __typename: credit ? 'StoreCreditAccountCreditTransaction' : 'StoreCreditAccountDebitTransaction',
    id: gid(credit ? 'StoreCreditAccountCreditTransaction' : 'StoreCreditAccountDebitTransaction', movement.id),
    account: () => accountView(context, account),
    amount: money(credit ? movement.amount : -movement.amount, account.currency),
    balanceAfterTransaction: money(movement.balanceAfter, account.currency),
    remainingAmount: money(credit ? movement.amount : 0, account.currency),
    createdAt: movement.createdAt,
    expiresAt: movement.expiresAt,
    event: movement.event,
    origin: () => {
      const order = orderById(context.shop, movement.origin?.orderId ?? null);
      const transaction =
        order === undefined ? undefined : transactionById(order, movement.origin?.transactionId ?? null);
      return order === undefined || transaction === undefined
        ? null
        : context.views.transaction(context, order, transaction);
    },
  };
}

export function giftCardView(context: Context, card: GiftCard): View {
  const last = card.code.slice(-4);
  return {
    __typename: 'GiftCard',
    id: gid('GiftCard', card.id),
    balance: money(card.balance, card.currency),
    initialValue: money(card.initialValue, card.currency),
    crossCurrencyRedemptionStrategy: 'NONE',
    lastCharacters: last,
    maskedCode: `•••• •••• •••• ${last}`,
    enabled: card.deactivatedAt === null,
    isRedeemable: card.deactivatedAt === null && card.balance > 0,
    deactivatedAt: card.deactivatedAt,
    expiresOn: card.expiresOn,
    note: card.note,
    templateSuffix: card.templateSuffix,
    customer: () => {
      const customer = customerById(context.shop, card.customerId);
      return customer === undefined ? null : customerView(context, customer);
    },
    order: () => {
      const order = orderById(context.shop, card.orderId);
      return order === undefined ? null : context.views.order(context, order);
    },
    lineItem: null,
    recipientAttributes: null,
    transactions: (args: PageArgs) => innerConnection(context, [], args, () => ({})),
    createdAt: card.createdAt,
    updatedAt: card.updatedAt,
  };
}

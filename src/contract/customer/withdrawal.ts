import { z } from 'zod';
import { REQUEST_ERRORS } from '#contract/request-errors.ts';
import { Amount, route } from '#contract/route.ts';
import { Words } from '#core/texts/phrase.ts';

const OrderParams = z.object({ slug: z.string().min(1).max(100), idFromPlatform: z.string().min(1).max(100) });

export const getWithdrawal = route({
  method: 'GET',
  path: '/api/customer/{slug}/order/{idFromPlatform}/withdrawal',
  access: 'portal',
  summary: 'Get what the buyer can withdraw from by law, and until when',
  params: OrderParams,
  response: z.object({
    storeName: z.string(),
    orderNo: z.string(),
    currencyCode: z.string(),
    isOpen: z.boolean(),
    /** The last day; null while some of the order is still to be sent. */
    lastDay: z.string().nullable(),
    /** Of the buyer, if an email address opened the order; else both are empty. */
    name: z.string(),
    email: z.string(),
    /** The cost of delivery that is given back when all of the order is withdrawn. */
    deliveryAmount: Amount,
    items: z.array(
      z.object({
        lineIdFromPlatform: z.string(),
        name: z.string(),
        variantTitle: z.string(),
        imgUrl: z.string().nullable(),
        /** Units that can be withdrawn now. */
        quantity: z.number().int(),
        /** Why none can; null where some can. */
        whyNot: Words.nullable(),
      }),
    ),
  }),
  errors: {
    ORDER_NOT_FOUND: 'This session is for another order',
    WITHDRAWAL_NOT_OFFERED: 'The order has no right of withdrawal',
  },
});

const Stated = z.object({
  selections: z
    .array(z.object({ lineIdFromPlatform: z.string().max(100), quantity: z.number().int().positive() }))
    .min(1)
    .max(100),
  name: z.string().trim().min(1, 'Enter your name.').max(100),
  /** Where the copy of the statement goes. */
  email: z.email('Must be a valid email.').max(255),
});

const REFUSED = {
  ORDER_NOT_FOUND: 'This session is for another order',
  WITHDRAWAL_NOT_OFFERED: 'The order has no right of withdrawal',
  WITHDRAWAL_ENDED: 'The last day has passed',
  METHOD_NOT_ELIGIBLE: 'An item cannot be withdrawn from',
  QUANTITY_TOO_LARGE: 'More units than can be withdrawn from',
  LINE_UNKNOWN: 'An item is not part of the order',
};

/** The first of two steps; nothing is kept. */
export const stateWithdrawal = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/{idFromPlatform}/withdrawal/statement',
  access: 'portal',
  summary: 'Get the withdrawal statement that confirming would make',
  params: OrderParams,
  body: Stated,
  response: z.object({
    /** A paragraph each. */
    statement: z.array(z.string()),
    refundAmount: Amount,
    /** The part of it that is the cost of delivery. */
    deliveryAmount: Amount,
    /** Sent back when it is confirmed. */
    statementKey: z.string(),
  }),
  errors: REFUSED,
});

export const confirmWithdrawal = route({
  method: 'POST',
  path: '/api/customer/{slug}/order/{idFromPlatform}/withdrawal',
  access: 'portal',
  summary: 'Withdraw from the contract; the same requestKey never does it twice',
  params: OrderParams,
  body: Stated.extend({ statementKey: z.string().max(100), requestKey: z.uuid() }),
  response: z.object({
    externalId: z.string(),
    /** When the store received it. */
    statedOn: z.string(),
    timeZone: z.string(),
  }),
  errors: {
    ...REFUSED,
    STATEMENT_CHANGED: 'The statement is no longer the one that was shown',
    ...REQUEST_ERRORS,
    ORDER_BUSY: 'Other claims of the order are being made',
  },
});

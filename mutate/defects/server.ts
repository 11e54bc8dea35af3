import type { Defect } from '../defect.ts';

const EXACTLY_ONCE = 'src/server/effects/exactly-once.test.ts';
const WORKER = 'src/server/effects/worker.test.ts';
const PAYMENTS = 'src/server/payments/payments.test.ts';
const HOLDS = 'src/server/payments/holds.test.ts';
const KEPT_STOCK = 'src/server/effects/kept-stock.test.ts';

/** In what is loaded, held, saved and looked up around a decision. */
export const IN_SERVER: readonly Defect[] = [
  {
    id: 'A7',
    what: 'Older news of an order overwrite newer ones',
    file: 'src/server/db/orders.ts',
    find: ".whereRef('store_order.updated_on', '<=', 'excluded.updated_on')",
    replace: '',
    catchers: ['src/server/db/orders.test.ts', 'src/server/webhooks/webhooks.test.ts'],
  },
  {
    id: 'A14',
    what: 'The outcome of a step that another worker has taken over is recorded too',
    file: 'src/server/effects/worker.ts',
    find: 'if (!isOurs) return false;',
    replace: '',
    catchers: [WORKER, EXACTLY_ONCE],
  },
  {
    id: 'A18',
    what: 'A label that an earlier attempt bought is not looked for',
    file: 'src/server/effects/kinds/label.ts',
    find: 'const earlier = await labels.findByReference(reference, context);',
    replace: 'const earlier = null as Awaited<ReturnType<Labels["findByReference"]>>;',
    catchers: [EXACTLY_ONCE],
  },
  {
    id: 'S1',
    what: 'Two workers take the same step at once',
    file: 'src/server/db/effects.ts',
    find: 'for update skip locked',
    replace: '',
    catchers: [{ onPostgres: WORKER }, { onPostgres: 'src/server/db/contention.test.ts' }],
    needsPostgres: true,
  },
  {
    id: 'S2',
    what: 'A worker writes the outcome of a step though another one took it since',
    file: 'src/server/db/effects.ts',
    find: ".where('attempts', '=', attempt.attempts)",
    replace: '',
    catchers: [WORKER, EXACTLY_ONCE],
  },
  {
    id: 'S3',
    what: 'A step whose taker died is never taken again',
    file: 'src/server/db/effects.ts',
    find: " or (state = 'running' and taken_until < now())",
    replace: '',
    catchers: [WORKER, EXACTLY_ONCE],
  },
  {
    id: 'S4',
    what: 'Two refunds of an order are made at once',
    file: 'src/server/effects/kinds/refund.ts',
    find: 'if (!(await takeRefundTurn(database, turn)))',
    replace: 'if (!(await takeRefundTurn(database, turn)) && turn.orderIdFromPlatform === "")',
    catchers: ['src/server/effects/kinds/refund.test.ts'],
  },
  {
    id: 'S5',
    what: 'A payment that was paid in the moment before it is let go of is not given back',
    file: 'src/server/effects/kinds/payment.ts',
    find: "const meanwhile = error instanceof PartnerError && error.kind === 'refused' ? await taken() : null;",
    replace: 'const meanwhile = null;',
    catchers: [EXACTLY_ONCE, PAYMENTS, HOLDS],
  },
  {
    id: 'S6',
    what: 'Payments that were begun for another amount stand',
    file: 'src/server/payments/begin.ts',
    find: 'for (const row of rows) if (row !== fitting) await letGo(db, storeId, row.payment_id, requestId);',
    replace: '',
    catchers: [PAYMENTS],
  },
  {
    id: 'S7',
    what: 'Stock that is just being reserved is not released',
    file: 'src/server/effects/kept-stock.ts',
    find: "if (state === 'waiting' || state === 'running')",
    replace: "if (state === 'waiting' && state !== 'waiting')",
    catchers: [KEPT_STOCK, EXACTLY_ONCE],
  },
  {
    id: 'S8',
    what: 'The stock reserved for a claim is not released before its goods are ordered',
    file: 'src/server/effects/kinds/exchange-order.ts',
    find: 'if (reservedBy !== null) await freeKeptStock(',
    replace: 'if (reservedBy !== null && reservedBy === "") await freeKeptStock(',
    catchers: [KEPT_STOCK, EXACTLY_ONCE],
  },
  {
    id: 'S9',
    what: 'News of a payment that were read before it changed overwrite the change',
    file: 'src/server/payments/news.ts',
    find: 'if (!row || row.updated_on.getTime() !== seen.updated_on.getTime()) return false;',
    replace: 'if (!row) return false;',
    catchers: [PAYMENTS, HOLDS],
  },
  {
    id: 'S10',
    what: 'A payment is used for two claims',
    file: 'src/server/payments/use-payment.ts',
    find: 'if (!held || held.claim_id !== null || held.for_claim_id !== null)',
    replace: 'if (!held || held.for_claim_id !== null)',
    catchers: [PAYMENTS],
  },
  {
    id: 'S11',
    what: 'A payment that was called off is used for a claim',
    file: 'src/server/payments/use-payment.ts',
    find: 'if (await isLetGo(db, held))',
    replace: 'if (held === null)',
    catchers: [PAYMENTS],
  },
  {
    id: 'S12',
    what: 'The sum of a payment that somebody begun counts as paid before anybody paid',
    file: 'src/server/payments/provider-payment.ts',
    find: "if (payment.status !== 'authorized' && payment.status !== 'captured') return null;",
    replace: "if (payment.status === 'failed') return null;",
    catchers: [PAYMENTS],
  },
];

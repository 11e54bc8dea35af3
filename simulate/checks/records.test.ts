import { expect, it } from 'vitest';
import { inboxEmpty } from './records.ts';

const heard = (state: 'done' | 'failed' | 'waiting', attempts: number, last_error: string | null) => ({
  topic: 'charge.failed',
  state,
  attempts,
  last_error,
});

it('takes a webhook for given up only after a dozen tries and without an answer of its partner', () => {
  const found = [
    heard('done', 1, null),
    heard('failed', 12, 'no answer: Invalid JSON received from the Stripe API'),
    heard('failed', 11, 'no answer: An error occurred with our connection to Stripe.'),
    heard('failed', 12, 'Something unexpected went wrong; see the log.'),
    heard('waiting', 12, 'no answer: An error occurred with our connection to Stripe.'),
  ].map((row) => inboxEmpty({ inbox: [row] }).length);
  expect(found).toEqual([0, 0, 1, 1, 1]);
});

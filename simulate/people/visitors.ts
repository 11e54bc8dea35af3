import * as customer from '#contract/customer/customer.ts';
import { outcomeOf, type Person } from './people.ts';

const AT_ONCE = 3;

/** A family that looks an order up on several devices at once, from one address. */
export const visitors: Person = {
  name: 'visitors',
  async live({ scheduler, server, slug, orders }, life) {
    const [first] = orders;
    const postalCode = first?.order.shippingAddress?.postalCode ?? '';
    if (!first || postalCode === '') return;
    await scheduler.step(life, 'look an order up', [], () => server.isUp);
    const input = { params: { slug }, body: { orderNo: first.order.orderNo, emailOrPostalCode: postalCode } };
    // Attempts are limited by address: each schedule has its own.
    const look = () => outcomeOf(server.ask(customer.lookup, input, { address: slug }));
    const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, look));
    for (const outcome of outcomes)
      scheduler.note(`visitors: look an order up is ${typeof outcome === 'string' ? outcome : 'done'}`);
  },
};

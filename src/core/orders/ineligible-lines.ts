import type { Order } from '#core/orders/order.ts';

/** Lines that staff took out of what can be claimed, by line id: when (ISO instant), and who. */
export type IneligibleLines = Readonly<Record<string, { on: string; by: string }>>;

/** The order with what staff decided about its lines, which no platform or file knows of. */
export const withIneligibleLines = (order: Order, ineligible: IneligibleLines): Order =>
  Object.keys(ineligible).length === 0
    ? order
    : {
        ...order,
        lines: order.lines.map((line) => {
          const mark = ineligible[line.idFromPlatform];
          return mark ? { ...line, madeIneligibleOn: mark.on } : line;
        }),
      };

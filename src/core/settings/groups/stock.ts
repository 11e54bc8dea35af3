import { z } from 'zod';
import { choice, days } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const stock = settingsGroup({
  page: 'returns',
  title: 'Stock',
  help: 'How stock for exchanges and replacements is counted and reserved between the request and finalizing.',
  fields: z.object({
    /** C4.19, as the back office names them. */
    inventoryHandling: choice({
      label: 'Inventory when an order is created',
      help: 'An exchange on the original order always decrements inventory. With Do Not Decrement Inventory, exchanges are separate orders.',
      options: {
        doNotDecrement: 'Do Not Decrement Inventory',
        decrementIgnoringPolicies: 'Decrement Inventory (Ignore Policies)',
        decrementObeyingPolicies: 'Decrement Inventory (Obey Policies)',
      },
      default: 'decrementObeyingPolicies',
    }),
    outOfStockAtFinalize: choice({
      label: 'Items out of stock when you finalize',
      options: { fail: 'Leave them out and show an error', continue: 'Order them anyway' },
      default: 'fail',
    }),
    reservationDays: days({
      label: 'Reserve stock for',
      also: 'inventory hold',
      help: '0 reserves none. At most 90 days.',
      default: 21,
      most: 90,
    }),
  }),
});

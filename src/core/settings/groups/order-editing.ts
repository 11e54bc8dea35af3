import { z } from 'zod';
import { area, minutes } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

/** S9.01. */
const WINDOWS = [10, 15, 20, 25, 30, 60, 120, 240, 480, 720, 1440, 2880, 4320];

export const orderEditing = settingsGroup({
  page: 'order-editing',
  title: 'Order editing',
  help: 'Lets shoppers change or cancel an order shortly after they placed it.',
  fields: z.object({
    isOrderEditingEnabled: area({
      label: 'Order editing',
      whenOff: "Order editing isn't offered to customers. You can still change these settings.",
      also: 'enable turn on off switch change cancel',
      default: false,
    }),
    orderEditingWindowMinutes: minutes({
      label: 'Edit window',
      also: 'deadline period time limit',
      help: 'Counted from when the order was placed. It ends earlier once the order is being prepared.',
      default: 30,
      offered: WINDOWS,
    }),
  }),
  // A form that nobody saved begins with an hour (S4.09).
  begins: { orderEditingWindowMinutes: 60 },
});

import { z } from 'zod';
import { choice, days, onOff } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const instantExchange = settingsGroup({
  page: 'returns',
  title: 'Instant exchange',
  help: "Sends the new items at once, against a hold on the customer's card that is charged only if nothing comes back.",
  fields: z.object({
    isInstantExchangeEnabled: onOff({
      label: 'Offer instant exchange',
      also: 'advance ship first authorization card hold',
      help: 'Needs payments through Stripe, which can hold an amount on a card.',
      default: false,
    }),
    instantExchangeReturnDays: days({
      label: 'Time to return the items',
      help: 'After that the card is charged. Between 1 and 90 days.',
      default: 7,
      least: 1,
      most: 90,
    }),
    holdLapsePolicy: choice({
      label: 'If the hold expires before the items are back',
      options: { capture: 'Charge the card', holdAgain: 'Hold the amount again' },
      default: 'capture',
    }),
  }),
});

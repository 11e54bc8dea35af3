import { z } from 'zod';
import { EEA } from '#core/countries.ts';
import { countries, money, onOff, tags } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const withdrawal = settingsGroup({
  page: 'returns',
  title: 'Right of withdrawal',
  help: 'Consumers in the European Union can withdraw from a purchase within 14 days of delivery, without a reason and whatever your return policy says.',
  fields: z.object({
    isWithdrawalOffered: onOff({
      label: 'Offer withdrawal in the portal',
      also: 'eu consumer law cooling off cancel contract revocation widerruf directive',
      help: 'The portal shows “Withdraw from contract here” to shoppers in the countries below. They state and confirm their withdrawal and get a copy by email. No fees, windows or automations of your return policy apply to it.',
      default: false,
    }),
    withdrawalCountries: countries({
      label: 'Countries with a right of withdrawal',
      help: 'Where the order was shipped to.',
      default: [...EEA],
      most: 60,
      onlyWhen: { field: 'isWithdrawalOffered', is: true },
    }),
    withdrawalExemptTags: tags({
      label: 'Product tags without a right of withdrawal',
      also: 'exempt excluded custom made hygiene perishable sealed',
      help: 'The law exempts some goods, such as those made to measure, perishable ones, and sealed ones that were opened and can’t be resold for hygiene reasons.',
      most: 255,
      onlyWhen: { field: 'isWithdrawalOffered', is: true },
    }),
    standardDeliveryCost: money({
      label: 'Standard delivery cost',
      also: 'outbound shipping refund express',
      help: 'Refunded when a whole order is withdrawn, but no more than the customer paid for delivery. With 0, all they paid is refunded.',
      onlyWhen: { field: 'isWithdrawalOffered', is: true },
    }),
  }),
});

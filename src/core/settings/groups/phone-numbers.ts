import { z } from 'zod';
import { onOff } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const phoneNumbers = settingsGroup({
  page: 'theme',
  part: 'theme',
  title: 'Phone numbers',
  help: 'Whether shoppers have to leave a phone number. Nobody has to in order to withdraw from a purchase by law.',
  fields: z.object({
    isReturnPhoneRequired: onOff({
      label: 'Require a phone number for returns',
      also: 'telephone contact call',
      default: false,
    }),
    isWarrantyPhoneRequired: onOff({
      label: 'Require a phone number for warranty claims',
      also: 'telephone contact call',
      default: false,
    }),
  }),
});

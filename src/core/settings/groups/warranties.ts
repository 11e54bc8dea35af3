import { z } from 'zod';
import { days, onOff } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const warranties = settingsGroup({
  page: 'warranties',
  title: 'Warranty',
  help: 'For items that fail after delivery.',
  fields: z.object({
    isWarrantiesEnabled: onOff({ label: 'Offer a warranty', also: 'guarantee', default: true }),
    warrantyWindowDays: days({
      label: 'Warranty window',
      also: 'guarantee period lifetime deadline',
      help: 'Days after delivery.',
      default: 365,
      onlyWhen: { field: 'isWarrantiesEnabled', is: true },
    }),
    isWarrantyInspectionEnabled: onOff({
      label: 'Inspect items of warranty claims',
      help: 'Staff inspect the items that came back before they decide. Applies to claims submitted from now on.',
      default: false,
    }),
  }),
});

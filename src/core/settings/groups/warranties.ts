import { z } from 'zod';
import { area, choice, countries, days, fixed, onOff, text, webAddress } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const warranties = settingsGroup({
  page: 'warranties',
  title: 'Warranty',
  help: 'For items that fail after delivery.',
  fields: z.object({
    isWarrantiesEnabled: area({
      label: 'Warranties',
      also: 'guarantee enable turn on off switch',
      whenOff: "Warranty claims aren't offered to customers. You can still change these settings.",
      default: true,
    }),
    warrantyPolicyUrl: webAddress({
      label: 'Warranty policy URL',
      help: 'The portal links to it beside warranty claims.',
      also: 'terms link page guarantee',
    }),
    defaultWarrantyDays: days({
      label: 'Warranty window',
      also: 'guarantee period lifetime deadline',
      help: 'Days after delivery. A product group can have a term of its own, and an automation another one.',
      default: 365,
    }),
    isMultipleWarrantyClaimsAllowed: onOff({
      label: 'Allow several claims on one item',
      also: 'multiple repeated again repaired',
      help: 'An item that was repaired can be claimed again. There is never more than one claim on it at a time.',
      default: true,
    }),
    rightToRepairCountryCodes: countries({
      label: 'A repair adds a year in these countries',
      also: 'right to repair european union extension directive',
      help: 'A repaired item is covered 12 months longer where the order went to one of them. The European Union asks for it from July 31, 2026. Leave it empty for nowhere.',
      most: 100,
    }),
    defaultWarrantyRequestedResolutionMethod: choice({
      label: 'New claims ask for',
      also: 'default resolution method request',
      help: 'What staff see as requested, and decide about.',
      options: { warrantyReview: 'Warranty review', giftCard: 'Gift card' },
      default: 'warrantyReview',
    }),
    warrantyOrderPrefix: text({
      label: 'Prefix for replacement order numbers',
      also: 'warranty order prefix',
      most: 20,
      default: '#WR-',
    }),
    isWarrantyClaimImageFromCustomerRequired: fixed({
      label: 'Ask for a photo or video of each item',
      help: 'Always on: shoppers show what is wrong with an item they claim.',
      also: 'image picture media upload required',
      value: true,
    }),
    isWarrantyInspectionEnabled: onOff({
      label: 'Inspect items of warranty claims',
      help: 'Staff inspect the items that came back before they decide. Applies to claims submitted from now on.',
      default: false,
    }),
  }),
});

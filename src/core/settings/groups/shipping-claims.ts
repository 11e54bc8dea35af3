import { z } from 'zod';
import { choice, days, money, onOff } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

const MOST_DAYS = 999_999;

const afterDelivery = (what: string) =>
  days({
    label: `${what}: days after delivery`,
    also: 'file filing window deadline',
    default: 30,
    least: 1,
    most: MOST_DAYS,
  });

export const shippingClaims = settingsGroup({
  page: 'shipping-claims',
  title: 'Shipping Claims',
  help: 'When shoppers can file a claim for a package, and what they have to show.',
  fields: z.object({
    damagedFilingDays: afterDelivery('Damaged'),
    wrongItemFilingDays: afterDelivery('Wrong item'),
    missingItemFilingDays: afterDelivery('Missing item'),
    qualityIssueFilingDays: afterDelivery('Quality issue'),
    stolenAfterDays: days({
      label: 'Stolen: days after “delivered” until a claim can be filed',
      help: 'Packages that are marked as delivered too early usually arrive by then.',
      also: 'file filing window porch',
      default: 2,
      most: MOST_DAYS,
    }),
    lostAfterDays: days({
      label: 'Lost: days without movement until a claim can be filed',
      also: 'file filing window tracking',
      default: 7,
      most: MOST_DAYS,
    }),
    lostAbroadAfterDays: days({
      label: 'Lost abroad: days without movement until a claim can be filed',
      help: 'For packages to another country.',
      also: 'file filing window tracking international',
      default: 20,
      most: MOST_DAYS,
    }),
    filingEndDays: days({
      label: 'Days after dispatch until which claims can be filed',
      help: 'For all reasons.',
      also: 'file filing window end deadline',
      default: 60,
      least: 1,
      most: MOST_DAYS,
    }),
    isShippingClaimImgRequired: onOff({
      label: 'Require a photo with each claim',
      help: 'Photos of damaged, wrong and faulty items are always required.',
      also: 'image picture evidence',
      default: false,
    }),
    isUnprotectedShippingClaimPermitted: onOff({
      label: 'Accept claims for orders without the cover',
      also: 'unprotected',
      default: false,
    }),
    isDecidedAutomatically: onOff({
      label: 'Approve lost packages automatically',
      help: 'When the carrier says that the package is lost and the risk is low.',
      also: 'automatic decision auto approve',
      default: false,
    }),
    mostDecidedAutomatically: money({
      label: 'Approve automatically up to',
      help: 'The value of the items claimed.',
      default: 10_000,
      onlyWhen: { field: 'isDecidedAutomatically', is: true },
    }),
    automaticResolution: choice({
      label: 'Approve automatically with',
      options: { Reorder: 'Reorder', Refund: 'Refund' },
      default: 'Reorder',
      onlyWhen: { field: 'isDecidedAutomatically', is: true },
    }),
    isCoverRefundedWhenCanceled: onOff({
      label: 'Refund the cover of canceled orders',
      help: 'When an order is canceled before anything of it is sent, and the cancellation left the cover out.',
      also: 'cancel cancellation money back',
      default: true,
    }),
    shouldSendPurchaseConfirmation: onOff({
      label: 'Email customers who bought the cover',
      help: 'Says what is covered and how to file a claim.',
      also: 'purchase confirmation',
      default: false,
    }),
  }),
});

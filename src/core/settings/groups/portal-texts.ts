import { z } from 'zod';
import { choice, longText, onOff, text } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';
import type { ProgramName } from '#core/texts/program-name.ts';

const line = (label: string, help: string) => text({ label, help, most: 200, isShopperText: true });
const paragraph = (label: string, help: string) => longText({ label, help, most: 500, isShopperText: true });

export const portalTexts = settingsGroup({
  page: 'theme',
  part: 'theme',
  title: 'Portal texts',
  help: 'What shoppers read in your portal. Where you leave one empty, our own words stand, or nothing.',
  fields: z.object({
    merchantPageTitle: line('Page title', "Shown in the browser's tab. Your store's name if empty."),
    orderNumberDescriptionText: line('Order number hint', 'Where shoppers find their order number.'),
    orderHubStartRequestTitleText: line(
      'Order page headline',
      'On the page of an order, above what can be returned or claimed on the warranty.',
    ),
    orderHubStartRequestDetailText: paragraph('Order page text', 'Below that headline.'),
    warrantyProgramName: choice({
      label: 'Warranty program name',
      help: 'What the English portal calls it. Languages with one word for both keep theirs.',
      also: 'guarantee',
      options: { Warranty: 'Warranty', Guarantee: 'Guarantee' } satisfies Record<ProgramName, string>,
      default: 'Warranty',
    }),
    warrantyItemsDetailText: paragraph('Warranty items text', 'Above the items of a warranty claim.'),
    offerRefundDetailText: paragraph('Refund text', 'Below the choice of a refund.'),
    offerGiftCardDetailText: paragraph('Gift card text', 'Below the choice of a gift card.'),
    shouldPrioritizeCredit: onOff({
      label: 'Show credit first',
      help: 'Gift cards, store credit and Shop Now come before refunds.',
      default: false,
    }),
    creditHeadlineText: text({
      label: 'Credit headline',
      help: 'Above these choices.',
      most: 200,
      isShopperText: true,
      onlyWhen: { field: 'shouldPrioritizeCredit', is: true },
    }),
    creditDetailText: longText({
      label: 'Credit text',
      help: 'Below the headline.',
      most: 500,
      isShopperText: true,
      onlyWhen: { field: 'shouldPrioritizeCredit', is: true },
    }),
    noReturnRequiredItemsHeadline: line('Headline when items are kept', 'Where nothing has to be sent back.'),
    noReturnRequiredItemsDetailText: paragraph('Text when items are kept', 'Below that headline.'),
    hideLabelDownloadWhenQrCodeIsPresent: onOff({
      label: 'Hide the label when there is a QR code',
      help: 'Shoppers then only see the code to show at drop-off.',
      default: false,
    }),
  }),
});

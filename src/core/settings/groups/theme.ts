import { z } from 'zod';
import { color, longText, picture, text } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

export const theme = settingsGroup({
  page: 'theme',
  part: 'theme',
  title: 'Brand',
  help: 'How the portal and your emails look. Text on your brand color stays readable automatically.',
  fields: z.object({
    portalHeading: text({
      label: 'Portal heading',
      also: 'title text headline',
      most: 200,
      default: 'Start a return or exchange',
      isShopperText: true,
    }),
    merchantPrimaryColor: color({ label: 'Brand color', also: 'primary button', default: '#1f4d3f' }),
    merchantBackgroundColor: color({ label: 'Background color', also: 'page', isGround: true, default: '#f6f7f6' }),
    merchantLogoUrl: picture({
      label: 'Logo',
      picture: 'logo',
      help: 'Twice as wide as high, 200 by 100 pixels or more is best.',
      also: 'image picture brand upload',
    }),
    merchantFaviconUrl: picture({
      label: 'Favicon',
      picture: 'favicon',
      help: 'The icon in the tab of the browser. 64 by 64 pixels or more is best.',
      also: 'icon tab browser upload',
    }),
    merchantBackgroundUrl: picture({
      label: 'Background image',
      picture: 'background',
      help: 'Covers the page behind the cards. Choose one on which dark text can be read.',
      also: 'picture photo upload',
    }),
    orderLookupDetailText: longText({
      label: 'Lookup text',
      help: 'Shown under the portal heading. Leave it empty to show none.',
      also: 'introduction instructions',
      most: 500,
      isShopperText: true,
    }),
    orderLookupGiftReturnDetailText: longText({
      label: 'Gift return lookup text',
      help: 'Shown above the form in which a gift recipient looks up the order.',
      most: 500,
      default:
        "Find your gift by the order number on the packing slip or the tracking number on the package. We won't tell the person who gave it to you, and you won't see the price.",
      isShopperText: true,
    }),
    footerText: longText({
      label: 'Footer text',
      help: 'Shown at the end of every page of the portal. Leave it empty to show none.',
      also: 'legal imprint bottom',
      most: 500,
      isShopperText: true,
    }),
  }),
});

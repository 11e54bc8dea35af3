import { z } from 'zod';
import { framingOrigin } from '#core/origins.ts';
import { tags } from '#core/settings/field.ts';
import { settingsGroup } from '#core/settings/group.ts';

const MOST = 5;

export const embedding = settingsGroup({
  page: 'theme',
  title: 'Portal inside your shop',
  help: 'Shows the portal within a page of your shop. Only pages of the addresses below may show it.',
  fields: z.object({
    embeddedIn: tags({
      label: 'Addresses of your shop',
      help: 'Such as https://www.example.com. Up to five.',
      also: 'embed iframe frame widget domain origin',
      most: 200,
    }),
  }),
  check({ embeddedIn }) {
    if (embeddedIn.length > MOST) return { embeddedIn: `At most ${MOST} addresses.` };
    const wrong = embeddedIn.find((typed) => framingOrigin(typed) === null);
    return wrong === undefined ? {} : { embeddedIn: `${wrong} isn't an address like https://www.example.com.` };
  },
  // People paste the address of a page.
  keep: (_before, { embeddedIn }) => ({
    embeddedIn: [...new Set(embeddedIn.map((typed) => framingOrigin(typed) ?? typed))],
  }),
});

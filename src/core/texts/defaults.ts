import type { PortalTextId } from '#core/texts/ids.ts';

/** What settings say until a store says it in its own words. Left as it is, it is shown in every shopper's language. */
export const DEFAULT_TEXTS: Readonly<Record<string, PortalTextId>> = {
  'Start a return or exchange': 'theme.heading',
  "Find your gift by the order number on the packing slip or the tracking number on the package. We won't tell the person who gave it to you, and you won't see the price.":
    'theme.giftLookup',
  'Handling fee': 'default.handlingFee',
  'Pack the items in their original packaging and put this slip inside the box.': 'slip.instructions',
  'It does not fit': 'default.wrongFit',
  'Too small': 'default.tooSmall',
  'Too large': 'default.tooLarge',
  Uncomfortable: 'default.uncomfortable',
  'Not as expected': 'default.notAsExpected',
  Color: 'default.color',
  Material: 'default.material',
  Quality: 'default.quality',
  'Defective or damaged': 'default.defective',
  'Arrived damaged': 'default.arrivedDamaged',
  'Stopped working': 'default.stoppedWorking',
  'Missing part': 'default.missingPart',
  'Wrong item received': 'default.wrongItem',
  'No longer needed': 'default.noLongerNeeded',
  Yes: 'default.yes',
  No: 'default.no',
};

/** How a store's translation of a text of its own is kept: by the text itself. */
export const ownTextId = (text: string): string => `own:${text}`;
export const isOwnTextId = (id: string): boolean => id.startsWith('own:');
